import { isLocalhost } from './localhost.ts'

/**
 * Why a callback address is refused, or undefined for a valid one ("GET /kyc/grant/{ocid}": "A valid callback address is
 * HTTPS, and localhost is not allowed in production"). HTTPS is asked for in every environment, so http is refused on
 * localhost in test as well; https on localhost is taken in test. In production localhost is refused in every spelling.
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

// Before parsing: the WHATWG parser repairs much of this in silence, and another parser may repair it otherwise.
const spellingFault = (address: string): string | undefined => {
  if (address === '') return 'it is empty'
  if (/[\s\p{Cc}\p{Z}]/u.test(address)) return 'it has blanks or control characters'
  if (address.includes('\\')) return 'it has a backslash'
  if (!address.isWellFormed()) return 'it is not Unicode text'
  if (!/^[a-z][a-z0-9+.-]*:/i.test(address)) return 'it is not absolute'
  if (!/^https:/i.test(address)) return 'it is not HTTPS'
  return /^https:\/\/[^/?#]/i.test(address) ? undefined : 'it has no host'
}
