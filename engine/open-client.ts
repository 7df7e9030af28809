import type { Evidence } from '../harness/http/exchange.ts'
import { proxiesIn } from '../harness/http/forward-proxy.ts'
import { createHttpClient, type HttpClient } from '../harness/http/http-client.ts'
import type { HttpRequest } from '../harness/http/http-request.ts'
import { Leads } from '../harness/http/leads.ts'
import { waits } from '../harness/patience.ts'
import { redactorOf } from '../harness/redaction.ts'
import { joinPath } from '../protocol/base-url.ts'
import type { Ending } from './ending.ts'
import { secretsOf } from './settings/keys/secrets.ts'
import type { RunSettings } from './settings/settings.ts'
import { version } from './version.ts'
import { withValues } from './with-values.ts'

/** Requests in flight at the same time, and connections to the target. */
export const concurrency = 32

/** Opens the client of a run; once a target has throttled it for too long, it ends the run. */
export const openClient = (settings: RunSettings, evidence: Evidence, { end }: Ending): HttpClient => {
  const redact = redactorOf(secretsOf(settings))
  const onSpent = (why: string) => end(redact(why))
  const { timeoutMs, maxRps } = settings
  const userAgent = `oc-conformance/${version}`
  const control = controlOf(settings)
  const throttling = { ms: settings.patience.throttlingMs ?? waits.throttling.ms[settings.depth], onSpent }
  const limits = { timeoutMs, concurrency, throttling }
  const leads = leadsOf(settings)
  return createHttpClient({ evidence, userAgent, leads, ...limits, ...withValues({ control, maxRps }) })
}

/** Requests may go to any address that the operator named: the target, its parts, and the proxies on the way. */
const leadsOf = ({
  target,
  targetOrigins = [],
  isReported = false,
  pages,
  targetClock,
  counterpart,
}: RunSettings): Leads =>
  new Leads({
    targets: target === undefined ? [] : [target.baseUrl],
    isReported,
    named: [
      ...targetOrigins,
      ...(pages.checkout?.origins ?? []),
      ...(pages.consent?.origins ?? []),
      ...[targetClock?.url, counterpart.publicUrl].filter(url => url !== undefined),
      ...proxiesIn(),
    ],
  })

/** The control request reads the metadata, which a target always serves unless it is overloaded. */
const controlOf = ({ target }: RunSettings): HttpRequest | undefined => {
  if (target === undefined) return undefined
  const { origin, pathname } = new URL(joinPath(target.baseUrl, '/metadata.json'))
  return { method: 'GET', origin, path: pathname, headers: [['accept', 'application/json']] }
}
