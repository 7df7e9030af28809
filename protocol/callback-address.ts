import { isLocalhost } from './localhost.ts'

/**
 * Returns why a callback address is refused, or undefined for a valid one ("GET /kyc/grant/{ocid}": "A valid callback
 * address is HTTPS, and localhost is not allowed in production"). HTTPS is required in every environment, on localhost
 * too; https on localhost is accepted in test. In production localhost is refused in every spelling.
 * Clauses: GRANT-04, GRANT-05, GRANT-09, GRANT-10.
 */
export const callbackFault = (address: string, environment: 'test' | 'production'): string | undefined => {
  const fault = spellingFault(address)
  if (fault !== undefined) return fault
  const url = URL.parse(address)
  if (url === null) return 'it is not a valid URI'
  return environment === 'production' && isLocalhost(url.hostname)
    ? 'localhost is not allowed in production'
    : undefined
}

// Checked before parsing: the WHATWG parser repairs much of this silently, and another parser may repair it differently.
const spellingFault = (address: string): string | undefined => {
  if (address === '') return 'it is empty'
  if (/[\s\p{Cc}\p{Z}]/u.test(address)) return 'it contains white space or control characters'
  if (address.includes('\\')) return 'it contains a backslash'
  if (!address.isWellFormed()) return 'it contains a lone surrogate'
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return 'it is not absolute'
  if (!/^https:/i.test(address)) return 'it is not HTTPS'
  return /^https:\/\/[^/?#]/i.test(address) ? undefined : 'it has no host'
}
