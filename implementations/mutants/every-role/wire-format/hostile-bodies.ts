import { readClaims } from '../../../../reference/every-role/authentication/headers.ts'
import { parseBody } from '../../../../reference/every-role/wire-format/bodies.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

/** Returns the deepest nesting of lists and objects in a string. */
const depthOf = (text: string): number => {
  let [open, most] = [0, 0]
  for (const character of text) {
    open += '[{'.includes(character) ? 1 : ']}'.includes(character) ? -1 : 0
    most = Math.max(most, open)
  }
  return most
}

const silentPorts = { reportBug: () => undefined }

/** Faults that answer hostile input with a 500 (FMT-07). */
export const hostileBodyMutants: readonly SharedMutant[] = [
  {
    name: 'deep nesting ends in a 500',
    roles: authenticatedRoles,
    breaks: 'FMT-07',
    story: 'A function that visits every string recurses into nested values.',
    policies: {
      parseBody: bytes => {
        const depth = depthOf(Buffer.from(bytes).toString())
        if (depth > 1_000) throw new RangeError('Maximum call stack size exceeded')
        return parseBody(bytes)
      },
    },
    ports: silentPorts,
  },
  {
    name: 'long nonces end in a 500',
    roles: authenticatedRoles,
    breaks: 'FMT-07',
    story: 'The column has 255 characters, and the database complains.',
    policies: {
      readClaims: (rawHeaders, profile) => {
        const at = rawHeaders.findIndex((text, i) => i % 2 === 0 && text.toLowerCase() === 'x-oc-nonce')
        if ((rawHeaders[at + 1] ?? '').length > 255) throw new Error('value too long for type character varying(255)')
        return readClaims(rawHeaders, profile)
      },
    },
    ports: silentPorts,
  },
]
