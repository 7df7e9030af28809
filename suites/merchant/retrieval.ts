import { isObject, type Json } from '../../protocol/json.ts'
import { signRequest } from '../../protocol/request.ts'
import { asksForHeaders, unlessUnreachable } from '../answered.ts'
import { type Answer, header } from '../harness/answer.ts'
import { member } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { addressesOf, type ReceivedOrder } from './orders.ts'

const mostRedirects = 3

const get = (stage: Stage, url: URL, headers: [string, string][]) =>
  unlessUnreachable(stage, () =>
    stage.send({
      method: 'GET',
      origin: url.origin,
      path: url.pathname + url.search,
      headers: [['accept', 'application/json'], ...headers],
    }),
  )

/** GET of an address without authentication headers, redirects followed; undefined where nothing listens there. */
export const plainly = async (stage: Stage, address: string): Promise<Answer | undefined> => {
  let url = new URL(address)
  for (let left = mostRedirects; ; left--) {
    const answer = await get(stage, url, [])
    const location = answer && answer.status >= 300 && answer.status < 400 ? header(answer, 'location') : undefined
    const next = location === undefined ? null : URL.parse(location, url.href)
    if (answer === undefined || next === null || left === 0 || !/^https?:$/.test(next.protocol)) return answer
    url = next
  }
}

/** The same with the four headers, by the app. */
const authenticated = (stage: Stage, address: string): Promise<Answer | undefined> => {
  const url = new URL(address)
  const { ocid, key } = stage.app
  const [timestamp, nonce] = [String(stage.now()), stage.fresh('n')]
  const parts = { method: 'GET', path: url.pathname + url.search, ocid: String(ocid), timestamp, nonce, body: '' }
  return get(stage, url, Object.entries(signRequest(parts, key, stage.dialect)))
}

/** GET of an address of urls.order; with the four headers where it asks for them: the document does not say (ORDER-12). */
export const retrieve = async (stage: Stage, address: string): Promise<Answer | undefined> => {
  const answer = await plainly(stage, address)
  return answer && asksForHeaders(answer) ? authenticated(stage, address) : answer
}

/** The order in an answer: of a signed order, or bare; undefined where there is none. */
export const orderIn = (answer: Answer | undefined): Json | undefined => {
  if (answer === undefined || answer.silence || answer.status !== 200) return undefined
  const order = member(answer.json, 'order')
  if (isObject(order)) return order
  return member(answer.json, 'id') === undefined ? undefined : answer.json
}

/** The order at the first of its addresses. */
export const retrievedOrder = async (stage: Stage, signed: ReceivedOrder): Promise<Json | undefined> => {
  const [first] = addressesOf(signed)
  return first === undefined ? undefined : orderIn(await retrieve(stage, first))
}
