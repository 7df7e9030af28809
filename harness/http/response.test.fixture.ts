import type { HttpResponse } from './response.ts'

/** Returns a response for tests: 200 without headers or body, except for the changes. */
export const responseWith = (changes: Partial<HttpResponse> = {}): HttpResponse => ({
  status: 200,
  headers: [],
  bytes: new Uint8Array(),
  text: '',
  json: undefined,
  truncated: false,
  exchange: '1',
  url: 'http://127.0.0.1/',
  arrivedAt: 0,
  ...changes,
})
