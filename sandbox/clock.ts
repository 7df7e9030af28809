import { timingSafeEqual } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Refusal } from '../protocol/errors.ts'
import { isObject, type Json, parseStrict } from '../protocol/json/json.ts'
import { isLocalhost } from '../protocol/localhost.ts'
import { sha256 } from '../protocol/signature/hash.ts'
import type { Ports } from '../reference/service/ports.ts'
import type { Storage } from '../reference/service/storage.ts'

/** A role's clock, which can be advanced. */
export type MovableClock = Pick<Ports, 'now' | 'ahead' | 'after'> & { advance: (ms: number) => void }

type Pending = { at: number; run: () => void; timer: NodeJS.Timeout }

/**
 * Opens the clock of a role: its offset is state; timers fire when they are due, or when the clock is advanced past it. `time`
 * returns the milliseconds since 1970, without the offset.
 */
export const openClock = (
  { table, turns }: Pick<Storage, 'table' | 'turns'>,
  time: () => number = Date.now,
): MovableClock => {
  const moved = table<number>('clock')
  const seen = turns?.peek<number>('clock') ?? moved
  const pending = new Set<Pending>()
  const ahead = (): number => seen.get('ahead') ?? 0
  const now = (): number => time() + ahead()
  const timerOf = (at: number, run: () => void): NodeJS.Timeout => setTimeout(run, Math.max(0, at - now())).unref()
  const after: Ports['after'] = (ms, run) => {
    const at = now() + ms
    const end = (): void => {
      pending.delete(entry)
      run()
    }
    const entry: Pending = { at, run: end, timer: timerOf(at, end) }
    pending.add(entry)
    return () => {
      clearTimeout(entry.timer)
      pending.delete(entry)
    }
  }
  const advance = (ms: number): void => {
    moved.set('ahead', ahead() + ms)
    for (const entry of [...pending].sort((a, b) => a.at - b.at)) {
      clearTimeout(entry.timer)
      entry.timer = timerOf(entry.at, entry.run)
    }
  }
  return { now, ahead, after, advance }
}

/** Ten years. */
const longestSeconds = 315_360_000

const secondsIn = (body: unknown): number => {
  try {
    const message: Json = parseStrict(Buffer.from(body as Uint8Array).toString())
    const seconds = isObject(message) ? message.seconds : undefined
    if (Number.isInteger(seconds) && Number(seconds) > 0 && Number(seconds) <= longestSeconds) return Number(seconds)
  } catch {
    // Answered below.
  }
  throw new Refusal('INVALID_REQUEST', 400, `Expected { "seconds": N }, a whole number from 1 to ${longestSeconds}.`)
}

/**
 * Returns whether a request has the token. Without one, its Host must name this machine: another site could otherwise send it
 * from a browser by DNS rebinding. Any page could also post a form, so an Origin is refused, which browsers add.
 */
const isAllowed = ({ headers, hostname }: FastifyRequest, token: string | undefined): boolean =>
  token === undefined
    ? isLocalhost(hostname.toLowerCase()) && headers.origin === undefined
    : timingSafeEqual(sha256(headers.authorization ?? ''), sha256(`Bearer ${token}`))

const refusal = (token: string | undefined): Refusal =>
  token === undefined
    ? new Refusal(
        'FORBIDDEN',
        403,
        'The clock accepts requests from this machine only, to localhost, and not from a web page.',
      )
    : new Refusal('UNAUTHORIZED', 401, 'The clock accepts requests with its token only.')

/**
 * Serves GET and POST /clock: the first returns the time of the role, the second advances it by `seconds`. With a token, requests must send
 * it in Authorization (Bearer); without one, Host must name this machine.
 */
export const hostClock = (server: FastifyInstance, clock: MovableClock, token?: string): void => {
  const authorize = async (request: FastifyRequest): Promise<void> => {
    if (!isAllowed(request, token)) throw refusal(token)
  }
  const state = () => ({ now: Math.floor(clock.now() / 1000), aheadSeconds: clock.ahead() / 1000 })
  server.get('/clock', { onRequest: authorize }, async () => state())
  server.post('/clock', { onRequest: authorize }, async ({ body }) => {
    clock.advance(secondsIn(body) * 1000)
    return state()
  })
}
