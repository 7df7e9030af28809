import { selects } from '../engine/checks/selection.ts'
import { openRun } from '../engine/open-run.ts'
import { accountsOf } from '../engine/provisioning/identities.ts'
import { assemble } from '../engine/report/assemble.ts'
import { measureSince } from '../engine/report/measured.ts'
import { runChecks } from '../engine/runner/in-process.ts'
import { freshIdentities } from '../engine/settings/config/identities.ts'
import { plainSettings } from '../engine/settings/plain-settings.test.support.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { startReference } from '../engine/target/reference-target.ts'
import { targetFactsOf } from '../engine/target/target-facts.ts'
import type { Evidence } from '../harness/http/exchange.ts'
import { type Implementation, serveOptionsOf } from '../implementations/implementation.ts'
import type { Role } from '../protocol/operations.ts'
import type { RequirementId } from '../protocol/requirements/index.ts'
import { isInVocabulary } from '../protocol/requirements/vocabulary/index.ts'
import { present } from '../protocol/time.ts'
import type { CommonPolicies } from '../reference/every-role/contract.ts'
import type { ServeOptions } from '../sandbox/serve.ts'
import type { Report } from '../schemas/messages.ts'
import { checksOf } from '../suites/index.ts'
import { runSettingsOf } from './run-settings.ts'

export type Certified = { report: Report; exitCode: number }

/** Certifies the reference with some options changed, in this process and without files. */
export const certifyReference = async (
  changes: Partial<ServeOptions> = {},
  settings: Partial<RunSettings> = {},
  role: Role = 'gateway',
): Promise<Certified> => {
  const reference = await startReference({ ...plainSettings, ...settings }, role, changes)
  try {
    return await certifyTarget(reference.settings)
  } finally {
    await reference.close()
  }
}

/** Certifies an implementation of a role, with the profile and hints of its operator. */
export const certifyImplementation = <Policies extends CommonPolicies>(
  role: Role,
  implementation: Implementation<Policies>,
  settings: Partial<RunSettings> = {},
): Promise<Certified> => withImplementation(role, { implementation, settings }, served => certifyTarget(served))

/** Serves an implementation of a role while `use` runs, which gets the settings to certify it. */
export const withImplementation = async <Policies extends CommonPolicies, Used>(
  role: Role,
  { implementation, settings }: { implementation: Implementation<Policies>; settings: Partial<RunSettings> },
  use: (settings: RunSettings) => Promise<Used>,
): Promise<Used> => {
  const environment = implementation.environment ?? 'test'
  const given: RunSettings = { ...plainSettings, environment, ...settings }
  const reference = await startReference(given, role, serveOptionsOf(role, implementation))
  try {
    return await use(runSettingsOf(reference.settings, implementation))
  } finally {
    await reference.close()
  }
}

/** After this many milliseconds a run of the self-test counts as hung, and is interrupted. */
const longestRunMs = 5 * 60_000

/**
 * Certifies the target that the settings name, in this process and without files. Every check runs; quick depth only draws fewer values.
 */
export const certifyTarget = async (
  settings: RunSettings,
  timeoutMs = longestRunMs,
  evidence: Evidence = { write: () => undefined },
): Promise<Certified> => {
  const started = present()
  const signal = AbortSignal.timeout(timeoutMs)
  const open = await openRun(settings, evidence, signal)
  const checks = checksOf(open.run.role)
  const results = await runChecks(
    open,
    checks.filter(check => selects(settings, check)),
    signal,
  )
  const fault = results.find(result => result.harnessError)
  if (fault) throw new Error(`${fault.id}: ${fault.harnessError}`)
  const certified = assemble({
    settings,
    facts: targetFactsOf(open),
    checks,
    results,
    interrupted: open.ending.signal.aborted,
    ended: open.ending.reason,
    measured: measureSince(started),
    evidence: { file: '', digest: '', requests: open.run.http.requests },
  })
  rejectUnknownObservations(certified.report)
  return certified
}

/** Throws if a check observed a value outside the vocabulary of its clause: that is a bug of the harness. */
const rejectUnknownObservations = ({ observations }: Report): void => {
  const unknown = observations.find(({ clause, value }) => !isInVocabulary(clause, value))
  if (unknown)
    throw new Error(`${unknown.check} observes a value outside the vocabulary: ${JSON.stringify(unknown.value)}`)
}

/** Returns settings with fresh identities, for a target that is not the reference. */
export const settingsFor = (
  baseUrl: string,
  changes: Partial<RunSettings> = {},
  role: Role = 'gateway',
): RunSettings => {
  const identities = freshIdentities(role)
  return {
    ...plainSettings,
    target: { role, baseUrl, ocid: 1001, environment: 'test' },
    identities,
    accounts: role === 'gateway' ? accountsOf(identities) : {},
    ...changes,
  }
}

/** Returns the clauses with one of the verdicts, in the order of the document. */
export const clausesThat = ({ report }: Certified, ...verdicts: string[]): RequirementId[] =>
  report.clauses.filter(clause => verdicts.includes(clause.verdict)).map(clause => clause.id as RequirementId)
