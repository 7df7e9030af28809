import { errorCatalogue } from '../../protocol/errors.ts'
import { entryOf, textOf } from '../../protocol/json/any-json.ts'
import { isObject, type Json, memberOf } from '../../protocol/json/json.ts'
import { brief } from '../outcome.ts'
import type { HttpResponse } from './response.ts'

const documentedCodes: ReadonlySet<string> = new Set(
  Object.entries(errorCatalogue).flatMap(([code, { documented }]) => (documented ? code : [])),
)

/** Returns whether a response carries an error code of the document. Heading: Error codes. */
export const hasDocumentedCode = ({ json }: Pick<HttpResponse, 'json'>): boolean =>
  documentedCodes.has(textOf(memberOf(memberOf(json, 'error'), 'code')))

/** Statuses that refuse the content of a request. */
const contentStatuses = [400, 409, 413, 422]

/** Returns whether a target refuses a correct request by an undocumented rule, without a code of the document. */
export const isRefusedByOwnRule = (response: HttpResponse): boolean =>
  !response.silence && contentStatuses.includes(response.status) && !hasDocumentedCode(response)

/** Returns the message and details of a refusal; `undefined` if it has neither. */
export const causeIn = ({ json }: HttpResponse): string | undefined => {
  const error = memberOf(json, 'error')
  const said = [memberOf(error, 'message'), memberOf(error, 'details')].filter(isTelling)
  return said.length === 0 ? undefined : said.map(each => brief(each, 200)).join(', ')
}

const isTelling = (said: Json | undefined): boolean =>
  said !== undefined && said !== null && said !== '' && !(isObject(said) && Object.keys(said).length === 0)

/** Matches mentions of the OCID: a path that ends in it, or a sentence or code that contains it as a word. */
const ocidPath = /(?:^|[/.])ocid$/i
const ocidWord = /(?<![a-z])ocid(?![a-z])/i

/**
 * Returns whether a refusal names only the member `ocid` as its cause: in every violation that it lists, or, without a list, in its code
 * or message.
 */
export const isForOcid = ({ json }: HttpResponse): boolean => {
  const error = memberOf(json, 'error')
  const violations = memberOf(memberOf(error, 'details'), 'violations')
  if (Array.isArray(violations) && violations.length > 0)
    return violations.every(violation => ocidPath.test(textOf(memberOf(violation, 'path'))))
  return [memberOf(error, 'code'), memberOf(error, 'message')].some(said => ocidWord.test(textOf(said)))
}

/** Remedies for a correct request that is refused because of a signature. */
const signatureRemedies: Readonly<Record<string, string>> = {
  INVALID_SIGNATURE:
    'Check that the key of its sender is the registered one, and that this operation verifies the same canonical request as the others, or describe it in a profile file (--profile FILE)',
  PROOF_SIGNATURE_INVALID:
    'Check that the key of its issuer is read from the metadata of the counterpart, and that proofs are canonicalized as in the profile (--profile FILE)',
}

/** Returns the remedy for a target that refuses a correct request because of its signature, or by an undocumented rule. */
export const remedyForRefusal = (response: HttpResponse): string | undefined => {
  const code = memberOf(memberOf(response.json, 'error'), 'code')
  const remedy = entryOf(signatureRemedies, code)
  if (remedy !== undefined) return remedy
  if (!isRefusedByOwnRule(response)) return undefined
  const cause = causeIn(response)
  return `Make the target accept it for the run; if the amount is the reason, set \`amounts\` in the config${cause ? `. It says: ${cause}` : ''}`
}
