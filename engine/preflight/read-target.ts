import { randomUUID } from 'node:crypto'
import { createClock } from '../../harness/clock.ts'
import { connectionRemedy } from '../../harness/http/connection-error.ts'
import { proxyFor } from '../../harness/http/forward-proxy.ts'
import type { HttpClient } from '../../harness/http/http-client.ts'
import { metadataLimit } from '../../harness/http/limits.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { joinPath } from '../../protocol/base-url.ts'
import { isObject, memberOf } from '../../protocol/json/json.ts'
import { capabilitiesOf, type Role } from '../../protocol/operations.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { signRequest } from '../../protocol/request/request.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { configOf, declaredCapabilities, roleOf } from '../target/target-metadata.ts'
import { type Answer, chooseAddress } from './api-url.ts'
import { note, problem, warning, working } from './finding.ts'
import { gateBefore } from './gate.ts'

/** The facts in a target's metadata document: its role, and where its operations are. */
export type TargetReading = {
  role: Role
  metadata: HttpResponse
  address: { baseUrl: string; apiUrl: string }
  findings: PreflightFinding[]
  /** 2: the configuration is invalid; 3: the target cannot be reached. Absent: the run continues. */
  stop?: 2 | 3
}

const tooLong = (baseUrl: string): PreflightFinding =>
  problem(
    'target',
    `${baseUrl} sent ${metadataLimit.beyond}, and the harness processes no more.`,
    'Shorten the lists and texts of the document.',
  )

type Send = (request: Parameters<HttpClient['send']>[0]) => Promise<HttpResponse>

/**
 * Reads the metadata document and decides role and address. Throws UsageError if neither the settings nor the document determine the role.
 * Heading: GET /metadata.json.
 */
export const readTarget = async (
  settings: RunSettings,
  http: HttpClient,
  signal: AbortSignal,
): Promise<TargetReading> => {
  const baseUrl = settings.target?.baseUrl ?? ''
  const send: Send = request => http.send(request, { check: 'preflight', signal })
  const unsigned = await send(metadataRequest(baseUrl))
  const findings = [...proxyFindings(baseUrl), metadataFinding(baseUrl, unsigned)]
  const mayBeSigned = settings.environment !== 'production' || settings.yesChangeState
  const isRefused = mayBeSigned && [401, 403].includes(unsigned.status)
  const metadata = isRefused ? await readSigned(settings, send, unsigned) : unsigned
  const role = settings.target?.role ?? roleOf(metadata.json)
  const reading = { metadata, address: { baseUrl, apiUrl: baseUrl } }
  if (metadata.silence !== undefined && metadata.silence.kind !== 'broken')
    return { role: role ?? 'gateway', ...reading, findings, stop: 3 }
  if ((metadata.text ?? '').length > metadataLimit.most) {
    // Nothing else will read it.
    const unread = { ...metadata, text: '', json: undefined }
    return { role: role ?? 'gateway', ...reading, metadata: unread, findings: [tooLong(baseUrl)], stop: 3 }
  }
  const path = operationPath(role ?? 'gateway', settings)
  const gate = metadata.status === 200 ? undefined : gateBefore(unsigned, await askOperation(send, path, baseUrl))
  if (gate) return { role: role ?? 'gateway', ...reading, findings: [gate.finding], stop: gate.stop }
  if (role === undefined)
    throw new UsageError(
      `The role of ${baseUrl} is unknown: its metadata has no capability of a gateway or KYC provider.`,
      'Check the base URL, or give --role gateway, merchant or kyc.',
    )
  const contradiction = roleContradiction(role, metadata)
  if (contradiction) {
    const isOfRole = settings.target?.role !== undefined && (await askBelow(send, path, baseUrl)).isAnswered
    if (!isOfRole) return { role, ...reading, findings: [...findings, contradiction.problem], stop: 2 }
    findings.push(note('role', contradiction.note))
  }
  const endpoint = memberOf(configOf(metadata.json), 'endpoint')
  const { apiUrl, finding, ...stop } = await chooseAddress(baseUrl, endpoint, base => askBelow(send, path, base))
  return { role, metadata, address: { baseUrl, apiUrl }, findings: [...findings, finding], ...stop }
}

const accept: [string, string] = ['accept', 'application/json']

const metadataRequest = (baseUrl: string, headers: [string, string][] = []) => {
  const { origin, pathname: path } = new URL(joinPath(baseUrl, '/metadata.json'))
  return { method: 'GET', origin, path, headers: [accept, ...headers] }
}

