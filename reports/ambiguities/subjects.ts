import { escapesIn } from '../../protocol/json/escapes.ts'
import { isObject, type Json } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Dialect } from '../../protocol/profile.ts'
import { registerVersion } from '../../protocol/requirements/index.ts'
import { type Observable, readingsOf } from '../../protocol/requirements/vocabulary/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { isValid } from '../../schemas/validate.ts'

/** A report and the name of its file. */
export type Source = { file: string; report: Report }

/** An implementation as the comparison prints it; `number` counts from 1, in the order of the reports. */
export type Implementation = {
  number: number
  name: string
  role: Role
  baseUrl: string
  verdict: Report['verdict']
  file: string
  /** Remarks about its report, as sentences. */
  remarks: string[]
}

/** One observation of an implementation, with the operation at which it was made. */
export type Reading = { clause: string; name: string; observable: Observable; value: Json; operation?: string }

/** An implementation with everything that its report says about open clauses. */
export type Subject = { implementation: Implementation; report: Report; seen: readonly Reading[]; dialect?: Dialect }

/** Returns the implementations behind reports; a report about a pair adds none. */
export const subjectsIn = (sources: readonly Source[]): Subject[] =>
  sources.filter(({ report }) => report.partner === undefined).map(subjectOf)

/** Returns the implementation behind a report. Observations outside the vocabulary are counted and left out. */
const subjectOf = ({ file, report }: Source, index: number): Subject => {
  const { role, baseUrl, name = 'unnamed' } = report.target
  const readable = report.observations.filter(({ clause, value }) => readingsOf(clause, value) !== undefined)
  const dialect = dialectOf(report)
  const remarks = [...ofVerdict(report), ...ofEdition(report, report.observations.length - readable.length)]
  if (dialect === undefined) remarks.push('Its profile cannot be read, so its dialect is not compared.')
  const implementation = { number: index + 1, name, role, baseUrl, verdict: report.verdict, file, remarks }
  return {
    implementation,
    report,
    seen: readable.flatMap(observation => readingsIn(report, observation)),
    ...(dialect && { dialect }),
  }
}

const readingsIn = ({ checks }: Report, { clause, value, check }: Report['observations'][number]): Reading[] => {
  const operation = checks.find(({ id }) => id === check)?.operation
  return (readingsOf(clause, value) ?? []).map(reading => ({
    clause,
    ...reading,
    ...(operation === undefined ? {} : { operation }),
  }))
}

/** Returns the texts of a list; empty for any other value. */
const textsIn = (value: Json | undefined): string[] =>
  Array.isArray(value) ? value.filter(item => typeof item === 'string') : []

const dialectOf = ({ profile }: Report): Dialect | undefined => {
  const signatureEncoding = profile.signatureEncoding?.value
  const canonicalJson = profile.canonicalJson?.value
  const canonicalRequest = profile.canonicalRequest?.value
  // Neither is in earlier reports.
  const canonicalEscapes = escapesIn(textsIn(profile.canonicalEscapes?.value))
  const headerSignatureEncoding = profile.headerSignatureEncoding?.value ?? signatureEncoding
  // The schema would accept an undefined member.
  if (
    !isObject(canonicalRequest) ||
    headerSignatureEncoding === undefined ||
    signatureEncoding === undefined ||
    canonicalJson === undefined
  )
    return undefined
  const dialect = { signatureEncoding, headerSignatureEncoding, canonicalJson, canonicalEscapes, canonicalRequest }
  return isValid('profile', dialect) ? (dialect as Dialect) : undefined
}

const ofVerdict = ({ verdict }: Report): string[] =>
  verdict === 'conformant' ? [] : [`It is ${verdict}: its choices are listed, but not compared in pairs.`]

const ofEdition = ({ run }: Report, unread: number): string[] => [
  ...(run.register === registerVersion
    ? []
    : [`Its report is of a different edition of the register; this one is ${registerVersion}.`]),
  ...(unread > 0
    ? [`${unread} of its observations are left out: the vocabulary of this edition does not contain them.`]
    : []),
]

/** Returns the values that were observed of an implementation for one observable. */
export const chosenBy = ({ seen }: Subject, clause: string, name: string): Json[] =>
  seen.filter(reading => reading.clause === clause && reading.name === name).map(({ value }) => value)
