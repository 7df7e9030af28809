import type { CheckContext } from '../../../harness/context.ts'
import { address } from '../../../harness/http/address.ts'
import { navigationLimits, tooManyRedirects } from '../../../harness/http/limits.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, header } from '../../../harness/http/response.ts'
import { blocked, brief, expectThat, isSameJson } from '../../../harness/outcome.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import type { RunContext } from '../../../harness/run-context.ts'
import { isObject, type Json, memberOf } from '../../../protocol/json/json.ts'
import { signRequest } from '../../../protocol/request/request.ts'
import { bodyMembers } from '../../members/table.ts'
import { isMemberSigned } from '../payload-signatures/emitted-signatures.ts'
import { ifReachable, isAuthenticationRequired } from '../reachability.ts'
import { addressesOf, type ReceivedOrder } from './orders.ts'

const get = (context: CheckContext, url: URL, headers: [string, string][]) =>
  ifReachable(context, {
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: [['accept', 'application/json'], ...headers],
  })

/** Gets an address without authentication headers and follows redirects; undefined if nothing listens there. */
export const retrievePublicly = async (context: CheckContext, address: string): Promise<HttpResponse | undefined> => {
  let url = new URL(address)
  for (let left = navigationLimits.redirects.most; ; left--) {
    const response = await get(context, url, [])
    const location =
      response && response.status >= 300 && response.status < 400 ? header(response, 'location') : undefined
    const next = location === undefined ? null : URL.parse(location, url.href)
    if (response === undefined || next === null || !/^https?:$/.test(next.protocol)) return response
    if (left === 0) blocked(tooManyRedirects(address))
    url = next
  }
}

/** Gets an address with the four headers, as the app. */
const retrieveAuthenticated = (context: CheckContext, location: string): Promise<HttpResponse | undefined> => {
  const url = new URL(location)
  const { ocid, key } = context.app
  const [timestamp, nonce] = [String(context.requestNow()), context.fresh('n')]
  const path = url.pathname + url.search
  const base = address(context.run, '').path
  const parts = { method: 'GET', path, base, ocid: String(ocid), timestamp, nonce, body: '' }
  return get(context, url, Object.entries(signRequest(parts, key, context.dialect)))
}

/** Returns whether signed requests may go to an address: config.endpoint is the target's own. */
const mayBeSigned = ({ run }: CheckContext, location: string): boolean =>
  new URL(location).origin === new URL(run.target.apiUrl).origin || (run.http.leads?.mayBeSigned(location) ?? true)

/**
 * Gets an address of urls.order, with the four headers if it requires them, which the document does not say (ORDER-12). Blocks the check
 * if the address is not the target's.
 */
const retrieveNow = async (context: CheckContext, address: string): Promise<HttpResponse | undefined> => {
  const response = await retrievePublicly(context, address)
  if (response === undefined || !isAuthenticationRequired(response)) return response
  if (mayBeSigned(context, address)) return retrieveAuthenticated(context, address)
  const { origin } = new URL(address)
  return blocked(
    `${brief(address, 200)} answers ${summary(response)}, and signed requests go only to the target; if it belongs to the target, add "${brief(origin, 200)}" to target.origins in the config`,
  )
}

/** Returns the order in a response, signed or bare; undefined if there is none. */
export const orderIn = (response: HttpResponse | undefined): Json | undefined => {
  if (response === undefined || response.silence || response.status !== 200) return undefined
  const order = memberOf(response.json, 'order')
  if (isObject(order)) return order
  return memberOf(response.json, 'id') === undefined ? undefined : response.json
}

/** The runs in which an order did not come to its address in time: others are not waited for. */
const late = new WeakSet<RunContext>()

/** Like `retrieveNow`, for a new order: it may come to its address a moment later, such as to that of a replica. */
export const retrieve = async (context: CheckContext, address: string): Promise<HttpResponse | undefined> => {
  const until = performance.now() + waits.replica.ms
  for (;;) {
    const response = await retrieveNow(context, address)
    if (orderIn(response) !== undefined || late.has(context.run)) return response
    if (performance.now() >= until) late.add(context.run)
    else await context.idle(pause(waits.rereading.ms, context.signal))
  }
}

/** Retrieves an order from the first of its addresses. Heading: Order URLs. */
export const retrievedOrder = async (context: CheckContext, signed: ReceivedOrder): Promise<Json | undefined> => {
  const [first] = addressesOf(signed)
  return first === undefined ? undefined : orderIn(await retrieve(context, first))
}

/** The members of an order in the document. */
const documented = bodyMembers('orders.checkout').flatMap(({ name }) => /^order\.(\w+)$/.exec(name)?.[1] ?? [])

/**
 * Returns whether a response contains the order that was signed. Undocumented members, such as a payment status, may differ if the order is
 * signed with them.
 */
const hasOrder = (context: CheckContext, response: HttpResponse | undefined, order: unknown): boolean => {
  const found = orderIn(response)
  if (isSameJson(found, order)) return true
  const isSame = documented.every(name => isSameJson(memberOf(found, name), memberOf(order, name)))
  return isSame && isMemberSigned(context, { document: response?.json, name: 'order' })
}

/** Fails the clause unless an order, if it is still at its first address, is the one that was signed. Heading: Order URLs. */
export const expectOrderKept = async (context: CheckContext, signed: ReceivedOrder): Promise<void> => {
  const [first] = addressesOf(signed)
  const response = first === undefined ? undefined : await retrieveNow(context, first)
  const found = orderIn(response)
  expectThat(
    found === undefined || hasOrder(context, response, signed.order),
    'the order at its address is not the one that was signed',
    { expected: signed.order, actual: found },
  )
}

/** Fails the clause unless an order can be retrieved from an address, and is the one that was signed. Heading: Order URLs. */
export const expectOrderAt = async (context: CheckContext, address: string, order: unknown): Promise<void> => {
  const response = await retrieve(context, address)
  const found = orderIn(response)
  const actual = response === undefined ? 'nothing listens there' : summary(response)
  expectThat(found !== undefined, `the order cannot be retrieved from ${brief(address, 200)}`, {
    expected: '200 and the order',
    actual,
  })
  expectThat(hasOrder(context, response, order), `the order at ${brief(address, 200)} is not the one that was signed`, {
    expected: order,
    actual: found,
  })
}
