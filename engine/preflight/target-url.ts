import { connectionMessage } from '../../harness/http/connection-error.ts'

/** Returns whether an address is on the loopback interface of this machine. */
export const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url)
  return (
    hostname === 'localhost' ||
    hostname.endsWith('.localhost') ||
    hostname === '[::1]' ||
    /^127(\.\d+){3}$/.test(hostname)
  )
}

/** Returns why a connection failed, in a few words and without a stack. */
export const reasonOf = (error: unknown): string => {
  return (error as Error).name === 'TimeoutError' ? 'no answer in time' : connectionMessage(error)
}
