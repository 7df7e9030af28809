import type { Json } from '../../protocol/json/json.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { problem, warning, working } from './finding.ts'

/** The base address of all operations, and the finding about it. */
type ApiUrl = { apiUrl: string; finding: PreflightFinding; stop?: 2 }

/** Whether an operation answers below a base address. `forbidden`: why the target may not lead there; nothing was sent then. */
export type Answer = { isAnswered: boolean; forbidden?: string }

/**
 * Returns config.endpoint if an operation answers below it, otherwise the operator's own address if one answers there: META-05 then reports
 * the endpoint, and the other clauses are still tried.
 */
export const chooseAddress = async (
  baseUrl: string,
  endpoint: Json | undefined,
  askBelow: (base: string) => Promise<Answer>,
): Promise<ApiUrl> => {
  if (!isAddress(endpoint)) return ownAddress(baseUrl, 'config.endpoint is not an absolute http(s) URI')
  const below = { apiUrl: endpoint, finding: working('endpoint', `Operations are below ${endpoint}.`) }
  if (isSameAddress(endpoint, baseUrl)) return below
  const { isAnswered, forbidden } = await askBelow(endpoint)
  if (isAnswered) return below
  const isAnsweredHere = (await askBelow(baseUrl)).isAnswered
  if (forbidden !== undefined) return withoutEndpoint(baseUrl, forbidden, isAnsweredHere)
  if (!isAnsweredHere) return below
  return ownAddress(baseUrl, `no operation answers below config.endpoint (${endpoint.slice(0, 200)})`)
}

/** Uses the operator's own address if operations answer there, since the endpoint is a forbidden address. */
const withoutEndpoint = (baseUrl: string, forbidden: string, isAnswered: boolean): ApiUrl => {
  if (isAnswered) return ownAddress(baseUrl, `config.endpoint is not used: ${forbidden}`)
  const [cause = '', remedy = ''] = forbidden.split('; ')
  const finding = problem(
    'endpoint',
    `No operation can be tried: ${cause}.`,
    `${remedy.replace(/^./, first => first.toUpperCase())}.`,
  )
  return { apiUrl: baseUrl, finding, stop: 2 }
}

const ownAddress = (baseUrl: string, why: string): ApiUrl => ({
  apiUrl: baseUrl,
  finding: warning('endpoint', `${why}; operations are tried below ${baseUrl}.`),
})

const isAddress = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

const isSameAddress = (a: string, b: string) =>
  new URL(a).href.replace(/\/$/, '') === new URL(b).href.replace(/\/$/, '')
