import type { Socket } from 'node:net'
import type { Service } from '../every-role/contract.ts'
import { rejectHttp } from '../every-role/errors.ts'
import { jsonType } from '../every-role/wire-format/bodies.ts'

const parserStatuses: Record<string, number> = { HPE_HEADER_OVERFLOW: 431, ERR_HTTP_REQUEST_TIMEOUT: 408 }

/** Answers bytes that Node's parser refuses directly on the socket, since they never become a request. Clause: ERR-05. */
export const refuseConnection =
  ({ policies }: Service) =>
  (error: NodeJS.ErrnoException, socket: Socket): void => {
    if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy()
    const refusal = rejectHttp(parserStatuses[error.code ?? ''] ?? 400)
    const { status, body, type = jsonType } = policies.refuse(refusal, undefined)
    const text = policies.encode(body)
    const head = [`HTTP/1.1 ${status} Refused`, `content-type: ${type}`, `content-length: ${Buffer.byteLength(text)}`]
    socket.end([...head, 'connection: close', '', text].join('\r\n'))
  }
