/** Whether an address is on this machine's loopback interface. */
export const isLoopback = (url: string): boolean => {
  const { hostname } = new URL(url)
  return hostname === 'localhost' || hostname.endsWith('.localhost') || hostname === '[::1]' || /^127\./.test(hostname)
}

/** Why a connection failed, in a few words, without a stack. */
export const reasonOf = (error: unknown): string => {
  const { message, code, name } = error as NodeJS.ErrnoException
  if (name === 'TimeoutError') return 'no answer in time'
  return message || code || String(error)
}
