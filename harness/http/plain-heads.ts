import type { Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { responseLimits } from './limits.ts'

type Connector = ReturnType<typeof buildConnector>

const none = Buffer.alloc(0)
const beginning = 'HTTP/'
/** How many bytes of a head are buffered. A longer head is passed on unchanged: the client enforces the limit on headers. */
const mostHeld = responseLimits.headers.most
/** A line of a header that continues in the next one: RFC 9112, section 5.2. */
const fold = /\r?\n[ \t]+/g
/** Blanks after a value are not part of it: RFC 9112, section 5. */
const blanksAtEnd = /(?<![ \t])[ \t]+(?=\r?\n)/g
/** A recipient may accept LF alone as the end of a line: RFC 9112, section 2.2. */
const bareLineFeed = /(?<!\r)\n/g
const contentLength = /^content-length:(.*)\r\n/gim
const isInformational = (head: string): boolean => /^HTTP\/1\.\d 1(?!01)\d\d/.test(head)

/** Returns the headers with one Content-Length where they repeat the same: RFC 9110, section 8.6. */
const withOneLength = (headers: string): string => {
  const lengths = [...headers.matchAll(contentLength)].flatMap(([, value = '']) => value.split(','))
  const [length, ...others] = new Set(lengths.map(value => value.trim()))
  if (lengths.length < 2 || others.length > 0) return headers
  return `Content-Length: ${length}\r\n${headers.replace(contentLength, '')}`
}

/** Rewrites the parts of a head that HTTP lets a recipient accept, but undici refuses. */
const plainHead = (head: string, onFold: () => void): string => {
  // A folded line directly after the status line is not part of a header.
  const from = head.indexOf('\n') + 1
  const headers = head.slice(from)
  const unfolded = headers.replace(fold, ' ')
  if (unfolded !== headers) onFold()
  const statusLine = head.slice(0, from).replace(bareLineFeed, '\r\n')
  return statusLine + withOneLength(unfolded.replace(blanksAtEnd, '').replace(bareLineFeed, '\r\n'))
}

/** Rewrites the heads of responses, and leaves everything else unchanged. */
const createRewriter = (onFold: () => void) => {
  let isHead = false
  let held: Buffer = none
  const read = (chunk: Buffer): Buffer => {
    if (!isHead) return chunk
    const bytes = held.length > 0 ? Buffer.concat([held, chunk]) : chunk
    const from = Math.max(0, held.length - 2)
    const blankLine = /\n\r?\n/.exec(bytes.toString('latin1', from))
    const isHttp = beginning.startsWith(bytes.toString('latin1', 0, beginning.length))
    held = none
    if (!isHttp || (!blankLine && bytes.length > mostHeld)) {
      isHead = false
      return bytes
    }
    if (!blankLine) {
      held = bytes
      return none
    }
    const end = from + blankLine.index + blankLine[0].length
    const head = bytes.toString('latin1', 0, end)
    isHead = isInformational(head)
    return Buffer.concat([Buffer.from(plainHead(head, onFold), 'latin1'), read(bytes.subarray(end))])
  }
  return {
    /** A request was sent: the next bytes are the head of its response. */
    expectHead: () => {
      isHead = true
      held = none
    },
    read,
  }
}

/**
 * Rewrites the heads of responses on a connection in plain form: undici refuses some that RFC 9112 allows or that a client may read.
 * `onFold`: called for each that folds a header over several lines.
 */
export const withPlainHeads =
  (connect: Connector, onFold: () => void): Connector =>
  (options, callback) =>
    connect(options, (...[error, socket]) => {
      if (error) return callback(error, null)
      rewriteHeads(socket, onFold)
      callback(null, socket)
    })

const rewriteHeads = (socket: Socket, onFold: () => void): void => {
  const { expectHead, read } = createRewriter(onFold)
  const [readSocket, writeSocket] = [socket.read.bind(socket), socket.write.bind(socket)]
  socket.read = (size?: number) => {
    for (;;) {
      const chunk = readSocket(size) as Buffer | null
      const bytes = chunk && read(chunk)
      // A buffered piece is not the end of the response.
      if (bytes === null || bytes.length > 0) return bytes
    }
  }
  const write = (...given: Parameters<typeof writeSocket>): boolean => {
    if (typeof given[0] === 'string' && given[0].includes(' HTTP/1.1\r\n')) expectHead()
    return writeSocket(...given)
  }
  socket.write = write as Socket['write']
}
