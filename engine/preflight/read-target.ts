import { randomUUID } from 'node:crypto'
import type { HttpClient } from '../../harness/http/http-client.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { joinPath } from '../../protocol/base-url.ts'
import { isCurrency } from '../../protocol/currency.ts'
import { isObject, type Json } from '../../protocol/json.ts'
import { capabilitiesOf, type Role } from '../../protocol/operations.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request.ts'
import { unixSeconds } from '../../protocol/unix-seconds.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { roleOf } from '../settings/role.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'

/** What the first look at the target shows: who it is and where its operations are. */
export type TargetReading = {
  role: Role
  metadata: HttpResponse
  address: { baseUrl: string; apiUrl: string }
  findings: PreflightFinding[]
  /** The run cannot go on: 2 for a wrong set-up, 3 for a target that cannot be reached. */
  stop?: 2 | 3
}

const memberOf = (value: Json | undefined, name: string): Json | undefined =>
  isObject(value) ? value[name] : undefined

/** config of a metadata document, or an empty object. */
export const configOf = (metadata: Pick<HttpResponse, 'json'>): Json => memberOf(metadata.json, 'config') ?? {}

/** The ISO 4217 codes of config.settlement.currencies. */
export const settledIn = (metadata: Pick<HttpResponse, 'json'>): string[] => {
  const currencies = memberOf(memberOf(configOf(metadata), 'settlement'), 'currencies')
  return Array.isArray(currencies) ? currencies.filter(isCurrency) : []
}

/** Reads the metadata document and settles role and address. UsageError where the role cannot be told. Heading: GET /metadata.json. */
export const readTarget = async (
  settings: RunSettings,
  http: HttpClient,
  signal: AbortSignal,
): Promise<TargetReading> => {
  const baseUrl = settings.target?.baseUrl ?? ''
  const read = (base: string) => {
    const url = new URL(joinPath(base, '/metadata.json'))
    const request = { method: 'GET', origin: url.origin, path: url.pathname, headers: [accept] }
    return http.send(request, { check: 'preflight', signal })
  }
  const open = await read(baseUrl)
  const findings = [metadataFinding(baseUrl, open)]
  const metadata = [401, 403].includes(open.status) ? await readSigned(settings, http, signal, open) : open
  const role = settings.target?.role ?? roleOf(metadata.json ?? {})
  const unreachable = metadata.silence !== undefined && metadata.silence.kind !== 'broken'
  if (unreachable)
    return { role: role ?? 'gateway', metadata, address: { baseUrl, apiUrl: baseUrl }, findings, stop: 3 }
  if (role === undefined)
    throw new UsageError(
      `The role of ${baseUrl} cannot be told: its metadata shows no capability of a gateway or KYC provider.`,
      'Check the base URL, or give --role gateway, merchant or kyc.',
    )
  const other = contradiction(role, metadata)
  if (other) return { role, metadata, address: { baseUrl, apiUrl: baseUrl }, findings: [...findings, other], stop: 2 }
  const post = (base: string, path: string) => {
    const url = new URL(joinPath(base, path))
    const headers: [string, string][] = [accept, ['content-type', 'application/json']]
    const method = role === 'kyc' ? 'GET' : 'POST'
    const body = role === 'kyc' ? {} : { body: '{}' }
    return http.send(
      { method, origin: url.origin, path: url.pathname, headers, ...body },
      { check: 'preflight', signal },
    )
  }
  const endpoint = memberOf(configOf(metadata), 'endpoint')
  const { apiUrl, finding } = await settleAddress(baseUrl, endpoint, base => operates(post, role, base))
  return { role, metadata, address: { baseUrl, apiUrl }, findings: [...findings, finding] }
}

/**
 * A document that is wrongly kept from strangers (META-01) is asked for once more, signed, so that what it says can be judged.
 * The first answer counts where this one is no better.
 */
