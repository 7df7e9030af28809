import { stat } from 'node:fs/promises'
import { join, relative, resolve } from 'node:path'
import { readText } from '../../engine/settings/files.ts'
import { asDocument, parseJson } from '../../engine/settings/json-file.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { isObject, type Json } from '../../protocol/json/json.ts'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Io } from '../io.ts'

/** A finished report; `file` is relative to the folder of the command. */
export type ReportFile = { file: string; report: Report }

/**
 * Reads reports, each given as a file or as a folder with a report.json. UsageError for a file that cannot be read or is not a report,
 * for another version, and for a report that is given twice, even as a copy.
 */
export const readReports = async (io: Pick<Io, 'folder'>, names: readonly string[]): Promise<ReportFile[]> => {
  const filesByDigest = new Map<string, string>()
  const found: ReportFile[] = []
  for (const name of names) {
    const path = await reportIn(resolve(io.folder, name))
    const file = relative(io.folder, path)
    const text = await readText(path, 'the report')
    const digest = sha256Hex(text)
    const before = filesByDigest.get(digest)
    if (before !== undefined) throw givenTwice(file, before)
    filesByDigest.set(digest, file)
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
    throw new UsageError(`${file} is not a report.`, 'Give the report.json of a run, or its folder.')
  if (value.version !== 1)
    throw new UsageError(
      `${file} is not of version 1, the one that this oc-conformance reads.`,
      'Read it with the oc-conformance that wrote it, or certify the target again.',
    )
  return asDocument('report', value, file)
}
