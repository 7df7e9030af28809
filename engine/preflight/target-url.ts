/** Returns whether an address is on the loopback interface of this machine. */
export const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}

/** Returns why a connection failed, in a few words and without a stack. */
export const reasonOf = (error: unknown): string => {
  const { message, code, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return 'no answer in time'
  return message || code || String(error)
}