const readSigned = async (
  settings: RunSettings,
  http: HttpClient,
  signal: AbortSignal,
  open: HttpResponse,
): Promise<HttpResponse> => {
  const [caller] = settings.hasConfig ? Object.values(settings.identities) : []
  if (!caller) return open
  const { origin, pathname: path } = new URL(open.url)
  const timestamp = String(unixSeconds())
  const parts = { method: 'GET', path, ocid: String(caller.ocid), timestamp, nonce: randomUUID(), body: '' }
  const profile = typeof settings.profile === 'string' ? referenceProfile : settings.profile
  const headers = Object.entries(signRequest(parts, caller.key, profile))
  const signed = await http.send(
    { method: 'GET', origin, path, headers: [accept, ...headers] },
    { check: 'preflight', signal },
  )
  return signed.status === 200 ? signed : open
}

const accept: [string, string] = ['accept', 'application/json']

const finding = (
  name: string,
  severity: PreflightFinding['severity'],
  message: string,
  remedy?: string,
): PreflightFinding => ({
  name,
  ok: severity === 'info',
  severity,
  message,
  ...(remedy === undefined ? {} : { remedy }),
})

const metadataFinding = (baseUrl: string, metadata: HttpResponse): PreflightFinding => {
  const url = joinPath(baseUrl, '/metadata.json')
  const remedy = 'Start the target, or mend the base URL.'
  if (metadata.silence) return finding('target', 'error', `${url} cannot be read: ${metadata.silence.message}.`, remedy)
  if (metadata.status !== 200)
    return finding('target', 'warning', `${url} answers ${metadata.status}.`, 'Check the base URL.')
  if (!isObject(metadata.json))
    return finding('target', 'warning', `${url} is not a JSON object.`, 'Check the base URL.')
  return finding('target', 'info', `${url} answers with a metadata document.`)
}

/** Somebody of another role answers there: it declares what only another role has, and nothing of the role that was asked for. */
const contradiction = (role: Role, metadata: HttpResponse): PreflightFinding | undefined => {
  const capabilities = memberOf(configOf(metadata), 'capabilities')
  const declared = Array.isArray(capabilities) ? capabilities.filter(one => typeof one === 'string') : []
  const others = (['gateway', 'kyc'] as const).filter(
    // transfer.webhook is listed for gateways, but it is the merchant's operation.
    one => one !== role && declared.some(name => name !== 'transfer.webhook' && capabilitiesOf[one].includes(name)),
  )
  if (others.length === 0 || declared.some(name => capabilitiesOf[role].includes(name))) return undefined
  return finding(
    'role',
    'error',
    `The metadata is that of a ${others[0]}, not of a ${role}: it declares ${declared.join(', ').slice(0, 200)}.`,
    `Check the base URL, or give --role ${others[0]}.`,
  )
}

/**
 * config.endpoint where an operation of the role answers below it, else the operator's own address if one answers there:
 * META-05 then says what is wrong, and the other clauses are tried all the same.
 */
const settleAddress = async (
  baseUrl: string,
  endpoint: Json | undefined,
  answersAt: (base: string) => Promise<boolean>,
) => {
  if (!isAddress(endpoint)) return kept(baseUrl, 'config.endpoint is no absolute http(s) URI')
  const below = { apiUrl: endpoint, finding: finding('endpoint', 'info', `Operations are below ${endpoint}.`) }
  if (sameAddress(endpoint, baseUrl) || (await answersAt(endpoint)) || !(await answersAt(baseUrl))) return below
  return kept(baseUrl, `no operation answers below config.endpoint (${endpoint.slice(0, 200)})`)
}

const isAddress = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

/** Whether an operation of the role is there: an empty request to it is not answered as an unknown path would be. */
const operates = async (send: (base: string, path: string) => Promise<HttpResponse>, role: Role, base: string) => {
  const path = { gateway: '/orders/checkout', merchant: '/orders/create', kyc: '/kyc/grant/7001' }[role]
  const { silence, status } = await send(base, path)
  return silence === undefined && ![404, 405, 501].includes(status)
}

const kept = (baseUrl: string, why: string) => ({
  apiUrl: baseUrl,
  finding: finding('endpoint', 'warning', `${why}; operations are tried below ${baseUrl}.`),
})

const sameAddress = (a: string, b: string) => new URL(a).href.replace(/\/$/, '') === new URL(b).href.replace(/\/$/, '')
