/** A signed request, ready to send; `path` is the one on the request line. */
export type SignedRequest = {
  method: string
  path: string
  headers: [string, string][]
  body: string | Uint8Array
  /** Sent chunked, without its length. */
  isInPieces?: true
}
