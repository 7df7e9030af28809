import { existsSync } from 'node:fs'
import { lstat, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { CheckDescription } from '../../harness/check.ts'
import { redactorOf } from '../../harness/redaction.ts'
import { referenceProfile } from '../../protocol/profile.ts'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import type { PrivateKey } from '../../protocol/signature/keys.ts'
import type { Exchanges } from '../../reports/exchange.ts'
import { exchangesShown } from '../../reports/html/evidence.ts'
import { htmlParts } from '../../reports/html/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { catalogOf } from '../../suites/catalog.ts'
import { reportText, signReport, wellFormed } from '../certificate/sign-report.ts'
import { createPayloadReader } from '../certificate/signed-payload.ts'
import { statementText } from '../certificate/statement.ts'
import type { CheckResult } from '../checks/run-check.ts'
import { scanEvidence } from '../evidence/evidence.ts'
import { findExchanges } from '../evidence/find-exchanges.ts'
import { picturesFolder, picturesIn, removePictures } from '../evidence/pictures.ts'
import { checkLocked } from '../machine/folder-lock.ts'
import { cannotWrite, type Trouble, troubleIn } from '../machine/machine-error.ts'
import { makeFolder } from '../machine/make-folder.ts'
import { makeEmpty, putInPlace } from '../machine/write-whole.ts'
import type { Certified } from '../processes/messages.ts'
import { secretsOf } from '../settings/keys/secrets.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import type { TargetFacts } from '../target/target-facts.ts'
import { removeUnfinished, unfinishedFile } from '../unfinished/file.ts'
import { keepWholeLines } from '../unfinished/whole-lines.ts'
import { withValues } from '../with-values.ts'
import { assemble } from './assemble.ts'
import { withClockOfMachine } from './clock-of-machine.ts'
import { reportFiles } from './files.ts'
import { measureSince } from './measured.ts'
import { giveUpEvidence } from './write-files.ts'

/** The results of a run, and every check of its role. Without facts and checks: the run was interrupted before it had read the target. */
export type RunResults = {
  facts?: TargetFacts
  partner?: NonNullable<Report['partner']>
  results: CheckResult[]
  interrupted: boolean
  /** Why the run ended itself before everything was tried. */
  ended?: string | undefined
  checks?: readonly CheckDescription[]
  /** Why it was interrupted, if the machine ran out of something. */
  trouble?: Trouble
}

/** The files that are written when a run ends. */
const ofTheEnd = [reportFiles.report, reportFiles.html, reportFiles.metadata, reportFiles.statement]

/**
 * Creates the folder of a report and deletes an earlier report in it, so that an old verdict is never mistaken for a new one. Creates an
 * empty evidence file, or keeps that of a resumed run. Links in the folder are not followed: someone else may have created it.
 */
export const prepareFolder = async (folder: string, isResumed = false): Promise<void> => {
  const exchanges = join(folder, reportFiles.exchanges)
  try {
    await makeFolder(folder)
    await checkReplaceable(join(folder, reportFiles.report))
    await Promise.all(ofTheEnd.map(name => rm(join(folder, name), { force: true })))
    if (isResumed) return await checkEarlier(folder)
    await removeUnfinished(folder)
    await removePictures(folder)
    await makeEmpty(exchanges)
  } catch (error) {
    throw cannotWrite(`the report folder ${folder}`, error, 'Give --report another folder.')
  }
}

/** How a report begins. */
const headOfReport = /^\{\s*"version": \d+,\s*"verdict": /

/** UsageError if a file with this name is not a report: other programs may use the name, and a run would delete the file. */
const checkReplaceable = async (path: string): Promise<void> => {
  const isFile = await lstat(path).then(
    found => found.isFile(),
    () => false,
  )
  if (!isFile) return
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(64), 0, 64, 0)
    if (headOfReport.test(buffer.toString('utf8', 0, bytesRead))) return
  } finally {
    await file.close()
  }
  throw new UsageError(`${path} is not a report of this program.`, 'Give --report another folder, or remove that file.')
}

/** Finds out whether a run can be resumed with the files in its folder. UsageError if not. */
const checkEarlier = async (folder: string): Promise<void> => {
  for (const name of [reportFiles.exchanges, unfinishedFile, picturesFolder]) {
    const found = await lstat(join(folder, name)).catch(() => undefined)
    if (found?.isSymbolicLink())
      throw new UsageError(
        `${join(folder, name)} is a link, which no run creates.`,
        'Leave out --resume to begin again.',
      )
  }
  const exchanges = join(folder, reportFiles.exchanges)
  await keepWholeLines(exchanges)
  if (existsSync(exchanges)) await scanEvidence(exchanges, () => undefined)
}

/**
 * Assembles the report of a run and writes its files; a preflight writes none. If there is no room for them, the evidence is dropped, and
 * the report says that the run ended early. MachineError, and nothing is written, if the folder was replaced during the run.
 */
