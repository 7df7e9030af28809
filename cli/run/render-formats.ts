import { basename, extname, join } from 'node:path'
import { isTooLarge, reasonOf } from '../../engine/settings/files.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { Exchange } from '../../reports/exchange.ts'
import type { EvidenceNeed } from '../../reports/formats/index.ts'
import type { FormatName } from '../../reports/formats/names.ts'
import { isOfInterest } from '../../reports/queries.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Io } from '../io.ts'
import { writeText } from '../write-text.ts'

/** A report and its folder, which also has its evidence. */
export type Source = { report: Report; folder: string }

/** Maximum size of an evidence file, in bytes; the harness writes far smaller ones. */
const evidenceLimit = 1_073_741_824

/** Renders a report in one format; `ending` is the extension of the file, such as .json. */
export const renderAs = async (source: Source, name: FormatName, ending?: string): Promise<string> => {
  const { formats } = await import('../../reports/formats/index.ts')
  const { evidence, render, variant } = formats[name]
  if (variant && ending === variant.ending) return variant.render(source.report)
  return render(source.report, await exchangesOf(source, evidence))
}

/** Writes a report in one format to a file, whole or not at all. UsageError if it cannot be written. */
export const renderTo = async (io: Pick<Io, 'folder'>, source: Source, to: { name: FormatName; file: string }) => {
  await writeText(io, to.file, await renderAs(source, to.name, extname(to.file)))
}

/** Returns the exchanges that a format needs. UsageError if the evidence is missing, or belongs to another report. */
const exchangesOf = async ({ report, folder }: Source, need: EvidenceNeed): Promise<Exchange[]> => {
  if (need === 'none' || report.evidence === undefined) return []
  const name = basename(report.evidence.file)
  const { exchanges, digest } = await readWanted(join(folder, name), name, wantedIn(report, need))
  if (digest !== report.evidence.digest)
    throw new UsageError(`${name} is not the evidence of this report: its digest differs.`, 'Give both of one run.')
  return exchanges
}

const wantedIn = (report: Report, need: EvidenceNeed): Pick<ReadonlySet<string>, 'has'> =>
  need === 'all'
    ? { has: () => true }
    : new Set(
        report.checks
          .filter(isOfInterest)
          .flatMap(({ exchanges = [], counterexample }) => [...exchanges, ...(counterexample?.exchanges ?? [])]),
      )

const readWanted = async (path: string, name: string, wanted: Pick<ReadonlySet<string>, 'has'>) => {
  const { readEvidence } = await import('../../engine/evidence/evidence.ts')
  try {
    return await readEvidence(path, wanted, evidenceLimit)
  } catch (error) {
    if (isTooLarge(error)) throw new UsageError(`${name} is larger than 1 GiB.`, 'Is it the evidence of a report?')
    if ((error as NodeJS.ErrnoException).code === undefined) throw error
    const why = isMissing(error) ? 'is not beside it' : reasonOf(error)
    throw new UsageError(`${name}, the evidence of the report, ${why}.`, `Put ${name} beside report.json.`)
  }
}

const isMissing = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT'
