/** Bytes of a line, at most; an exchange has far fewer. A longer one would not fit into a text. */
const longestLine = 64 * 1_048_576

/** A line of a file that is longer than any that a run writes. */
export class LineTooLong extends Error {
  override readonly name = 'LineTooLong'
}

/** Reads a stream line by line, and passes on each chunk as it is. Throws LineTooLong. */
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
    if (size > longestLine) throw new LineTooLong('a line is too long')
  }
  if (size > 0) yield Buffer.concat(parts).toString()
}
