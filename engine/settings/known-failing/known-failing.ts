import { basename } from 'node:path'
import { requirements } from '../../../protocol/requirements/index.ts'
import { present } from '../../../protocol/time.ts'
import type { KnownFailure as Entry } from '../../../schemas/messages.ts'
import { violations } from '../../../schemas/validate.ts'
import { withValues } from '../../with-values.ts'
import { readText } from '../files.ts'
import { quoted } from '../options/readers.ts'
import { suggestion } from '../options/suggestion.ts'
import { UsageError } from '../usage-error.ts'
import { itemsIn, type ListedItem, takes } from './known-list.ts'

/** An entry of a file of known failures. `at`: file and line; an expired entry has no effect. */
export type KnownFailure = Omit<Entry, 'clause' | 'check' | 'reason'> & {
  id: string
  at: string
  reason?: string
  isExpired: boolean
}

/** The ids of all checks, and the time at which entries are checked for expiry. */
type Known = { checkIds: readonly string[]; now?: Date }

/**
 * Reads a file of known failures. Throws UsageError, with the line, for an invalid entry, or one whose id is neither a clause nor one of
 * `checkIds`.
 */
export const readKnownFailing = async (path: string, known: Known): Promise<KnownFailure[]> => {
  const text = await readText(path, 'the file of known failures', { pipes: true })
  const found = await knownFailuresIn(text, path, known)
  return [...new Map(found.map(entry => [entry.id, entry])).values()]
}

/** Reads the text of a file of known failures, like `readKnownFailing`. */
export const knownFailuresIn = async (text: string, path: string, known: Known): Promise<KnownFailure[]> =>
  (await itemsIn(text, path)).map(item => entryOf(item, path, known))

/** Returns the ids of the entries in force. */
export const countingIds = (entries: readonly KnownFailure[]): string[] =>
  entries.filter(({ isExpired }) => !isExpired).map(({ id }) => id)

const entryOf = ({ value, line }: ListedItem, path: string, { checkIds, now = present() }: Known): KnownFailure => {
  const where = `${path}:${line}`
  const [violation] = violations('known-failures', { known: [value] })
  if (violation) {
    const member = violation.path.replace(/^\/known\/0\/?/, '')
    throw new UsageError(`${where}: ${member === '' ? 'the entry' : member} ${violation.message}.`, takes)
  }
  const clauses = Object.keys(requirements)
  const at = `${basename(path)}:${line}`
  if (typeof value === 'string') return { id: knownId(value, where, [...clauses, ...checkIds]), at, isExpired: false }
  const { clause, check, ...entry } = value as Entry
  if ((clause === undefined) === (check === undefined))
    throw new UsageError(`${where}: an entry names either a clause or a check.`, 'Give one of the two.')
  const id = clause === undefined ? knownId(check ?? '', where, checkIds) : knownId(clause, where, clauses)
  const { reason, link, owner, expires } = entry
  const isExpired = expires !== undefined && expires < now.toISOString().slice(0, 10)
  return { id, at, isExpired, ...withValues({ reason, link, owner, expires }) }
}

const knownId = (id: string, where: string, known: readonly string[]): string => {
  if (known.includes(id)) return id
  throw new UsageError(`${where}: ${quoted(id)} is neither a clause nor a check.`, suggestion(id, known, takes))
}
