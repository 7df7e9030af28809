import { existsSync } from 'node:fs'
import { extname, relative } from 'node:path'
import { isMap, isSeq, parseDocument } from 'yaml'
import { readText } from '../../engine/settings/files.ts'
import { type KnownFailure, knownFailuresIn } from '../../engine/settings/known-failing/known-failing.ts'
import { listFormOf } from '../../engine/settings/known-failing/known-list.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { withValues } from '../../engine/with-values.ts'
import { requirementOf } from '../../reports/queries.ts'
import { truncate, visibleLine } from '../../reports/visible.ts'
import type { KnownFailure as Entry, Report } from '../../schemas/messages.ts'
import type { Io } from '../io.ts'
import { line } from '../text.ts'
import { writeText } from '../write-text.ts'
import { checkWritable, ownFiles, type Place, writtenAlready } from './outputs.ts'

/** An item of a file of known failures: an entry, or just an id. */
type Addition = Entry | string

/** The file, the entries that are known already, and the level that counts as a failure. */
type Known = Pick<RunSettings, 'writeKnown' | 'knownFailures'> & { failOn?: RunSettings['failOn'] }

/** Reads the file of --write-known before a run. UsageError if it holds something else, or cannot be written. */
export const checkKnownFile = async (io: Io, { writeKnown: path }: Known, places: readonly Place[]): Promise<void> => {
  if (path === undefined) return
  const name = `--write-known ${relative(io.folder, path)}`
  if (places.flatMap(ownFiles).includes(path)) throw writtenAlready(name)
  await checkWritable(name, path)
  await listedIn(io, path, await textOf(path))
}

/** Adds the failures to the file of --write-known. Existing entries stay as they are. */
export const writeKnown = async (io: Io, settings: Known, reports: readonly Report[]): Promise<void> => {
  const { writeKnown: path, knownFailures = [], failOn } = settings
  if (path === undefined) return
  const text = await textOf(path)
  const listed = new Set(await listedIn(io, path, text))
  const additions = new Map<string, Addition>()
  for (const check of reports.flatMap(({ checks }) => checks)) {
    const isBroken =
      check.verdict === 'fail' || check.verdict === 'known' || (check.verdict === 'warn' && failOn === 'should')
    if (!isBroken || isCovered(check, listed)) continue
    const known = knownFailures.filter(({ id }) => id === check.id || check.clauses.includes(id))
    for (const entry of known) additions.set(entry.id, entryOf(entry))
    if (known.length === 0) additions.set(check.id, { check: check.id, reason: reasonFor(check) })
  }
  const name = relative(io.folder, path)
  if (additions.size > 0) {
    await writeText(io, path, withAdditions(text, path, [...additions]), '--write-known')
  }
  io.err(line(`${name}: ${additions.size === 0 ? 'nothing to add' : `${additions.size} added`}`))
}

type Check = Report['checks'][number]

/** Returns whether a file lists a check, or all its clauses that can fail. */
const isCovered = ({ id, clauses }: Check, listed: ReadonlySet<string>): boolean =>
  listed.has(id) || clauses.every(clause => listed.has(clause) || requirementOf(clause)?.level === 'open')

const entryOf = ({ id, reason, link, owner, expires }: KnownFailure): Addition => {
  if (reason === undefined) return id
  return { ...(requirementOf(id) ? { clause: id } : { check: id }), reason, ...withValues({ link, owner, expires }) }
}

const reasonFor = ({ message, title }: Check): string => truncate(visibleLine(message ?? title), 300)

/** Returns the text of a file; '' if it does not exist. UsageError if it is not text. */
const textOf = async (path: string): Promise<string> =>
  existsSync(path) ? readText(path, 'the file of known failures') : ''

const listedIn = async ({ services }: Io, path: string, text: string): Promise<string[]> => {
  if (text === '') return []
  const checkIds = (await services.checks()).map(({ id }) => id)
  return (await knownFailuresIn(text, path, { checkIds })).map(({ id }) => id)
}

/** Returns the text of a file with more entries, in the same form; a new file is YAML, or JSON if its name says so. */
const withAdditions = (text: string, path: string, additions: readonly (readonly [string, Addition])[]): string => {
  const isNew = text.trim() === ''
  const form = isNew ? (extname(path) === '.json' ? 'json' : 'yaml') : listFormOf(text, path)
  const entries = additions.map(([, addition]) => addition)
  if (form === 'json') return withJson(isNew ? '[]' : text, entries)
  if (form === 'yaml') return withYaml(text, entries)
  const lines = additions.map(([id, addition]) => (typeof addition === 'string' ? id : `${id} # ${addition.reason}`))
  return `${text.replace(/\n?$/, '\n')}${lines.join('\n')}\n`
}

const withJson = (text: string, entries: readonly Addition[]): string => {
  const value = JSON.parse(text.replace(/^\uFEFF/, '')) as Addition[] | { known: Addition[] }
  const grown = Array.isArray(value) ? [...value, ...entries] : { ...value, known: [...value.known, ...entries] }
  return `${JSON.stringify(grown, null, 2)}\n`
}

/** Keeps comments and order. */
const withYaml = (text: string, entries: readonly Addition[]): string => {
  const document = parseDocument(text)
  if (document.contents === null) document.set('known', entries)
  else {
    const list = isMap(document.contents) ? document.get('known') : document.contents
    if (isSeq(list)) for (const entry of entries) list.add(document.createNode(entry))
  }
  return document.toString({ lineWidth: 0 })
}
