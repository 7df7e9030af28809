import { Pool } from 'undici'
import type { RunSettings } from '../engine/settings/settings.ts'
import type { JsonObject } from '../protocol/json/json.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { signRequest } from '../protocol/request/request.ts'
import { signPayload } from '../protocol/signature/payload.ts'
import { unixSeconds } from '../protocol/unix-seconds.ts'

/** A signed request as a bare pool sends it. */
export type Ready = { path: string; headers: Record<string, string>; body: string }

let count = 0
const fresh = (kind: string) => `${kind}-${process.pid}-${++count}`

const identityOf = ({ identities }: RunSettings, id: string) => {
  const identity = identities[id]
  if (!identity) throw new Error(`the settings have no ${id}`)
  return identity
}

const signed = (settings: RunSettings, as: string, { path, body }: { path: string; body: JsonObject }): Ready => {
  const { ocid, key } = identityOf(settings, as)
  const text = JSON.stringify(body)
  const timestamp = String(unixSeconds())
  const parts = { method: 'POST', path, ocid: String(ocid), timestamp, nonce: fresh('nonce'), body: text }
  const headers = { 'content-type': 'application/json', ...signRequest(parts, key, referenceProfile) }
  return { path, headers, body: text }
}

/** Returns the body of a checkout with a signed order: one signature. */
export const checkoutBody = (settings: RunSettings): JsonObject => {
  const { ocid, key } = identityOf(settings, 'merchant')
  const now = unixSeconds()
  const order: JsonObject = {
    id: fresh('order'),
    ocid,
    amount: '1.00',
    currency: 'USD',
    items: [{ id: 'item-1', name: 'Conformance item', quantity: 1, price: '1.00' }],
    memo: 'Conformance order',
    createdAt: now,
    expiresAt: now + 3_600,
    accepts: [settings.target?.ocid ?? 0],
  }
  const home = `https://merchant.example/${ocid}`
  const urls = { order: [`${home}/order`], completed: `${home}/completed`, cancelled: `${home}/cancelled` }
  return { order, signature: signPayload(order, key, referenceProfile), urls }
}

/** POST /orders/checkout: two signatures. */
export const checkout = (settings: RunSettings): Ready =>
  signed(settings, 'merchant', { path: '/orders/checkout', body: checkoutBody(settings) })

/** POST /transfer/create, one cent from the treasury to an account: one signature. */
export const transfer = (settings: RunSettings): Ready => {
  const [from, to] = [identityOf(settings, 'partner').ocid, identityOf(settings, 'purse1').ocid]
  const parties = { from: { ocid: from, reference: fresh('from') }, to: { ocid: to, reference: fresh('to') } }
  return signed(settings, 'partner', {
    path: '/transfer/create',
    body: { ...parties, amount: '0.01', currency: 'USD' },
  })
}

/** A bare pool of connections: sends a request, reads the response, and checks only its status. */
export const barePool = ({ target }: RunSettings, connections: number) => {
  const pool = new Pool(target?.baseUrl ?? '', { connections })
  const send = async ({ path, headers, body }: Ready): Promise<unknown> => {
    const response = await pool.request({ method: 'POST', path, headers, body })
    const json = await response.body.json()
    if (response.statusCode !== 200) throw new Error(`${path}: ${response.statusCode} ${JSON.stringify(json)}`)
    return json
  }
  return { send, close: () => pool.destroy() }
}
