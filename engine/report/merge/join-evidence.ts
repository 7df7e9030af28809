import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { type FileHandle, lstat, mkdir, open, readFile, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { createInterface } from 'node:readline'
import { isObject, jsonIn } from '../../../protocol/json/json.ts'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import { oneLine } from '../../evidence/evidence.ts'
import { picturesFolder } from '../../evidence/pictures.ts'
import { quoted } from '../../settings/options/readers.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { reportFiles } from '../files.ts'
import type { Renamed } from './merge-reports.ts'
import type { ReadShard } from './shard.ts'

/** Bytes that an evidence file, and any other, may have; a run keeps its own far below. */
const mostEvidence = 1_073_741_824
const largestFile = 16 * 1_048_576

/** Characters that are written at once. */
const writtenAtOnce = 1_048_576

/** Returns the names in the merged report: exchange 17 of shard 2 is `2-17`, pictures are numbered through. */
export const renamedFor = (): Renamed & { pictures: Map<string, { shard: ReadShard; name: string }> } => {
  const pictures = new Map<string, { shard: ReadShard; name: string }>()
  return {
    pictures,
    exchange: ({ shard }, id) => `${shard.index}-${id}`,
    picture: (shard, name) => {
      const renamed = `${picturesFolder}/${pictures.size + 1}.jpg`
      pictures.set(renamed, { shard, name })
      return renamed
    },
  }
}

/** Joins the evidence of all shards to one file. UsageError if that of a shard is missing, or not the one that its report names. */
export const joinEvidence = async (shards: readonly ReadShard[], folder: string, names: Renamed): Promise<void> => {
  const file = await open(join(folder, reportFiles.exchanges), 'w')
  try {
    for (const shard of shards) await append(file, shard, names)
  } finally {
    await file.close()
  }
}

const append = async (to: FileHandle, shard: ReadShard, names: Renamed): Promise<void> => {
  const { evidence } = shard.report
  const name = basename(evidence?.file ?? reportFiles.exchanges)
  const path = join(shard.folder, name)
  const size = await sizeOf(path)
  const mine = `${name}, the evidence of ${shard.file},`
  if (evidence === undefined || size === undefined)
    throw new UsageError(`${mine} is not beside it.`, `Put ${name} beside the report.`)
  if (size > mostEvidence) throw new UsageError(`${mine} is larger than 1 GiB.`, 'Is it the evidence of a report?')
  const hash = createHash('sha256')
  const input = createReadStream(path)
  input.on('data', chunk => hash.update(chunk))
  let waiting = ''
  for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) {
    const exchange = exchangeIn(line)
    if (!exchange) throw new UsageError(`${mine} was cut or changed: a line is not an exchange.`, asWritten)
    waiting += `${oneLine({ ...exchange, id: names.exchange(shard, exchange.id) })}\n`
    if (waiting.length < writtenAtOnce) continue
    await to.appendFile(waiting)
    waiting = ''
  }
  if (hash.digest('hex') !== evidence.digest)
    throw new UsageError(`${mine} is that of another run, or was changed: its digest differs.`, asWritten)
  await to.appendFile(waiting)
}

const asWritten = 'Give report and evidence as the run wrote them.'

const sizeOf = (path: string): Promise<number | undefined> =>
  lstat(path).then(
    found => (found.isFile() ? found.size : undefined),
    () => undefined,
  )

const exchangeIn = (line: string): { id: string } | undefined => {
  const value = jsonIn(line)
  return isObject(value) && typeof value.id === 'string' ? { ...value, id: value.id } : undefined
}

/** Copies the metadata document and the pictures that the merged report names. UsageError if one is missing or was changed. */
export const copyFiles = async (
  metadata: ReadShard,
  { pictures }: ReturnType<typeof renamedFor>,
  folder: string,
): Promise<void> => {
  const { metadataFile, metadataDigest } = metadata.report.target
  if (metadataFile !== undefined)
    await copy({ shard: metadata, name: metadataFile, digest: metadataDigest }, join(folder, reportFiles.metadata))
  if (pictures.size > 0) await mkdir(join(folder, picturesFolder))
  for (const [renamed, { shard, name }] of pictures) {
    const digest = shard.report.evidence?.pictures?.find(({ file }) => file === name)?.digest
    await copy({ shard, name, digest }, join(folder, renamed))
  }
}

type Kept = { shard: ReadShard; name: string; digest: string | undefined }

const copy = async ({ shard, name, digest }: Kept, to: string): Promise<void> => {
  const path = join(shard.folder, name)
  // A report may come from anybody: it names no file elsewhere.
  const size = /^(pages\/)?[\w-][\w.-]*$/.test(name) ? await sizeOf(path) : undefined
  const mine = `${quoted(name)}, a file of ${shard.file},`
  if (size === undefined) throw new UsageError(`${mine} is not beside it.`, `Put what the run wrote beside the report.`)
  if (size > largestFile) throw new UsageError(`${mine} is larger than 16 MiB.`, asWritten)
  const bytes = await readFile(path)
  if (sha256Hex(bytes) !== digest) throw new UsageError(`${mine} was changed: its digest differs.`, asWritten)
  await writeFile(to, bytes)
}
