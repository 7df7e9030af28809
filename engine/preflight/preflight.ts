import type { Role } from '../../protocol/operations.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import type { Obstacles, Session } from '../../suites/harness/session.ts'
import { createStage, type Stage } from '../../suites/harness/stage.ts'
import { type Discovery, discoverDialect } from '../discovery/discover.ts'
import { clockFinding } from './clock.ts'
import { counterpartFindings } from './counterpart.ts'
import { identityFindings } from './identities.ts'
import { issuerFindings } from './issuers.ts'
import { moneyFindings } from './money.ts'
import type { Part } from './part.ts'
import type { TargetReading } from './reading.ts'
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
  session: Session,
  { target, trouble, seek, signal }: Circumstances,
): Promise<PreflightReport> => {
  const parts: Part[] = [{ findings: target.findings, ...(target.stop ? { stop: target.stop } : {}) }]
  const goOn = () => parts.every(part => part.stop === undefined)
  const add = async (look: () => Part | Promise<Part>) => {
    if (goOn()) parts.push(await look())
  }
  const unprovisioned = obstacleOfSettings(session)
  await add(() => ({ findings: [clockFinding(session.metadata)] }))
  await add(() => unprovisioned ?? counterpartFindings(session, trouble))
  if (unprovisioned || !goOn()) return joined(parts)
  const stageOf = (speaking: Session) => preflightStage(speaking, signal)
  const discovery = seek && session.changesState ? await discoverDialect(stageOf, session) : undefined
  if (discovery) parts.push({ findings: discovery.findings })
  const stage = stageOf({ ...session, profile: discovery?.profile ?? session.profile })
  for (const look of looks[session.role]) await add(() => look(stage, parts, discovery?.tried))
  return { ...joined(parts), ...(discovery ? { discovery } : {}) }
}

/** `tried`: canonical requests that were tried in vain. */
type Look = (stage: Stage, earlier: readonly Part[], tried?: string) => Promise<Part>

/** What is looked at toward each role, in this order. */
const looks: Readonly<Record<Role, readonly Look[]>> = {
  gateway: [identityFindings, moneyFindings],
  merchant: [identityFindings, issuerFindings],
  kyc: [userFindings],
}

/** The preflight sends as a check would, filed under its own name. */
export const preflightStage = (session: Session, signal: AbortSignal): Stage => {
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
  return createStage(session, check, { signal, trace: { observations: [], exchanges: [], undo: [] } })
}

const obstacleOfSettings = (session: Session): Part | undefined => {
  if (Object.keys(session.identities).length === 0)
    return obstacle(
      'provisioning',
      'Needs identities that the target knows: `oc-conformance init` writes a config and what to register at the target; then run with that config.',
    )
  if (session.target.ocid === undefined)
    return obstacle(
      'provisioning',
      "Needs the target's OCID, which its metadata does not carry: give --ocid, or target.ocid in the config.",
    )
  return undefined
}

const obstacle = (name: 'provisioning', message: string): Part => ({
  findings: [{ name, ok: false, severity: 'warning', message }],
  obstacles: { [name]: message },
})

const joined = (parts: readonly Part[]): PreflightReport => {
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
