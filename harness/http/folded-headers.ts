import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'

type Connector = ReturnType<typeof buildConnector>

const none = Buffer.alloc(0)
/** A line of a header that goes on in the next one: RFC 9112, section 5.2. */
const fold = /\r\n[ \t]+/g
/** What a fold without anything behind it leaves. */
const blankAtEnd = / (?=\r\n)/g
const isInformational = (head: string): boolean => /^HTTP\/1\.\d 1(?!01)\d\d/.test(head)

/** Replaces each fold in the heads of responses with a blank, as RFC 9112 asks of a client. */
const createUnfolder = (onFold: () => void) => {
  let isHead = false
  let isStart = false
  let statusLine = ''
  let held: Buffer = none
  const unfolded = (head: Buffer): Buffer => {
    const text = head.toString('latin1')
    // What follows the status line at once is not part of a header.
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
      // The next piece tells whether a line that ends here goes on.
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
    /** A request was sent: what comes next is the head of its response. */
    expectHead: () => {
      isHead = true
      isStart = true
      held = none
    },
    read,
  }
}

/** Has the client of a connection read responses without folds; undici takes those that have some for no HTTP. */
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
      // A piece that is held back is not the end of what can be read.
      if (bytes === null || bytes.length > 0) return bytes
    }
  }
  const write = (...given: Parameters<typeof writeSocket>): boolean => {
    if (typeof given[0] === 'string' && given[0].includes(' HTTP/1.1\r\n')) expectHead()
    return writeSocket(...given)
  }
  socket.write = write as Socket['write']
}
