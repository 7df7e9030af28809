import { randomInt } from 'node:crypto'
import getPort from 'get-port'

/** The range of ports below those that systems use for outgoing connections, so that no such connection occupies the port. */
const range = { from: 20_000, to: 32_768 }

/** Draws at random, since several processes choose their ports at the same time. */
const candidates = (): number[] => Array.from({ length: 100 }, () => randomInt(range.from, range.to))

/** Returns a free port of 127.0.0.1, for an address that must be known before a server listens there. */
export const freePort = (): Promise<number> => getPort({ host: '127.0.0.1', port: candidates() })