export const writeReport = async (settings: RunSettings, run: RunResults, started: Date): Promise<Certified> => {
  if (!settings.preflightOnly) await checkLocked(settings.reportDir)
  try {
    // An interrupted writer may have left a partial line.
    if (run.trouble) await keepWholeLines(join(settings.reportDir, reportFiles.exchanges))
    return await write(settings, run, started)
  } catch (error) {
    const trouble = run.trouble ?? troubleIn(error)
    if (trouble === undefined || settings.preflightOnly) throw error
    await giveUpEvidence(settings.reportDir)
    const left = { ...run, interrupted: true, trouble }
    return await write(settings, left, started).catch(async again => {
      if (troubleIn(again) === undefined) throw again
      return (await assembled(settings, left, started)).certified
    })
  }
}

const write = async (settings: RunSettings, run: RunResults, started: Date): Promise<Certified> => {
  const { certified, exchanges } = await assembled(settings, run, started)
  const { reportDir, signWith, preflightOnly } = settings
  if (!preflightOnly) await writeDocuments(reportDir, { report: certified.report, exchanges, signWith })
  return certified
}

const assembled = async (settings: RunSettings, run: RunResults, started: Date) => {
  const facts = withClockOfMachine(run.facts ?? factsBeforeReading(settings, run))
  const { exchanges, ...kept } = await evidenceOf(settings, { ...run, facts })
  const evidence = { file: reportFiles.exchanges, ...kept }
  const checks = run.checks ?? catalogOf(facts.role)
  const measured = measureSince(started)
  const { report, exitCode } = assemble({ settings, ...run, facts, checks, measured, evidence })
  const { signWith } = settings
  const whole = signWith ? signReport(report, signWith) : wellFormed(report)
  return { certified: { report: whole, exitCode, ...withValues({ trouble: run.trouble }) }, exchanges }
}

/** A finished report, the source of the exchanges on its page, and the key that signed it. */
type Documents = { report: Report; exchanges: Exchanges; signWith: PrivateKey | undefined }

/** Writes a report for programs and for people, and its statement if it is signed. */
export const writeDocuments = async (folder: string, { report, exchanges, signWith }: Documents): Promise<void> => {
  await putInPlace(join(folder, reportFiles.report), [reportText(report)])
  if (signWith) await putInPlace(join(folder, reportFiles.statement), [statementText(report, signWith)])
  await putInPlace(join(folder, reportFiles.html), htmlParts(report, exchanges))
}

const evidenceOf = async (settings: RunSettings, run: RunResults & { facts: TargetFacts }) => {
  const { facts, trouble } = run
  const { preflightOnly, reportDir } = settings
  if (preflightOnly) return noEvidence
  const payloads = createPayloadReader(facts)
  try {
    const wanted = shownOf(run)
    const read = await findExchanges(join(reportDir, reportFiles.exchanges), wanted, payloads.read)
    const [metadataFile, pictures] = await Promise.all([keepMetadata(settings, facts), picturesIn(reportDir)])
    return { ...read, ...withValues({ signed: payloads.found(), metadataFile, pictures }) }
  } catch (error) {
    // A run that the machine cut short still reports its findings, with or without its evidence.
    if (trouble === undefined || troubleIn(error) === undefined) throw error
    return noEvidence
  }
}

const noEvidence = { digest: sha256Hex(''), requests: 0, exchanges: new Map() }

/** Returns the exchanges that the page shows: those of every check that did not simply pass. */
const shownOf = ({ results }: RunResults): ReadonlySet<string> =>
  new Set(
    results
      .filter(({ outcome, observations }) => outcome !== 'pass' || observations.length > 0)
      .flatMap(exchangesShown),
  )

/** Writes the metadata document as it was read, and returns the name of its file; undefined without a document, or if it holds a secret. */
const keepMetadata = async (
  settings: RunSettings,
  { metadata: { text } }: TargetFacts,
): Promise<string | undefined> => {
  if (text === '' || redactorOf(secretsOf(settings))(text) !== text) return undefined
  await putInPlace(join(settings.reportDir, reportFiles.metadata), [text])
  return reportFiles.metadata
}

const factsBeforeReading = (
  { target, reference = 'gateway', environment }: RunSettings,
  { trouble }: RunResults,
): TargetFacts => {
  const baseUrl = target?.baseUrl ?? ''
  const message = trouble?.message ?? 'The run was interrupted before the target was read.'
  return {
    role: target?.role ?? reference,
    target: { baseUrl, apiUrl: baseUrl, ocid: target?.ocid, environment },
    metadata: { status: 0, text: '' },
    preflight: {
      findings: [{ name: 'target', ok: false, severity: 'error', message }],
      obstacles: { identities: {} },
      stop: 3,
    },
    profile: referenceProfile,
    shownBy: {},
  }
}
