import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { JsonObject } from '../../protocol/json.ts'
import { PrivateKey } from '../../protocol/keys.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { signPayload } from '../../protocol/payload.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request.ts'
import type { Order, SignedProof } from '../../schemas/messages.ts'
import type { OutgoingRequest, Ports, Send } from '../service/ports.ts'
import type { PartialProvisioning } from '../service/provisioning.ts'
import { virtualTime } from '../service/virtual-time.test.support.ts'
import type { GatewayPolicies } from './contract.ts'
import { buildGateway } from './gateway.ts'
import type { StoreState } from './store.ts'

const keyOf = (ocid: number): PrivateKey => new PrivateKey(String(ocid).padStart(64, '0'))

/** Who plays, by OCID. Nobody is 2999: it is in no registry. */
export const actors = {
  gateway: 1001,
  merchant: 2001,
  merchant2: 2002,
  stranger: 2003,
  partner: 3001,
  purse: 3011,
  foreign: 3009,
  app: 3021,
  provider: 5001,
  nobody: 2999,
} as const

export const keys = Object.fromEntries(Object.values(actors).map(ocid => [ocid, keyOf(ocid)])) as Record<
  number,
  PrivateKey
>

export const publicKeyOf = (ocid: number): string => keys[ocid]?.publicKey ?? ''

export const sign = (payload: object, ocid: number): string =>
  signPayload(payload as JsonObject, keys[ocid] ?? keyOf(1), referenceProfile)

const site = 'http://127.0.0.1:4900'

const merchantAt = (ocid: number, name: string) => ({
  ocid,
  name,
  publicKey: publicKeyOf(ocid),
  endpoint: `${site}/${ocid}`,
})

const accountAt = (ocid: number, balance: string, more: object = {}) => ({
  id: String(ocid),
  ocid,
  currency: 'USD',
  balance,
  debitableBy: [ocid],
  ...more,
})

const callerAt = (ocid: number) => ({ ocid, publicKey: publicKeyOf(ocid), metadata: `${site}/${ocid}/metadata.json` })

export const provisioning: PartialProvisioning = {
  registry: {
    url: `${site}/registry.json`,
    entries: Object.fromEntries(
      [actors.merchant, actors.merchant2, actors.stranger, actors.partner, actors.provider].map(ocid => [
        String(ocid),
        `${site}/${ocid}/metadata.json`,
      ]),
    ),
  },
  callers: [actors.partner, actors.purse, actors.app].map(callerAt),
  gateway: {
    merchants: [merchantAt(actors.merchant, 'Corner <Shop>'), merchantAt(actors.merchant2, 'Second Shop')],
    accounts: [
      accountAt(actors.partner, '1000.00'),
      { ...accountAt(actors.partner, '5.000'), id: 'dinar', currency: 'KWD' },
      accountAt(actors.purse, '0.00'),
      accountAt(actors.foreign, '50.00', { debitableBy: [] }),
      accountAt(actors.merchant, '0.00', { webhook: `${site}/${actors.merchant}` }),
    ],
    settlementProviders: [actors.provider],
  },
}

const publishes = (ocid: number, name = 'Somebody'): string => {
  const identity = { name, config: { endpoint: `${site}/${ocid}`, capabilities: [] } }
  return JSON.stringify(metadataDocument(identity, keys[ocid] ?? keyOf(1), referenceProfile))
}

// merchant2 publishes another key than the one that is registered.
const published: Record<string, string> = {
  [`${site}/${actors.merchant2}/metadata.json`]: publishes(actors.app),
  [`${site}/${actors.stranger}/metadata.json`]: publishes(actors.stranger),
  [`${site}/${actors.provider}/metadata.json`]: publishes(actors.provider),
}

/** Answers documents and accepts notifications. */
export const friendlySend: Send = async ({ url, method }) => {
  const text = published[url]
  if (method === 'POST') return { status: 200, text: '' }
  return text === undefined ? { status: 404, text: '' } : { status: 200, text }
}

export type Answered = { status: number; body: JsonObject & { error?: { code: string; details: JsonObject } } }

const answered = (response: LightMyRequestResponse): Answered => ({
  status: response.statusCode,
  body: response.json(),
})

export type FixtureOptions = {
  policies?: Partial<GatewayPolicies>
  ports?: Partial<Ports>
  profile?: Profile
  send?: Send
}

