import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { Actor } from '../../harness/run-context.ts'
import { numberOf } from '../../protocol/json/any-json.ts'
import { memberOf } from '../../protocol/json/json.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { harmlessRequests } from '../discovery/probe-requests.ts'
import { problem } from './finding.ts'

/** The largest difference in seconds that does not stop the run; two stamps of one clock differ no more than this. */
const [tolerated, apart] = [100, 5]

/** A difference of this many seconds or more is a time zone: a target whose clock is that far off refuses current requests. */
const zone = 900

/** Shifts of stamps, in seconds, to find a clock that differs by more than its window. */
const shifts = [300, -300, 600, -600, 900, -900, 1_800, -1_800, 3_600, -3_600]

/**
 * Returns how many seconds later than now a timestamp must be for the target to accept it, if the target refuses every request as too old
 * or too new although its Date header shows no difference; `undefined` if it accepts no timestamp.
 */
export const hiddenSkew = async (context: CheckContext, as: Actor | undefined): Promise<number | undefined> => {
  const [request] = as ? harmlessRequests(context, as) : []
  if (as === undefined || request === undefined) return undefined
  for (const shift of shifts) {
    const timestamp = context.requestNow() + shift
    const response = await context.call(request.operation, request.body(), { as, timestamp }).evenSilent()
    if (!response.silence && codeOf(response) !== 'TIMESTAMP_EXPIRED') return shift
  }
  return undefined
}

/** Returns the finding that the target accepted a request stamped this many seconds later than now, but none stamped now. */
export const hiddenClock = (shift: number): PreflightFinding =>
  problem(
    'clock',
    `Requests are refused with TIMESTAMP_EXPIRED, and one that is stamped ${Math.abs(shift)} s ${shift > 0 ? 'later' : 'earlier'} is not: the clock of the target differs, which the Date header of a proxy in front of it does not show.`,
    remedy,
  )

const remedy = 'Set the clocks of the target and of this machine (NTP), then run again.'

const lifetimeOfPayment = 3_600

/**
 * Finds out whether the target's clock differs although its Date header does not show it, since a proxy rewrites that header: then the
 * timestamps of a transfer and of a payment are off by the same amount. If only one is off, the clauses judge it.
 */
export const stampedClock = async (
  context: CheckContext,
  transfer: HttpResponse,
): Promise<PreflightFinding | undefined> => {
  const stamped = memberOf(memberOf(transfer.json, 'proof'), 'timestamp')
  const ahead = numberOf(stamped) - context.now()
  if (typeof stamped !== 'number' || Math.abs(ahead) <= tolerated || Math.abs(ahead) >= zone - apart) return undefined
  const payment = await context.pay(context.paymentOf(context.merchant))
  const expiry = memberOf(payment.json, 'expiresAt')
  if (typeof expiry !== 'number' || Math.abs(expiry - lifetimeOfPayment - context.now() - ahead) > apart)
    return undefined
  const seconds = Math.round(Math.abs(ahead))
  return problem(
    'clock',
    `The target stamps transfers and payments ${seconds} s ${ahead > 0 ? 'ahead of' : 'behind'} the clock of its Date header, which may be that of a proxy in front of it.`,
    remedy,
  )
}
