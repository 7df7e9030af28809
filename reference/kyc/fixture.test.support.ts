import { load } from 'cheerio'
import type { LightMyRequestResponse } from 'fastify'
import { metadataDocument } from '../../protocol/metadata.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { PrivateKey } from '../../protocol/signature/keys.ts'
import type { Ports, Send } from '../service/ports.ts'
import type { PartialProvisioning } from '../service/provisioning.ts'
import { recordingPorts } from '../service/recording-ports.test.support.ts'
import type { KycPolicies } from './contract.ts'
import { buildKyc } from './provider.ts'
import type { Decision } from './records.ts'

/** The participants by OCID; `silent` is provisioned and in no registry, `unassigned` is neither. */
export const actors = {
  provider: 1003,
  requester: 7001,
  silent: 7003,
  unassigned: 7999,
  user: 8001,
  user2: 8002,
  absent: 8999,
} as const

const provisioning: PartialProvisioning = {
  registry: {
    url: 'http://127.0.0.1:4900/registry.json',
    entries: { [actors.requester]: 'http://127.0.0.1:4900/7001/metadata.json' },
  },
  kyc: { requesters: [actors.requester, actors.silent], users: [actors.user], incompleteUsers: [actors.user2] },
}

const key = new PrivateKey('7'.padStart(64, '0'))

/** A signed metadata document of the requester. */
export const documentWith = (members: { name?: unknown; icon?: unknown } = {}): string => {
  const config = { endpoint: 'https://requester.example', capabilities: [] }
  const signed = metadataDocument({ name: 'Requester', config }, key, referenceProfile)
  return JSON.stringify({ ...signed, icon: 'https://cdn.requester.example/icon.png', ...members })
}

const friendlySend: Send = async () => ({ status: 200, text: documentWith() })

export type FixtureOptions = {
  policies?: Partial<KycPolicies>
  ports?: Partial<Ports>
  environment?: 'test' | 'production'
  provisioning?: PartialProvisioning
  send?: Send
}

/** A KYC provider on virtual time, and a record of its requests. */
export const fixture = (options: FixtureOptions = {}) => {
  const { ports, time, sent, storage } = recordingPorts(options.send ?? friendlySend, options.ports)
  const server = buildKyc({
    ocid: actors.provider,
    name: 'Test KYC Provider',
    endpoint: () => 'https://kyc.example/api/',
    key: new PrivateKey('3'.padStart(64, '0')),
    provisioning: options.provisioning ?? provisioning,
    environment: options.environment ?? 'test',
    policies: options.policies ?? {},
    ports,
  })
  const get = (url: string, headers: Record<string, string> = {}) => server.inject({ method: 'GET', url, headers })
  return {
    server,
    time,
    sent,
    get,
    now: () => Math.floor(time.now() / 1000),
    decisions: () => [...storage.table<Decision>('decisions').values()],
    storage,
  }
}

export type Fixture = ReturnType<typeof fixture>

export const callbackUrl = 'https://requester.example/callback'

export const usual = { grants: 'name,email', user_ocid: String(actors.user), callback_url: callbackUrl }

/** The address of a redirect request; an undefined parameter is left out. */
export const grantUrl = (parameters: Record<string, string | undefined> = {}, ocid: number | string = 7001): string => {
  const present = Object.entries({ ...usual, ...parameters }).flatMap(([name, value]) =>
    value === undefined ? [] : [`${name}=${encodeURIComponent(value)}`],
  )
  return `/kyc/grant/${ocid}?${present.join('&')}`
}

/** The request of a page: its fields, and its cookie. */
export type Form = { action: string; fields: URLSearchParams; cookie: string; page: LightMyRequestResponse }

/** Reads a page as a browser does: the hidden fields, with the line breaks that a browser makes. */
export const formIn = (page: LightMyRequestResponse): Form => {
  const $ = load(page.body)
  const fields = new URLSearchParams()
  for (const input of $('input[type=hidden]'))
    fields.append($(input).attr('name') ?? '', ($(input).attr('value') ?? '').replaceAll('\n', '\r\n'))
  const action = ($('form[method=post]').attr('action') ?? '').replace('/api', '')
  return { action, fields, cookie: String(page.headers['set-cookie'] ?? '').split(';')[0] ?? '', page }
}

/** The path of the consent page that a request leads to. */
export const requestGrant = async (on: Fixture, url = grantUrl()): Promise<string> => {
  const { headers } = await on.get(url)
  return new URL(String(headers.location)).pathname.replace('/api', '')
}

export const openForm = async (on: Fixture, url = grantUrl()): Promise<Form> =>
  formIn(await on.get(await requestGrant(on, url)))

/** Sends a form with changes: a list for a repeated field, undefined for one that is left out. */
export const submit = (
  on: Fixture,
  { action, fields, cookie }: Form,
  changes: Record<string, string | string[] | undefined> = {},
  headers: Record<string, string> = {},
): Promise<LightMyRequestResponse> => {
  const changed = new URLSearchParams(fields)
  for (const [name, value] of Object.entries(changes)) {
    changed.delete(name)
    for (const each of [value ?? []].flat()) changed.append(name, each)
  }
  return on.server.inject({
    method: 'POST',
    url: action,
    payload: changed.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded', cookie, ...headers },
  })
}

export const bothGranted = { choice_name: 'granted', choice_email: 'granted' }
