import type { CheckContext } from '../../harness/context.ts'
import { createCheckContext } from '../../harness/create-context.ts'
import type { Obstacles, RunContext } from '../../harness/run-context.ts'
import type { Role } from '../../protocol/operations.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { type Discovery, discoverDialect } from '../discovery/discover.ts'
import { clockFinding } from './clock.ts'
import { counterpartFindings } from './counterpart.ts'
import { identityFindings } from './identities.ts'
import { issuerFindings } from './issuers.ts'
import { moneyFindings } from './money.ts'
import type { TargetReading } from './read-target.ts'
import type { PreflightResult } from './result.ts'
import { userFindings } from './users.ts'

/** What stands in the way of a run, found before the first verdict: a wrong set-up is never a wrong implementation. */
export type PreflightReport = {
  findings: PreflightFinding[]
  obstacles: Obstacles
  /** 2: a wrong set-up, nothing is judged; 3: the target cannot be reached. Absent: the run goes on. */
  stop?: 2 | 3
  /** What was found out of the target's choices, where that was left to the harness. */
  discovery?: Discovery
}

/** `seek`: the operator left it to the harness how the target signs requests. */
type Circumstances = { target: TargetReading; trouble: string | undefined; seek: boolean; signal: AbortSignal }

/** Everything reachable, registered and in time, in both directions. */
export const preflight = async (
  run: RunContext,
  { target, trouble, seek, signal }: Circumstances,
): Promise<PreflightReport> => {
  const parts: PreflightResult[] = [{ findings: target.findings, ...(target.stop ? { stop: target.stop } : {}) }]
  const goOn = () => parts.every(part => part.stop === undefined)
  const add = async (look: () => PreflightResult | Promise<PreflightResult>) => {
    if (goOn()) parts.push(await look())
  }
  const unprovisioned = obstacleOfSettings(run)
  await add(() => ({ findings: [clockFinding(run.metadata)] }))
  await add(() => unprovisioned ?? counterpartFindings(run, trouble))
  if (unprovisioned || !goOn()) return joined(parts)
  const contextOf = (speaking: RunContext) => preflightContext(speaking, signal)
  const discovery = seek && run.changesState ? await discoverDialect(contextOf, run) : undefined
  if (discovery) parts.push({ findings: discovery.findings })
  const context = contextOf({ ...run, profile: discovery?.profile ?? run.profile })
  for (const look of looks[run.role]) await add(() => look(context, parts, discovery?.tried))
  return { ...joined(parts), ...(discovery ? { discovery } : {}) }
}

/** `tried`: canonical requests that were tried in vain. */
type Look = (context: CheckContext, earlier: readonly PreflightResult[], tried?: string) => Promise<PreflightResult>

/** What is looked at toward each role, in this order. */
const looks: Readonly<Record<Role, readonly Look[]>> = {
  gateway: [identityFindings, moneyFindings],
  merchant: [identityFindings, issuerFindings],
  kyc: [userFindings],
}

/** The preflight sends as a check would, filed under its own name. */
export const preflightContext = (run: RunContext, signal: AbortSignal): CheckContext => {
  const none = async () => undefined
  const check = {
    id: 'preflight',
    title: 'preflight',
    clauses: [],
    roles: [],
    operations: [],
    kind: 'clause',
    alone: true,
    last: false,
    run: none,
  } as const
  return createCheckContext(run, check, { signal, trace: { observations: [], exchanges: [], undo: [] } })
}

const obstacleOfSettings = (run: RunContext): PreflightResult | undefined => {
  if (Object.keys(run.identities).length === 0)
    return obstacle(
      'provisioning',
      'Needs identities that the target knows: `oc-conformance init` writes a config and what to register at the target; then run with that config.',
    )
  if (run.target.ocid === undefined)
    return obstacle(
      'provisioning',
      "Needs the target's OCID, which its metadata does not carry: give --ocid, or target.ocid in the config.",
    )
  return undefined
}

const obstacle = (name: 'provisioning', message: string): PreflightResult => ({
  findings: [{ name, ok: false, severity: 'warning', message }],
  obstacles: { [name]: message },
})

const joined = (parts: readonly PreflightResult[]): PreflightReport => {
  const stop = parts.find(part => part.stop !== undefined)?.stop
  return {
    findings: parts.flatMap(part => part.findings),
    obstacles: {
      ...Object.assign({}, ...parts.map(part => part.obstacles ?? {})),
      identities: Object.assign({}, ...parts.map(part => part.obstacles?.identities ?? {})),
    },
    ...(stop === undefined ? {} : { stop }),
  }
}
