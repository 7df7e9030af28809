import { subscribe } from 'node:diagnostics_channel'

/** Counts the connections that undici opens to an origin from now on, in this thread. */
export const countConnections = (origin: string): { readonly opened: number } => {
  const count = { opened: 0 }
  subscribe('undici:client:connected', message => {
    const { connectParams } = message as { connectParams: { protocol: string; host: string } }
    if (`${connectParams.protocol}//${connectParams.host}` === origin) count.opened += 1
  })
  return count
}
