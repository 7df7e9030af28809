import type { LightMyRequestResponse } from 'fastify'
import type { JsonObject } from '../../protocol/json/json.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import { signPayload } from '../../protocol/signature/payload.ts'
import type { OrderRequest, Proof, SignedOrder, SignedProof } from '../../schemas/messages.ts'
import type { Ports, Send } from '../service/ports.ts'
import type { PartialProvisioning } from '../service/provisioning.ts'
import { recordingPorts } from '../service/recording-ports.test.support.ts'
import type { MerchantPolicies } from './contract.ts'
import { buildMerchant } from './merchant.ts'
import type { OrderRecord } from './records.ts'

/** The participants by OCID; `newcomer` has only its metadata, `unassigned` is in no registry. */
export const actors = {
  merchant: 1002,
  gateway: 4001,
  gateway2: 4002,
  rotating: 4004,
  unlisted: 4005,
  app: 6001,
  newcomer: 6002,
  unassigned: 2999,
} as const

export const keyOf = (ocid: number): PrivateKey => new PrivateKey(String(ocid).padStart(64, '0'))

const sign = (payload: object, key: PrivateKey): string => signPayload(payload as JsonObject, key, referenceProfile)

const site = 'http://127.0.0.1:4900'

export const metadataAt = (ocid: number): string => `${site}/${ocid}/metadata.json`

const callerAt = (ocid: number) => ({ ocid, publicKey: keyOf(ocid).publicKey, metadata: metadataAt(ocid) })

const played = [actors.gateway, actors.gateway2, actors.rotating, actors.app]

const provisioning: PartialProvisioning = {
  registry: {
    url: `${site}/registry.json`,
    entries: Object.fromEntries([...played, actors.newcomer].map(ocid => [String(ocid), metadataAt(ocid)])),
  },
  callers: played.map(callerAt),
  merchant: { issuers: [actors.gateway, actors.rotating, actors.unlisted], callers: [actors.app] },
}

/** The metadata document that publishes a key. */
export const publishes = (key: PrivateKey): string => {
  const identity = { name: 'Someone', config: { endpoint: site, capabilities: [] } }
  return JSON.stringify(metadataDocument(identity, key, referenceProfile))
}

/** Every participant publishes the key of its OCID. */
export const friendlySend: Send = async ({ url }) => {
  const ocid = Number(/\/(\d+)\/metadata\.json$/.exec(url)?.[1])
  return { status: 200, text: publishes(keyOf(ocid)) }
}

export type Answered = { status: number; body: JsonObject & { error?: { code: string; details: JsonObject } } }

const answered = (response: LightMyRequestResponse): Answered => ({
  status: response.statusCode,
  body: response.json(),
})

/** 'accepted', 'rejected', or status and code of a refusal. */
export const outcomeOf = ({ status, body }: Answered): string =>
  status === 200 ? String(body.status ?? 'created') : `${status} ${body.error?.code}`

export type FixtureOptions = { policies?: Partial<MerchantPolicies>; ports?: Partial<Ports>; send?: Send }

/** A merchant on virtual time with its neighbours, and a record of its requests to them. */
export const fixture = (options: FixtureOptions = {}) => {
  const peers = { send: options.send ?? friendlySend }
  const { ports, time, sent, storage } = recordingPorts(request => peers.send(request), options.ports)
  const server = buildMerchant({
    ocid: actors.merchant,
    name: 'Test Merchant',
    endpoint: () => 'https://merchant.example/api/',
    key: keyOf(actors.merchant),
    provisioning,
    policies: options.policies ?? {},
    ports,
  })
  let count = 0
  const fresh = (name: string): string => `${name}-${++count}`
  const now = (): number => Math.floor(time.now() / 1000)

  const call = async (caller: number, path: string, message: unknown, nonce = fresh('n')): Promise<Answered> => {
    const body = typeof message === 'string' ? message : JSON.stringify(message)
    const claims = { ocid: String(caller), nonce, timestamp: String(now()) }
    const headers = signRequest({ method: 'POST', path, ...claims, body }, keyOf(caller), referenceProfile)
    const type = { 'content-type': 'application/json' }
    return answered(await server.inject({ method: 'POST', url: path, payload: body, headers: { ...type, ...headers } }))
  }

  const get = (path: string) => server.inject({ method: 'GET', url: path })

  const request = (more: Partial<OrderRequest> = {}): OrderRequest => ({
    id: fresh('order'),
    ocid: actors.merchant,
    amount: '12.30',
    currency: 'USD',
    ...more,
  })

  const create = (asked: object) => call(actors.app, '/orders/create', asked)

  /** An order that was created. */
  const order = async (more: Partial<OrderRequest> = {}): Promise<SignedOrder> =>
    (await create(request(more))).body as SignedOrder

  const proof = ({ order: { id, amount, currency } }: SignedOrder, more: Partial<Proof> = {}): Proof => ({
    txid: fresh('tx'),
    issuer: actors.gateway,
    from: { ocid: actors.gateway, reference: 's' },
    to: { ocid: actors.merchant, reference: id },
    amount,
    currency,
    timestamp: now() - 60,
    ...more,
  })

  const signed = (of: Proof, key: PrivateKey = keyOf(of.issuer)): SignedProof => ({
    proof: of,
    signature: sign(of, key),
  })

  const deliver = (message: unknown, sender: number = actors.gateway) => call(sender, '/transfer/webhook', message)

  const store = () => ({ orders: [...storage.table<OrderRecord>('orders').values()] })

  return {
    ...{ server, time, sent, peers, now, call, get, request, create, order, proof, signed, deliver, store },
    storage,
  }
}

export type Fixture = ReturnType<typeof fixture>
