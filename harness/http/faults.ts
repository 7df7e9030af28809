import type { SignedRequest } from './signed-request.ts'

/** One thing that is wrong with a request, applied after it was signed. Faults before signing are members of `Sending`. */
export type Fault = { name: string; apply: (request: SignedRequest) => SignedRequest }

const fault = (name: string, apply: Fault['apply']): Fault => ({ name, apply })

const isNamed =
  (name: string) =>
  ([key]: readonly [string, string]) =>
    key.toLowerCase() === name.toLowerCase()

/** The header is absent. */
export const without = (name: string): Fault =>
  fault(`without ${name}`, request => ({ ...request, headers: request.headers.filter(one => !isNamed(name)(one)) }))

/** The header has another value than was signed. */
export const withHeader = (name: string, value: string): Fault =>
  fault(`${name} changed`, request => ({
    ...request,
    headers: request.headers.map((one): [string, string] => (isNamed(name)(one) ? [one[0], value] : one)),
  }))

/** The header is sent twice, the second time with `value`. */
export const repeated = (name: string, value: string): Fault =>
  fault(`${name} repeated`, request => ({ ...request, headers: [...request.headers, [name, value]] }))

/** The body is another one than was signed. */
export const withBody = (body: string | Uint8Array): Fault => fault('body changed', request => ({ ...request, body }))

/** The request goes to another path than was signed. */
export const withPath = (path: string): Fault => fault('path changed', request => ({ ...request, path }))

/** The signature is another string, made from the right one. */
export const withSignature = (change: (signature: string) => string): Fault =>
  fault('signature changed', request => ({
    ...request,
    headers: request.headers.map((one): [string, string] =>
      isNamed('X-OC-Signature')(one) ? [one[0], change(one[1])] : one,
    ),
  }))
