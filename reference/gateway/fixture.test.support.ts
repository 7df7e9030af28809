import type { FastifyInstance, LightMyRequestResponse } from 'fastify'
import type { JsonObject } from '../../protocol/json/json.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import type { Order, SignedProof } from '../../schemas/messages.ts'
import type { OutgoingRequest, Ports, Send } from '../service/ports.ts'
import { recordingPorts } from '../service/recording-ports.test.support.ts'
import { actors, friendlySend, keyOf, keys, provisioning, sign } from './actors.test.support.ts'
import type { GatewayPolicies } from './contract.ts'
import { buildGateway } from './gateway.ts'
import type { OrderRecord, Session, Transaction } from './records.ts'

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

/** A gateway on virtual time with its neighbours, and a record of its requests. */
export const fixture = (options: FixtureOptions = {}) => {
  const { ports, time, sent, storage } = recordingPorts(options.send ?? friendlySend, options.ports)
  const server: FastifyInstance = buildGateway({
    ocid: actors.gateway,
    name: 'Test Gateway',
    endpoint: () => 'https://gateway.example/api/',
    key: keyOf(actors.gateway),
    provisioning,
    profile: options.profile ?? referenceProfile,
    policies: options.policies ?? {},
    ports,
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

  const store = () => ({
    sessions: [...storage.table<Session>('sessions').values()],
    orders: [...storage.table<OrderRecord>('orders')],
    transactions: [...storage.table<Transaction>('transactions')],
    balances: [...storage.table<string>('balances')],
  })

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
    storage,
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
