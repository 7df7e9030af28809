import type { SignedRequest } from './signed-request.ts'

/** A fault applied after a request is signed. Faults applied before are in `SendOptions`. */
export type Fault = { name: string; apply: (request: SignedRequest) => SignedRequest }

const fault = (name: string, apply: Fault['apply']): Fault => ({ name, apply })

const isNamed =
  (name: string) =>
  ([key]: readonly [string, string]) =>
    key.toLowerCase() === name.toLowerCase()

/** Removes a header. */
export const without = (name: string): Fault =>
  fault(`without ${name}`, request => ({
    ...request,
    headers: request.headers.filter(header => !isNamed(name)(header)),
  }))

/** Replaces the value of a header. */
export const withHeader = (name: string, value: string): Fault =>
  fault(`${name} changed`, request => ({
    ...request,
    headers: request.headers.map((header): [string, string] => (isNamed(name)(header) ? [header[0], value] : header)),
  }))

/** Writes the names of the headers in lower case, as HTTP/2 does. */
export const withLowerCaseNames: Fault = fault('header names in lower case', request => ({
  ...request,
  headers: request.headers.map(([name, value]): [string, string] => [name.toLowerCase(), value]),
}))

/** Adds a header a second time, with `value`. */
export const repeated = (name: string, value: string): Fault =>
  fault(`${name} repeated`, request => ({ ...request, headers: [...request.headers, [name, value]] }))

/** Replaces the body. */
export const withBody = (body: string | Uint8Array): Fault => fault('body changed', request => ({ ...request, body }))

/** Replaces the path. */
export const withPath = (path: string): Fault => fault('path changed', request => ({ ...request, path }))

/** Changes the text of the signature. */
export const withSignature = (change: (signature: string) => string): Fault =>
  fault('signature changed', request => ({
    ...request,
    headers: request.headers.map((header): [string, string] =>
      isNamed('X-OC-Signature')(header) ? [header[0], change(header[1])] : header,
    ),
  }))

/** Replaces the method. */
export const withMethod = (method: string): Fault => fault(`sent as ${method}`, request => ({ ...request, method }))

/** Adds a header that a correct request does not have. */
export const withAdded = (name: string, value: string): Fault =>
  fault(`with ${name}`, request => ({ ...request, headers: [...request.headers, [name, value]] }))

/** Sends the body in pieces, with Transfer-Encoding instead of its length. */
export const inPieces: Fault = fault('sent in pieces', request => ({ ...request, isInPieces: true }))
