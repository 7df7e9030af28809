import type { Json } from '../../protocol/json/json.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { warning, working } from './finding.ts'

/** The base of all operations, and the finding about it. */
type ApiUrl = { apiUrl: string; finding: PreflightFinding }

/**
 * Returns config.endpoint if an operation answers below it, otherwise the operator's own address if one answers there:
 * META-05 then reports the endpoint, and the other clauses are tried all the same.
 */
export const chooseAddress = async (
  baseUrl: string,
  endpoint: Json | undefined,
  answersBelow: (base: string) => Promise<boolean>,
): Promise<ApiUrl> => {
  if (!isAddress(endpoint)) return ownAddress(baseUrl, 'config.endpoint is not an absolute http(s) URI')
  const below = { apiUrl: endpoint, finding: working('endpoint', `Operations are below ${endpoint}.`) }
  if (isSameAddress(endpoint, baseUrl) || (await answersBelow(endpoint)) || !(await answersBelow(baseUrl))) return below
  return ownAddress(baseUrl, `no operation answers below config.endpoint (${endpoint.slice(0, 200)})`)
}

const ownAddress = (baseUrl: string, why: string): ApiUrl => ({
  apiUrl: baseUrl,
  finding: warning('endpoint', `${why}; operations are tried below ${baseUrl}.`),
})

const isAddress = (value: Json | undefined): value is string =>
  typeof value === 'string' && /^https?:\/\//i.test(value) && URL.canParse(value)

const isSameAddress = (a: string, b: string) =>
  new URL(a).href.replace(/\/$/, '') === new URL(b).href.replace(/\/$/, '')
