import { errorCatalogue } from '../../protocol/errors.ts'
import { entryOf, textOf } from '../../protocol/json/any-json.ts'
import { isObject, type Json, memberOf } from '../../protocol/json/json.ts'
import { brief } from '../outcome.ts'
import type { HttpResponse } from './response.ts'

const documentedCodes: ReadonlySet<string> = new Set(
  Object.entries(errorCatalogue).flatMap(([code, { documented }]) => (documented ? code : [])),
)

/** Returns whether a response carries an error code of the document. Heading: Error codes. */
export const hasDocumentedCode = ({ json }: HttpResponse): boolean =>
  documentedCodes.has(textOf(memberOf(memberOf(json, 'error'), 'code')))

/** The statuses of a refusal that is about the content of a request. */
const contentStatuses = [400, 409, 413, 422]

/** Returns whether a target refuses a correct request by a rule of its own: a code of the document names another cause. */
export const isRefusedByOwnRule = (response: HttpResponse): boolean =>
  !response.silence && contentStatuses.includes(response.status) && !hasDocumentedCode(response)

/** Returns what a refusal says of its cause, its message and its details; `undefined` if it says nothing. */
export const causeIn = ({ json }: HttpResponse): string | undefined => {
  const error = memberOf(json, 'error')
  const said = [memberOf(error, 'message'), memberOf(error, 'details')].filter(isTelling)
  return said.length === 0 ? undefined : said.map(each => brief(each, 200)).join(', ')
}

const isTelling = (said: Json | undefined): boolean =>
  said !== undefined && said !== null && said !== '' && !(isObject(said) && Object.keys(said).length === 0)

/** What names the OCID: a path that ends in it, or a sentence or code with it as a word. */
const ocidPath = /(?:^|[/.])ocid$/i
const ocidWord = /(?<![a-z])ocid(?![a-z])/i

/**
 * Returns whether a refusal names the member `ocid` as its cause, and no other: by each violation that it lists, or, where it lists none, by
 * its code or its message.
 */
export const isForOcid = ({ json }: HttpResponse): boolean => {
  const error = memberOf(json, 'error')
  const violations = memberOf(memberOf(error, 'details'), 'violations')
  if (Array.isArray(violations) && violations.length > 0)
    return violations.every(violation => ocidPath.test(textOf(memberOf(violation, 'path'))))
  return [memberOf(error, 'code'), memberOf(error, 'message')].some(said => ocidWord.test(textOf(said)))
}

/** What to do about a correct request that is refused for a signature. */
const signatureRemedies: Readonly<Record<string, string>> = {
  INVALID_SIGNATURE:
    'Check that the key of its sender is the registered one, and that this operation verifies the same canonical request as the others, or describe it in a profile file (--profile FILE)',
  PROOF_SIGNATURE_INVALID:
    'Check that the key of its issuer is read from the metadata of the counterpart, and that the canonical proof is that of the profile (--profile FILE)',
}

/** Returns what to do about a target that refuses a correct request for its signature, or by a rule of its own. */
export const remedyForRefusal = (response: HttpResponse): string | undefined => {
  const code = memberOf(memberOf(response.json, 'error'), 'code')
  const remedy = entryOf(signatureRemedies, code)
  if (remedy !== undefined) return remedy
  if (!isRefusedByOwnRule(response)) return undefined
  const cause = causeIn(response)
  return `Let the target take it for the run; if it is for the amount, which ones it takes is \`amounts\` in the config${cause ? `. It says: ${cause}` : ''}`
}
