import { UsageError } from '../settings/usage-error.ts'

/** Maximum length of a line, in bytes; an exchange has far fewer. A longer line would not fit into a string. */
const longestLine = 64 * 1_048_576

const tooLong = (): UsageError =>
  new UsageError('a line of the evidence is longer than any that a run writes.', 'Was it cut or changed?')

/** Reads a stream line by line, and passes each chunk on unchanged. UsageError for a line that is longer than any that a run writes. */
export async function* linesOf(
  input: AsyncIterable<Buffer>,
  onChunk: (chunk: Buffer) => void = () => undefined,
): AsyncGenerator<string> {
  let parts: Buffer[] = []
  let size = 0
  for await (const chunk of input) {
    onChunk(chunk)
    let from = 0
    for (let at = chunk.indexOf(0x0a); at >= 0; at = chunk.indexOf(0x0a, from)) {
      yield Buffer.concat([...parts, chunk.subarray(from, at)]).toString()
      parts = []
      size = 0
      from = at + 1
    }
    parts.push(chunk.subarray(from))
    size += chunk.length - from
    if (size > longestLine) throw tooLong()
  }
  if (size > 0) yield Buffer.concat(parts).toString()
}
