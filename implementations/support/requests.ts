import type { FastifyRequest } from 'fastify'

/** Returns the value of a cookie; empty if it was not sent. */
export const cookieIn = ({ headers }: FastifyRequest, name: string): string =>
  new RegExp(`(?:^|; )${name}=([^;]*)`).exec(headers.cookie ?? '')?.[1] ?? ''

/** Returns the origin of the server under another host name, which is another origin for a browser. */
export const originFor = ({ headers: { host = '' } }: FastifyRequest, name: string): string =>
  `http://${name}:${host.split(':')[1]}`
