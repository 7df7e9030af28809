import type fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isClientError } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { isNotEmpty, textOf } from '../../members/values/texts.ts'
import { isUnrelated, undecided } from '../probe.ts'

/** Draws a short text of any script, with at least one letter. */
export const anyScript: fc.Arbitrary<string> = textOf({ most: 40, isTaken: isNotEmpty })

const survivors = new WeakSet<CheckContext>()

/** Records that a non-ASCII text survived where something could have corrupted it. A replay tries only one string. */
export const noteSurvival = (context: CheckContext, text: string): void => {
  if (context.replay || [...text].some(character => character > '\u007f')) survivors.add(context)
}

/** Blocks a check if the target refused every string: that proves nothing about how signing treats them. */
export const requireSurvivor = async (context: CheckContext): Promise<void> => {
  if (!survivors.has(context))
    blocked('each non-ASCII text was refused, so none could be tested: make the target accept some during the run')
}

/** Returns all members together, and then each alone: a target may accept less in some of them, such as an id. */
export const togetherAndAlone = <Member>(members: readonly Member[]): readonly (readonly Member[])[] =>
  members.length > 1 ? [members, ...members.map(member => [member])] : [members]

/** Blocks a check because of a refusal that concerns neither a string nor its effect on a signature. */
export const requireTextRefusal = (response: HttpResponse, signatureCode: string): void => {
  const isOfSignature = [signatureCode, 'INVALID_SIGNATURE'].some(code => code === codeOf(response))
  if (isClientError(response) && isUnrelated(response) && !isOfSignature)
    undecided('Whether the target accepts a text', response)
}

/**
 * Returns whether a target refuses a string as such, for example for a character that it does not accept. That corrupts nothing, unless
 * it calls the signature invalid or the caller unauthorized.
 */
export const isTextRefusal = (response: HttpResponse, signatureCode: string): boolean =>
  isClientError(response) && response.status !== 401 && codeOf(response) !== signatureCode
