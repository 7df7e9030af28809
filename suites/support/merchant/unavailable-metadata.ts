import type { Behaviour } from '../../../harness/counterpart.ts'

/** Responses instead of a metadata document, by description; none of them contains a key. */
export const unavailable: Readonly<Record<string, Behaviour>> = {
  'cannot be reached': { disconnect: true },
  'is missing': { status: 404 },
  'is answered with an error': { status: 500 },
  'is not JSON': { body: '{"config":{"publicKey":' },
}
