import type { FastifyInstance } from 'fastify'
import { expect, test } from 'vitest'
import type { JsonObject } from '../../protocol/json/json.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import type { SignedOrder, SignedProof } from '../../schemas/messages.ts'
import { buildGateway } from '../gateway/gateway.ts'
import type { Send } from '../service/ports.ts'
import type { PartialProvisioning } from '../service/provisioning.ts'
import { actors, keyOf } from './fixture.test.support.ts'
import { buildMerchant } from './merchant.ts'

const gatewayOcid = 1001
const gatewayBase = 'https://gateway.example'
const merchantBase = 'https://merchant.example'

const known: PartialProvisioning = {
  registry: {
    url: 'https://registry.example/registry.json',
    entries: { [gatewayOcid]: `${gatewayBase}/metadata.json`, [actors.merchant]: `${merchantBase}/metadata.json` },
  },
  callers: [
    { ocid: actors.app, publicKey: keyOf(actors.app).publicKey, metadata: 'https://app.example/metadata.json' },
  ],
}

const registration = {
  ocid: actors.merchant,
  name: 'Corner Shop',
  publicKey: keyOf(actors.merchant).publicKey,
  endpoint: merchantBase,
}

const optionsOf = (ocid: number, endpoint: string, send: Send) => ({
  ...{ ocid, name: `Party ${ocid}`, endpoint: () => endpoint, key: keyOf(ocid) },
  ports: { send },
})

/** A merchant and a gateway that know each other, in one process; `isDeaf`: the merchant hears no notification. */
const network = ({ isDeaf }: { isDeaf: boolean }) => {
  const servers: Record<string, FastifyInstance> = {}
  const notified: SignedProof[] = []
  const send: Send = async ({ url, method, headers = {}, body = '' }) => {
    const { origin, pathname } = new URL(url)
    if (method === 'POST') notified.push(JSON.parse(body))
    if (isDeaf && method === 'POST') throw new Error('ECONNREFUSED')
    const answer = await servers[origin]?.inject({ method, url: pathname, headers, payload: body })
    return { status: answer?.statusCode ?? 502, text: answer?.body ?? '' }
  }
  const gateway = buildGateway({
    ...optionsOf(gatewayOcid, gatewayBase, send),
    provisioning: { ...known, gateway: { merchants: [registration], accounts: [], settlementProviders: [] } },
  })
  const merchant = buildMerchant({
    ...optionsOf(actors.merchant, merchantBase, send),
    provisioning: { ...known, merchant: { issuers: [gatewayOcid], callers: [actors.app] } },
  })
  Object.assign(servers, { [gatewayBase]: gateway, [merchantBase]: merchant })
  return { gateway, merchant, notified }
}

let nonces = 0

const post = async (server: FastifyInstance, caller: number, path: string, message: object): Promise<JsonObject> => {
  const body = JSON.stringify(message)
  const claims = { ocid: String(caller), nonce: `f-${++nonces}`, timestamp: String(Math.floor(Date.now() / 1000)) }
  const signed = signRequest({ method: 'POST', path, ...claims, body }, keyOf(caller), referenceProfile)
  const headers = { 'content-type': 'application/json', ...signed }
  return (await server.inject({ method: 'POST', url: path, payload: body, headers })).json()
}

/** Pays on the hosted page as a browser does; where the customer is sent then. */
const payAt = async (gateway: FastifyInstance, address: string): Promise<string | undefined> => {
  const url = new URL(address).pathname
  const shown = await gateway.inject({ method: 'GET', url })
  const token = /name="token" value="([0-9a-f]+)"/.exec(shown.body)?.[1] ?? ''
  const cookie = String(shown.headers['set-cookie']).split(';')[0] ?? ''
  const headers = { 'content-type': 'application/x-www-form-urlencoded', cookie }
  const payload = new URLSearchParams({ token, action: 'pay', option: 'card' }).toString()
  return (await gateway.inject({ method: 'POST', url, payload, headers })).headers.location
}

const request = { id: 'order-1', ocid: actors.merchant, amount: '12.30', currency: 'USD' }

/** From the order to the payment and the customer's return to the merchant. */
const buy = async ({ gateway, merchant }: ReturnType<typeof network>): Promise<string> => {
  const signed = (await post(merchant, actors.app, '/orders/create', request)) as SignedOrder
  const { redirect_url } = await post(gateway, actors.merchant, '/orders/checkout', signed)
  expect(await payAt(gateway, String(redirect_url))).toBe(signed.urls.completed)
  return (await merchant.inject({ method: 'GET', url: new URL(signed.urls.completed).pathname })).body
}

const verified = async ({ gateway, notified }: ReturnType<typeof network>): Promise<JsonObject> =>
  (await gateway.inject({ method: 'GET', url: `/verify/${notified[0]?.proof.txid}` })).json()

const close = ({ gateway, merchant }: ReturnType<typeof network>) => Promise.all([gateway.close(), merchant.close()])

test('an order that is paid at the gateway is paid at the merchant, and verify agrees', async () => {
  const between = network({ isDeaf: false })
  expect(await buy(between)).toContain('is paid')
  const { proof, signature } = between.notified[0] ?? {}
  expect(proof).toMatchObject({
    amount: '12.30',
    currency: 'USD',
    to: { ocid: actors.merchant, reference: request.id },
  })
  expect(await verified(between)).toEqual({ status: 'completed', proof, signature })
  await close(between)
})

test('a merchant that missed the notification accepts the proof of verify', async () => {
  const between = network({ isDeaf: true })
  expect(await buy(between)).toContain('being confirmed')
  const { proof, signature } = await verified(between)
  const answer = await post(between.merchant, gatewayOcid, '/transfer/webhook', { proof, signature } as JsonObject)
  expect(answer).toEqual({ status: 'accepted', txid: between.notified[0]?.proof.txid })
  await close(between)
})
