/** A request that is signed and ready to send; `path` is the one on the request line. */
export type SignedRequest = {
  method: string
  path: string
  headers: [string, string][]
  body: string | Uint8Array
  /** Sent in pieces, with Transfer-Encoding instead of its length. */
  isInPieces?: true
}
