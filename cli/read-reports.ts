import { stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { readText } from '../engine/settings/files.ts'
import { asDocument, parseJson } from '../engine/settings/json-file.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import { sha256Hex } from '../protocol/hash.ts'
import { isObject, type Json } from '../protocol/json.ts'
import type { Report } from '../schemas/messages.ts'
import type { Io } from './io.ts'

/** A finished report; `file` as somebody in the folder of the command would name it. */
export type ReportFile = { file: string; report: Report }

/**
 * Reads reports by the names of their files, or of the folders with report.json in them. UsageError for what cannot be read, is no
 * report, has another version, or is given twice, also as a copy.
 */
export const readReports = async (io: Pick<Io, 'folder'>, names: readonly string[]): Promise<ReportFile[]> => {
  const known = new Map<string, string>()
  const found: ReportFile[] = []
  for (const name of names) {
    const path = await reportIn(resolve(io.folder, name))
    const file = relative(io.folder, path)
    const text = await readText(path, 'the report')
    const digest = sha256Hex(text)
    const before = known.get(digest)
    if (before !== undefined) throw givenTwice(file, before)
    known.set(digest, file)
    found.push({ file, report: reportOf(parseJson(text, file), file) })
  }
  return found
}

const reportIn = async (path: string): Promise<string> => {
  const isFolder = await stat(path).then(
    found => found.isDirectory(),
    () => false,
  )
  return isFolder ? join(path, 'report.json') : path
}

const givenTwice = (file: string, before: string): UsageError =>
  file === before
    ? new UsageError(`the report ${file} is given twice.`, 'Give each report once.')
    : new UsageError(`the reports ${before} and ${file} are the same.`, 'Give each report once.')

const reportOf = (value: Json, file: string): Report => {
  if (!isObject(value) || !isObject(value.run) || !isObject(value.target))
    throw new UsageError(`${file} is no report.`, 'Give the report.json of a run, or the folder that it is in.')
  if (value.version !== 1)
    throw new UsageError(
      `${file} is a report of another version than 1, which this oc-conformance reads.`,
      'Read it with the oc-conformance that wrote it, or certify the target again.',
    )
  return asDocument('report', value, file)
}
