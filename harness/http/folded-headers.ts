import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

type Connector = ReturnType<typeof buildConnector>

const none = Buffer.alloc(0)
/** A header line that continues on the next one: RFC 9112, section 5.2. */
const fold = /\r\n[ \t]+/g
/** Left by a fold with nothing after it. */
const blankAtEnd = / (?=\r\n)/g
const isInformational = (head: string): boolean => /^HTTP\/1\.\d 1(?!01)\d\d/.test(head)

/** Replaces each fold in response heads with a space, as RFC 9112 requires. */
const createUnfolder = (onFold: () => void) => {
  let isHead = false
  let isStart = false
  let statusLine = ''
  let held: Buffer = none
  const unfolded = (head: Buffer): Buffer => {
    const text = head.toString('latin1')
    // A fold right after the status line does not belong to a header.
    const from = isStart ? text.indexOf('\r\n') + 2 : 0
    if (isStart) statusLine = text.slice(0, 16)
    isStart = false
    if (!text.slice(from).match(fold)) return head
    const plain = text.slice(0, from) + text.slice(from).replace(fold, ' ').replace(blankAtEnd, '')
    onFold()
    return Buffer.from(plain, 'latin1')
  }
  const read = (chunk: Buffer): Buffer => {
    if (!isHead) return chunk
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    const end = bytes.indexOf('\r\n\r\n')
    if (end < 0) {
      // The next chunk shows whether the line at the end of this one continues.
      const [open = ''] = /\r(?:\n\r?)?$/.exec(bytes.subarray(-3).toString('latin1')) ?? []
      held = bytes.subarray(bytes.length - open.length)
      return unfolded(bytes.subarray(0, bytes.length - open.length))
    }
    held = none
    const head = unfolded(bytes.subarray(0, end + 4))
    isHead = isInformational(statusLine)
    isStart = isHead
    const rest = bytes.subarray(end + 4)
    return rest.length === 0 ? head : Buffer.concat([head, read(rest)])
  }
  return {
    /** A request was sent: the next bytes are the head of its response. */
    expectHead: () => {
      isHead = true
      isStart = true
      held = none
    },
    read,
  }
}

/** Unfolds the headers of responses before undici reads them: it rejects folded ones as invalid HTTP. */
export const withoutFolds =
  (connect: Connector, onFold: () => void): Connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      unfold(socket, onFold)
      callback(null, socket)
    })

const unfold = (socket: Socket, onFold: () => void): void => {
  const { expectHead, read } = createUnfolder(onFold)
  const [readSocket, writeSocket] = [socket.read.bind(socket), socket.write.bind(socket)]
  socket.read = (size?: number) => {
    for (;;) {
      const chunk = readSocket(size) as Buffer | null
      const bytes = chunk && read(chunk)
      // An empty chunk was held back; it does not mean that nothing is left to read.
      if (bytes === null || bytes.length > 0) return bytes
    }
  }
  const write = (...given: Parameters<typeof writeSocket>): boolean => {
    if (typeof given[0] === 'string' && given[0].includes(' HTTP/1.1\r\n')) expectHead()
    return writeSocket(...given)
  }
  socket.write = write as Socket['write']
}
