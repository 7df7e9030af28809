import { createHash } from 'node:crypto'
import { type FileHandle, mkdir, open, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { sha256Hex } from '../../../protocol/signature/hash.ts'
import { oneLine } from '../../evidence/evidence.ts'
import { exchangeIn } from '../../evidence/exchange-in.ts'
import { linesOf } from '../../evidence/lines.ts'
import { picturesFolder } from '../../evidence/pictures.ts'
import { isTooLarge, openFile, readBytes } from '../../settings/files.ts'
import { quoted } from '../../settings/options/readers.ts'
import { UsageError } from '../../settings/usage-error.ts'
import { reportFiles } from '../files.ts'
import type { Renamed } from './merge-reports.ts'
import type { ReadShard } from './shard.ts'

/** Maximum size of an evidence file, in bytes; a run writes far smaller ones. */
const mostEvidence = 1_073_741_824

/** How many characters are written at once. */
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

/**
 * Joins the evidence of all shards into one file. UsageError if a shard's evidence is missing, or its digest is not the one in the report.
 */
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
  const mine = `${name}, the evidence of ${shard.file},`
  const input = await openFile(join(shard.folder, name), mostEvidence).catch(cause => notRead(cause, mine, '1 GiB'))
  const hash = createHash('sha256')
  let waiting = ''
  for await (const line of linesOf(input, chunk => hash.update(chunk))) {
    const exchange = exchangeIn(line)
    if (!exchange) throw new UsageError(`${mine} was cut or changed: a line is not an exchange.`, asWritten)
    waiting += `${oneLine({ ...exchange, id: names.exchange(shard, exchange.id) })}\n`
    if (waiting.length < writtenAtOnce) continue
    await to.appendFile(waiting)
    waiting = ''
  }
  if (hash.digest('hex') !== evidence?.digest)
    throw new UsageError(`${mine} is from another run, or was changed: its digest differs.`, asWritten)
  await to.appendFile(waiting)
}

const asWritten = 'Give report and evidence as the run wrote them.'

/** Throws UsageError for a file that cannot be read; `mine`: its name for the user. */
const notRead = (cause: unknown, mine: string, limit: string): never => {
  if (isTooLarge(cause)) throw new UsageError(`${mine} is larger than ${limit}.`, asWritten)
  throw new UsageError(`${mine} is not beside it.`, 'Put the files of the run beside the report.')
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
  const mine = `${quoted(name)}, a file of ${shard.file},`
  // A report is untrusted: it cannot name a file elsewhere.
  if (!/^(pages\/)?[\w-][\w.-]*$/.test(name)) notRead(undefined, mine, '')
  const bytes = await readBytes(join(shard.folder, name)).catch(cause => notRead(cause, mine, '16 MiB'))
  if (sha256Hex(bytes) !== digest) throw new UsageError(`${mine} was changed: its digest differs.`, asWritten)
  await writeFile(to, bytes, { flag: 'wx' })
}
