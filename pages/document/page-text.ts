import { type HttpResponse, header } from '../../harness/http/response.ts'

/** Byte-order marks, which take precedence over headers and markup. */
const marks: readonly [label: string, ...bytes: number[]][] = [
  ['utf-16le', 0xff, 0xfe],
  ['utf-16be', 0xfe, 0xff],
]

const markedAs = (bytes: Uint8Array): string | undefined =>
  marks.find(([, ...mark]) => mark.every((byte, at) => bytes[at] === byte))?.[0]

const charset = /charset\s*=\s*(?:["']\s*)?([\w.:-]{1,40})/i

/** How many bytes of the markup browsers search for the encoding. */
const markupBytes = 1_024

const namedIn = (text: string): string | undefined => charset.exec(text)?.[1]?.toLowerCase()

const decodeAs = (label: string | undefined, bytes: Uint8Array): string | undefined => {
  try {
    return label === undefined ? undefined : new TextDecoder(label).decode(bytes)
  } catch {
    return undefined
  }
}

const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1')

/**
 * Returns the text of a page as a browser reads it: valid UTF-8 is read as such unless the page declares UTF-16; other bytes are in the
 * declared encoding, by default Latin-1.
 */
export const pageText = (response: Pick<HttpResponse, 'headers' | 'bytes' | 'text'>): string => {
  const { bytes, text } = response
  const label = markedAs(bytes) ?? namedIn(header(response, 'content-type') ?? '')
  if (text !== undefined && !label?.startsWith('utf-16')) return text
  return decodeAs(label ?? namedIn(latin1(bytes.subarray(0, markupBytes))), bytes) ?? text ?? latin1(bytes)
}

/** Returns whether the forms of a page send UTF-8. A browser that misreads UTF-8 sends the same bytes back. */
export const sendsUtf8 = ({ headers, bytes, text }: Pick<HttpResponse, 'headers' | 'bytes' | 'text'>): boolean => {
  if (text === undefined || /[^\0-\x7f]/.test(text)) return text !== undefined
  const declared = namedIn(header({ headers }, 'content-type') ?? '') ?? namedIn(latin1(bytes.subarray(0, markupBytes)))
  return declared === undefined || /^utf-?8$/.test(declared)
}
