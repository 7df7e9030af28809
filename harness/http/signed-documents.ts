import { isObject, type JsonObject } from '../../protocol/json/json.ts'
import type { Role } from '../../protocol/operations.ts'
import type { HttpResponse } from './response.ts'

/** A document that the target signed, such as `{ proof, signature }`, and the exchange in which it came. */
type SignedDocument = { document: JsonObject; exchange: string }

/** The signed documents that a run has seen, for what shows only among many of them. */
export type SignedDocuments = {
  /** Keeps the document of a response, if it has one. */
  see(response: Pick<HttpResponse, 'json' | 'bytes' | 'status' | 'exchange'>): void
  readonly all: readonly SignedDocument[]
}

/** Documents that are kept, and bytes of each: a fault of one signature in 128 shows among so many, and memory stays flat. */
const [mostDocuments, mostBytes] = [800, 4_096]

/** What a target of a role signs in its responses. */
const signedMember: Readonly<Record<Role, string>> = { gateway: 'proof', merchant: 'order', kyc: 'config' }

/** Opens the collection of a run. */
export const collectSignedDocuments = (role: Role): SignedDocuments => {
  const name = signedMember[role]
  const all: SignedDocument[] = []
  return {
    see: ({ json, bytes, status, exchange }) => {
      if (status !== 200 || all.length >= mostDocuments || bytes.length > mostBytes) return
      if (isObject(json) && json[name] !== undefined && json.signature !== undefined)
        all.push({ document: json, exchange })
    },
    all,
  }
}
