import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { isObject, type JsonObject, jsonIn, memberOf } from '../../../protocol/json/json.ts'
import { recognizePublicKey } from '../../../protocol/signature/keys.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import type { Report } from '../../../schemas/messages.ts'
import { reportFiles } from '../../report/files.ts'
import { quoted } from '../../settings/options/readers.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { configOf } from '../../target/target-metadata.ts'
import { isStatementOf } from '../statement.ts'
import { dialectOf } from './dialect.ts'
import { type Finding, fits, misfit, unless } from './finding.ts'

/** A report, and the folder that it is in. */
type Source = { report: Report; folder: string }

/** Bytes that a file beside a report may have; the harness keeps its own far below. */
const largest = 1_073_741_824
/** Bytes of a document that is read as a whole. */
const largestDocument = 16 * 1_048_576

/** Compares the files beside a report with their digests in it. UsageError for a file that is too large. */
export const verifyFiles = async (source: Source): Promise<Finding[]> => [
  ...(await verifyEvidence(source)),
  ...(await verifyPictures(source)),
  ...(await verifyMetadata(source)),
  ...(await verifyStatement(source)),
]

/** The names in the evidence have to contain the challenge, so that one of another run does not pass. */
const verifyEvidence = async ({ report: { evidence, challenge }, folder }: Source): Promise<Finding[]> => {
  if (evidence === undefined) return [misfit('evidence', 'The report names no evidence.')]
  const search = textSearch(`-${challenge?.value}-`)
  const fault = await digestFault(folder, evidence, search.read)
  if (fault.length === 0 && challenge?.signed && !search.isFound())
    return [misfit('challenge', 'It is of another run: no name in the evidence contains it.')]
  return unless('evidence', fault, `${quoted(evidence.file)} has the digest that the report names.`)
}

/** Looks for an ASCII text in chunks, one after the other. */
const textSearch = (text: string) => {
  let found = false
  let end = ''
  return {
    read: (chunk: Buffer) => {
      if (found) return
      const window = end + chunk.toString('latin1')
      found = window.includes(text)
      end = window.slice(1 - text.length)
    },
    isFound: () => found,
  }
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
  const size = await sizeOf(join(folder, file))
  if (size !== undefined && size > largestDocument) throw tooLarge(file, '16 MiB')
  const faults = await digestFault(folder, { file, digest })
  if (faults.length > 0) return faults.map(fault => misfit('metadata', fault))
  const document = objectIn(await readFile(join(folder, file), 'utf8'))
  const published = memberOf(configOf(document), 'publicKey')
  // The report cuts what is no key.
  if ((typeof published === 'string' ? published.slice(0, 200) : undefined) !== publicKey)
    return [misfit('metadata', 'Its key is another one than the report names.')]
  const signer = { publicKey: recognizePublicKey(publicKey) ?? '', dialect: dialectOf(report) }
  const isSigned = verifyPayload(configOf(document), memberOf(document, 'signature'), signer)
  if (!isSigned && role === 'kyc' && report.verdict === 'conformant')
    return [misfit('metadata', 'Its signature does not verify, and the target signs nothing else.')]
  return [fits('metadata', `It has the digest that the report names${isSigned ? ', and its own key signed it' : ''}.`)]
}

/** Compares the in-toto statement with the report, if it is there. */
const verifyStatement = async ({ report, folder }: Source): Promise<Finding[]> => {
  const name = reportFiles.statement
  const size = await sizeOf(join(folder, name))
  if (size === undefined) return []
  if (size > largestDocument) throw tooLarge(name, '16 MiB')
  const text = (await readFile(join(folder, name))).toString('latin1')
  const fault = `${name} is not the statement of this report, signed with its key.`
  return unless('statement', isStatementOf(report, text) ? [] : [fault], `${name} is of this report, and signed.`)
}

/** Returns what is wrong with a file beside the report: nothing, or one sentence. */
const digestFault = async (
  folder: string,
  { file, digest }: { file: string; digest: string },
  onChunk: (chunk: Buffer) => void = () => undefined,
): Promise<string[]> => {
  // A report may come from anybody: it names no file elsewhere.
  if (!/^(pages\/)?[\w-][\w.-]*$/.test(file)) return [`${quoted(file)} is not the name of a file beside the report.`]
  const path = join(folder, file)
  const size = await sizeOf(path)
  if (size === undefined) return [`${file} is not beside the report.`]
  if (size > largest) throw tooLarge(file, '1 GiB')
  const hash = createHash('sha256')
  for await (const chunk of createReadStream(path) as AsyncIterable<Buffer>) {
    hash.update(chunk)
    onChunk(chunk)
  }
  return hash.digest('hex') === digest ? [] : [`${file} was changed, or is of another run: its digest differs.`]
}

const tooLarge = (file: string, limit: string): UsageError =>
  new UsageError(`${file} is larger than ${limit}.`, 'Is it a file of a report?')

/** Returns the size of a file; undefined if there is none. */
const sizeOf = (path: string): Promise<number | undefined> =>
  stat(path).then(
    found => (found.isFile() ? found.size : undefined),
    () => undefined,
  )

const objectIn = (text: string): JsonObject | undefined => {
  const value = jsonIn(text.replace(/^\uFEFF/, ''))
  return isObject(value) ? value : undefined
}
