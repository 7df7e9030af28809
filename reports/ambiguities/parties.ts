import { isObject, type Json } from '../../protocol/json.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Dialect } from '../../protocol/profile.ts'
import { registerVersion } from '../../protocol/requirements/index.ts'
import { type Observable, readingsOf } from '../../protocol/requirements/vocabulary/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { isValid } from '../../schemas/validate.ts'

/** A report, and the file that it came from as its reader names it. */
export type Source = { file: string; report: Report }

/** An implementation as others are told of it; `number` from 1, in the order in which the reports were given. */
export type Implementation = {
  number: number
  name: string
  role: Role
  baseUrl: string
  verdict: Report['verdict']
  file: string
  /** What a reader has to know of its report, in sentences. */
  remarks: string[]
}

/** One thing that was seen of an implementation, at the operation where it was tried. */
export type Seen = { clause: string; name: string; observable: Observable; value: Json; operation?: string }

/** An implementation with everything that its report says on open clauses. */
export type Party = { told: Implementation; report: Report; seen: readonly Seen[]; dialect?: Dialect }

/** The implementation behind a report. What the report says outside the vocabulary is counted, and left out. */
export const partyOf = ({ file, report }: Source, index: number): Party => {
  const { role, baseUrl, name = 'unnamed' } = report.target
  const known = report.observations.filter(({ clause, value }) => readingsOf(clause, value) !== undefined)
  const dialect = dialectOf(report)
  const remarks = [...ofVerdict(report), ...ofEdition(report, report.observations.length - known.length)]
  if (dialect === undefined) remarks.push('Its profile cannot be read, so its dialect is not compared.')
  const told = { number: index + 1, name, role, baseUrl, verdict: report.verdict, file, remarks }
  return { told, report, seen: known.flatMap(one => seenIn(report, one)), ...(dialect && { dialect }) }
}

const seenIn = ({ checks }: Report, { clause, value, check }: Report['observations'][number]): Seen[] => {
  const operation = checks.find(({ id }) => id === check)?.operation
  return (readingsOf(clause, value) ?? []).map(reading => ({
    clause,
    ...reading,
    ...(operation === undefined ? {} : { operation }),
  }))
}

const dialectOf = ({ profile }: Report): Dialect | undefined => {
  const signatureEncoding = profile.signatureEncoding?.value
  const canonicalJson = profile.canonicalJson?.value
  const canonicalRequest = profile.canonicalRequest?.value
  // A member that is undefined would fit.
  if (!isObject(canonicalRequest) || signatureEncoding === undefined || canonicalJson === undefined) return undefined
  const dialect = { signatureEncoding, canonicalJson, canonicalRequest }
  return isValid('profile', dialect) ? (dialect as Dialect) : undefined
}

const ofVerdict = ({ verdict }: Report): string[] =>
  verdict === 'conformant' ? [] : [`It is ${verdict}: its choices are listed, and in no pair.`]

const ofEdition = ({ run }: Report, unread: number): string[] => [
  ...(run.register === registerVersion
    ? []
    : [`Its report is of another edition of the register than this one, which is ${registerVersion}.`]),
  ...(unread > 0 ? [`${unread} of its observations are in no vocabulary of this edition and left out.`] : []),
]

/** What was seen of an implementation on one thing. */
export const chosenBy = ({ seen }: Party, clause: string, name: string): Json[] =>
  seen.filter(one => one.clause === clause && one.name === name).map(({ value }) => value)