/**
 * Reads the document again with a signed request if the target wrongly refuses unauthenticated ones (META-01), so that its content can be
 * judged. Returns the first response unless the second is better.
 */
const readSigned = async (settings: RunSettings, send: Send, unsigned: HttpResponse): Promise<HttpResponse> => {
  const [caller] = settings.hasConfig ? Object.values(settings.identities) : []
  if (!caller) return unsigned
  const { pathname: path } = new URL(unsigned.url)
  const base = path.replace(/\/metadata\.json$/, '')
  const clock = createClock()
  clock.see(unsigned)
  const timestamp = String(clock.now())
  const parts = { method: 'GET', path, base, ocid: String(caller.ocid), timestamp, nonce: randomUUID(), body: '' }
  const profile = typeof settings.profile === 'string' ? referenceProfile : settings.profile
  const headers = Object.entries(signRequest(parts, caller.key, profile))
  const signed = await send(metadataRequest(settings.target?.baseUrl ?? '', headers))
  return signed.status === 200 ? signed : unsigned
}

/** Reports a proxy, without the password that its address may hold. */
const proxyFindings = (baseUrl: string): PreflightFinding[] => {
  const proxy = proxyFor(baseUrl)
  return proxy ? [working('proxy', `Requests go through the proxy ${proxy.host}, as the environment says.`)] : []
}

const metadataFinding = (baseUrl: string, metadata: HttpResponse): PreflightFinding => {
  const url = joinPath(baseUrl, '/metadata.json')
  if (metadata.silence)
    return problem(
      'target',
      `${url} cannot be read: ${metadata.silence.message}.`,
      metadata.silence.kind === 'limit'
        ? 'Keep the document below that limit.'
        : (connectionRemedy(metadata.silence.message) ?? 'Start the target, or correct the base URL.'),
    )
  if (metadata.status >= 500)
    return warning('target', `${url} answers ${metadata.status}.`, 'Check the log of the target, then the base URL.')
  if (metadata.status !== 200) return warning('target', `${url} answers ${metadata.status}.`, 'Check the base URL.')
  if (!isObject(metadata.json)) return warning('target', `${url} is not a JSON object.`, 'Check the base URL.')
  return working('target', `${url} answers with a metadata document.`)
}

/**
 * Finds out whether the metadata belongs to another role: it declares capabilities that only that role has, and none of the expected role.
 * If the role was given and its operation answers, the finding is only a note.
 */
const roleContradiction = (
  role: Role,
  metadata: HttpResponse,
): { problem: PreflightFinding; note: string } | undefined => {
  const declared = declaredCapabilities(metadata.json)
  const [other] = (['gateway', 'kyc'] as const).filter(
    candidate =>
      candidate !== role &&
      // transfer.webhook is listed for gateways, but it is the merchant's operation.
      declared.some(name => name !== 'transfer.webhook' && capabilitiesOf[candidate].includes(name)),
  )
  if (other === undefined || declared.some(name => capabilitiesOf[role].includes(name))) return undefined
  const names = declared.join(', ').slice(0, 200)
  return {
    problem: problem(
      'role',
      `The metadata belongs to a ${other}, not to a ${role}: it declares ${names}.`,
      `Check the base URL, or give --role ${other}.`,
    ),
    note: `The metadata declares ${names}, which the document lists for a ${other}. The target is certified as a ${role}, as the settings say.`,
  }
}

/** Returns the path of an operation that every target of the role has. */
const operationPath = (role: Role, { identities, absent }: RunSettings): string => {
  if (role === 'kyc') return `/kyc/grant/${identities.requester?.ocid ?? absent.requester}`
  return role === 'gateway' ? '/orders/checkout' : '/orders/create'
}

/** Sends an empty request to an operation below a base address. */
const askOperation = (send: Send, operation: string, base: string): Promise<HttpResponse> => {
  const isPage = operation.startsWith('/kyc/')
  const { origin, pathname: path } = new URL(joinPath(base, operation))
  const headers: [string, string][] = [accept, ['content-type', 'application/json']]
  return send({ method: isPage ? 'GET' : 'POST', origin, path, headers, ...(isPage ? {} : { body: '{}' }) })
}

/**
 * Returns whether an operation of the role exists below a base address: an empty request is then answered differently from an unknown path.
 */
const askBelow = async (send: Send, operation: string, base: string): Promise<Answer> => {
  const { silence, status } = await askOperation(send, operation, base)
  const isAnswered = silence === undefined && ![404, 405, 501].includes(status)
  return { isAnswered, ...(silence?.kind === 'forbidden' ? { forbidden: silence.message } : {}) }
}