/** A gateway on virtual time with its neighbours, and a memory of what it sent. */
export const fixture = (options: FixtureOptions = {}) => {
  const time = virtualTime(1_800_000_000_000)
  const sent: OutgoingRequest[] = []
  let snapshot: (() => JsonObject) | undefined
  const server: FastifyInstance = buildGateway({
    ocid: actors.gateway,
    name: 'Test Gateway',
    endpoint: () => 'https://gateway.example/api/',
    key: keyOf(actors.gateway),
    provisioning,
    profile: options.profile ?? referenceProfile,
    policies: options.policies ?? {},
    ports: {
      now: time.now,
      after: time.after,
      send: request => {
        sent.push(request)
        return (options.send ?? friendlySend)(request)
      },
      persistence: {
        saved: undefined,
        changed: current => {
          snapshot = current
        },
      },
      ...options.ports,
    },
  })
  let nonces = 0
  const now = (): number => Math.floor(time.now() / 1000)

  const headersFor = (
    caller: number,
    path: string,
    body: string,
    claims: { nonce?: string; timestamp?: string } = {},
  ) =>
    signRequest(
      {
        method: 'POST',
        path,
        ocid: String(caller),
        nonce: claims.nonce ?? `n-${++nonces}`,
        timestamp: claims.timestamp ?? String(now()),
        body,
      },
      keys[caller] ?? keyOf(caller),
      referenceProfile,
    )

  const send = async (path: string, body: string, headers: Record<string, string | string[]>): Promise<Answered> =>
    answered(
      await server.inject({
        method: 'POST',
        url: path,
        payload: body,
        headers: { 'content-type': 'application/json', ...headers },
      }),
    )

  const call = (caller: number, path: string, message: unknown): Promise<Answered> => {
    const body = JSON.stringify(message)
    return send(path, body, headersFor(caller, path, body))
  }

  const get = async (path: string): Promise<Answered> => answered(await server.inject({ method: 'GET', url: path }))

  let orders = 0
  const order = (more: Partial<Order> = {}): Order => ({
    id: `order-${++orders}`,
    ocid: actors.merchant,
    amount: '12.34',
    currency: 'USD',
    items: [{ id: 'i1', name: 'Tea & <b>cake</b>', quantity: 2, price: '6.17' }],
    memo: 'Thank you',
    createdAt: now(),
    accepts: [actors.gateway],
    ...more,
  })

  const urls = (id: string) => ({
    order: [`https://shop.example/orders/${id}`],
    completed: `https://shop.example/done?id=${id}`,
    cancelled: `https://shop.example/cancelled?id=${id}`,
  })

  const checkoutRequest = (of: Order, more: object = {}) => ({
    order: of,
    signature: sign(of, of.ocid),
    urls: urls(of.id),
    ...more,
  })

  const store = (): StoreState => {
    const current = snapshot?.() as { store: StoreState } | undefined
    return current?.store ?? { sessions: [], orders: [], transactions: [], balances: [] }
  }

  const notifications = (): { request: OutgoingRequest; message: SignedProof }[] =>
    sent
      .filter(({ method }) => method === 'POST')
      .map(request => ({ request, message: JSON.parse(request.body ?? '') as SignedProof }))

  return {
    server,
    time,
    sent,
    now,
    headersFor,
    send,
    call,
    get,
    order,
    urls,
    checkoutRequest,
    store,
    notifications,
    snapshot: () => snapshot?.(),
  }
}

export type Fixture = ReturnType<typeof fixture>

/** A session opened by the merchant; its page below the gateway's own root. */
export const openPage = async (on: Fixture, order: Order = on.order()): Promise<{ order: Order; path: string }> => {
  const { body } = await on.call(order.ocid, '/orders/checkout', on.checkoutRequest(order))
  return { order, path: new URL(String(body.redirect_url)).pathname.replace('/api', '') }
}

/** Reads the page as a browser does, and sends its form. */
export const submit = async (
  on: Fixture,
  path: string,
  fields: Record<string, string>,
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => {
  const shown = await on.server.inject({ method: 'GET', url: path })
  const token = /name="token" value="([0-9a-f]+)"/.exec(shown.body)?.[1] ?? ''
  const cookie = String(shown.headers['set-cookie'] ?? '').split(';')[0] ?? ''
  return on.server.inject({
    method: 'POST',
    url: path,
    payload: new URLSearchParams({ token, ...fields }).toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  })
}

export const payment = { action: 'pay', option: 'card' }
