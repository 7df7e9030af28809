import { createHash } from 'node:crypto'
import { join } from 'node:path'
import { isObject, type JsonObject, jsonIn, memberOf } from '../../../protocol/json/json.ts'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import { recognizePublicKey } from '../../../protocol/signature/keys.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import type { Report } from '../../../schemas/messages.ts'
import { reportFiles } from '../../report/files.ts'
import { isTooLarge, openFile, readBytes, reasonOf } from '../../settings/files.ts'
import { quoted } from '../../settings/options/readers.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { configOf } from '../../target/target-metadata.ts'
import { isStatementOf } from '../statement.ts'
import { dialectOf } from './dialect.ts'
import { searchFor } from './evidence.ts'
import { type Finding, fits, misfit, unless } from './finding.ts'

/** A report, and its folder. */
type Source = { report: Report; folder: string }

/** Maximum size of a file beside a report, in bytes; the harness writes far smaller ones. */
const largest = 1_073_741_824

/** Compares the files beside a report with their digests in it. UsageError for a file that is too large. */
export const verifyFiles = async (source: Source): Promise<Finding[]> => [
  ...(await verifyEvidence(source)),
  ...(await verifyPictures(source)),
  ...(await verifyMetadata(source)),
  ...(await verifyStatement(source)),
]

const verifyEvidence = async ({ report, folder }: Source): Promise<Finding[]> => {
  const { evidence } = report
  if (evidence === undefined) return [misfit('evidence', 'The report does not name a file of evidence.')]
  const search = searchFor(report)
  const fault = await digestFault(folder, evidence, search.read)
  const missing = fault.length === 0 ? search.fault() : undefined
  if (missing !== undefined) return [misfit('challenge', missing)]
  return unless('evidence', fault, `${quoted(evidence.file)} has the digest that the report names.`)
}

const verifyPictures = async ({ report: { checks, evidence }, folder }: Source): Promise<Finding[]> => {
  const pictures = evidence?.pictures ?? []
  const shown = checks.flatMap(({ page }) => (page?.picture === undefined ? [] : [page.picture]))
  const withDigest = new Set(pictures.map(({ file }) => file))
  const faults = shown
    .filter(file => !withDigest.has(file))
    .map(file => `The report has no digest of the picture ${quoted(file)}.`)
  for (const picture of pictures) faults.push(...(await digestFault(folder, picture)))
  return pictures.length + faults.length === 0
    ? []
    : unless('pictures', faults, `${pictures.length} of pages have the digests that the report names.`)
}

/** Compares the metadata with its digest, with the key that the report names and with its own signature. */
const verifyMetadata = async ({ report, folder }: Source): Promise<Finding[]> => {
  const { metadataDigest: digest, publicKey, role } = report.target
  const file = report.target.metadataFile
  if (digest === undefined) return [misfit('metadata', 'The report has no digest of the metadata of its target.')]
  if (file === undefined)
    return [fits('metadata', `The document is not kept; its digest is ${digest}. Compare it with your own copy.`)]
  const bytes = await documentAt(folder, file)
  if (typeof bytes === 'string') return [misfit('metadata', bytes)]
  if (sha256Hex(bytes) !== digest) return [misfit('metadata', changedSince(file))]
  const document = objectIn(bytes.toString())
  const published = memberOf(configOf(document), 'publicKey')
  // The report truncates anything that is not a key.
  if ((typeof published === 'string' ? published.slice(0, 200) : undefined) !== publicKey)
    return [misfit('metadata', 'Its key is not the one that the report names.')]
  const signer = { publicKey: recognizePublicKey(publicKey) ?? '', dialect: dialectOf(report) }
  const isSigned = verifyPayload(configOf(document), memberOf(document, 'signature'), signer)
  if (!isSigned && role === 'kyc' && report.verdict === 'conformant')
    return [misfit('metadata', 'Its signature does not verify, and the target signs only its metadata.')]
  return [fits('metadata', `It has the digest that the report names${isSigned ? ', and its own key signed it' : ''}.`)]
}

/** Compares the in-toto statement with the report. The signer of a report signs both. */
const verifyStatement = async ({ report, folder }: Source): Promise<Finding[]> => {
  const name = reportFiles.statement
  const bytes = await documentAt(folder, name)
  if (typeof bytes === 'string')
    return report.signature === undefined && bytes === absent(name) ? [] : [misfit('statement', bytes)]
  const fault = `${name} is not the statement of this report, signed with its key.`
  const isOfReport = isStatementOf(report, bytes.toString('latin1'))
  return unless('statement', isOfReport ? [] : [fault], `${name} is of this report, and signed.`)
}

/** Returns what is wrong with a file beside the report, as a sentence; undefined if nothing is. */
const digestFault = async (
  folder: string,
  { file, digest }: { file: string; digest: string },
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<string[]> => {
  if (!isBeside(file)) return [elsewhere(file)]
  try {
    const hash = createHash('sha256')
    for await (const chunk of await openFile(join(folder, file), largest)) {
      hash.update(chunk)
      onChunk(chunk)
    }
    return hash.digest('hex') === digest ? [] : [changedSince(file)]
  } catch (error) {
    return [faultOf(error, file, '1 GiB')]
  }
}

/** Returns the bytes of a document beside the report, or what is wrong with it, as a sentence. */
const documentAt = async (folder: string, file: string): Promise<Buffer | string> => {
  if (!isBeside(file)) return elsewhere(file)
  try {
    return await readBytes(join(folder, file))
  } catch (error) {
    return faultOf(error, file, '16 MiB')
  }
}

/** A report is untrusted: it cannot name a file elsewhere. */
const isBeside = (file: string): boolean => /^(pages\/)?[\w-][\w.-]*$/.test(file)

const elsewhere = (file: string): string => `${quoted(file)} is not the name of a file beside the report.`
const absent = (file: string): string => `${file} is not beside the report.`
const changedSince = (file: string): string => `${file} was changed, or is from another run: its digest differs.`

/** Returns why a file is not read. UsageError for one that is too large. */
const faultOf = (error: unknown, file: string, limit: string): string => {
  if (isTooLarge(error)) throw new UsageError(`${file} is larger than ${limit}.`, 'Is it a file of a report?')
  const { code } = error as NodeJS.ErrnoException
  return code === 'ENOENT' || code === 'ENOTDIR' ? absent(file) : `${file} ${reasonOf(error)}.`
}

const objectIn = (text: string): JsonObject | undefined => {
  const value = jsonIn(text.replace(/^\uFEFF/, ''))
  return isObject(value) ? value : undefined
}
