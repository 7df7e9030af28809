import { isUtf8 } from 'node:buffer'
import { brotliDecompressSync, gunzipSync, inflateRawSync, inflateSync, zstdDecompressSync } from 'node:zlib'
import { entryOf } from '../../protocol/json/any-json.ts'
import { responseLimits } from './limits.ts'

type Inflater = (bytes: Uint8Array, options: { maxOutputLength: number }) => Uint8Array

/** RFC 9110 wraps a deflate stream in zlib; some servers send it bare. */
const inflateEither: Inflater = (bytes, options) => {
  try {
    return inflateSync(bytes, options)
  } catch (error) {
    if (isTooLarge(error)) throw error
    return inflateRawSync(bytes, options)
  }
}

const inflaters: Readonly<Record<string, Inflater>> = {
  gzip: gunzipSync,
  'x-gzip': gunzipSync,
  deflate: inflateEither,
  br: brotliDecompressSync,
  zstd: zstdDecompressSync,
}

const isTooLarge = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ERR_BUFFER_TOO_LARGE'

/**
 * Decodes the content codings of a body, up to `most` bytes. No request asks for one, but a server may choose any. Returns damaged bytes
 * unchanged, or the limit that the body exceeds.
 */
export const inflate = (
  bytes: Uint8Array,
  codings: string,
  most: number = responseLimits.inflated.most,
): { bytes: Uint8Array; beyond?: 'codings' | 'coding' | 'inflated' } => {
  const names = codings
    .toLowerCase()
    .split(',')
    .map(name => name.trim())
  const used = names.filter(name => name !== '' && name !== 'identity').reverse()
  if (bytes.length === 0 || used.length === 0) return { bytes }
  const inflaterOf = used.map(name => entryOf(inflaters, name))
  // A value that is not a coding, such as a charset, is a mistake, but leaves the text readable.
  if (inflaterOf.includes(undefined)) return isUtf8(bytes) ? { bytes } : { bytes, beyond: 'coding' }
  if (used.length > responseLimits.codings.most) return { bytes, beyond: 'codings' }
  try {
    const options = { maxOutputLength: most }
    return { bytes: inflaterOf.reduce((body, undo) => undo?.(body, options) ?? body, bytes) }
  } catch (error) {
    return isTooLarge(error) ? { bytes, beyond: 'inflated' } : { bytes }
  }
}
