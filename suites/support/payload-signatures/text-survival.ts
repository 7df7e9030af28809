import type fc from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isClientError } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked } from '../../../harness/outcome.ts'
import { isNotEmpty, textOf } from '../../members/values/texts.ts'
import { isUnrelated, undecided } from '../probe.ts'

/** Draws a short text of any script, of one letter at least. */
export const anyScript: fc.Arbitrary<string> = textOf({ most: 40, isTaken: isNotEmpty })

const survivors = new WeakSet<CheckContext>()

/**
 * Remembers that a check saw a text survive, if the text is beyond ASCII, where something could corrupt it. A replay tries one text, and
 * is about no other.
 */
export const noteSurvival = (context: CheckContext, text: string): void => {
  if (context.replay || [...text].some(character => character > '\u007f')) survivors.add(context)
}

/** Blocks a check that saw no text survive, since the target refused each of them: nothing is known of what signing does to them. */
export const requireSurvivor = async (context: CheckContext): Promise<void> => {
  if (!survivors.has(context))
    blocked(
      'each text beyond ASCII was refused, so that none was seen to survive: let the target take some for the run',
    )
}

/** Returns all members at once, and then each alone: a target may take less in one of them, such as an id. */
export const togetherAndAlone = <Member>(members: readonly Member[]): readonly (readonly Member[])[] =>
  members.length > 1 ? [members, ...members.map(member => [member])] : [members]

/** Blocks a check at a refusal that is not about a text, and not about what the text does to a signature either. */
export const requireTextRefusal = (response: HttpResponse, signatureCode: string): void => {
  const isOfSignature = [signatureCode, 'INVALID_SIGNATURE'].some(code => code === codeOf(response))
  if (isClientError(response) && isUnrelated(response) && !isOfSignature)
    undecided('Whether the target takes a text', response)
}

/**
 * Whether a target refuses a text for what it is, such as a character that it does not take. That corrupts nothing, as long as it
 * does not call the signature invalid or the caller unauthorized.
 */
export const isTextRefusal = (response: HttpResponse, signatureCode: string): boolean =>
  isClientError(response) && response.status !== 401 && codeOf(response) !== signatureCode
