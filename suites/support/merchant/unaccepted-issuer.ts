import { codeOf } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { describeProofResponse, expectNotAccepted } from './proofs.ts'

/** Returns whether a response is the documented refusal of an issuer that is not accepted. Heading: POST /transfer/webhook. */
export const isIssuerRefusal = (response: HttpResponse): boolean =>
  response.status === 400 && codeOf(response) === 'ISSUER_NOT_ACCEPTED'

/**
 * Fails the clause unless a proof by an unaccepted issuer gets the documented refusal, either sent by the issuer or by an accepted
 * one, since a target may know only one of the two. Heading: POST /transfer/webhook.
 */
export const expectIssuerRefused = (responses: readonly HttpResponse[]): void => {
  for (const response of responses) expectNotAccepted(response, 'a proof by an issuer that it does not accept')
  expectThat(responses.some(isIssuerRefusal), 'neither the issuer nor an accepted sender gets the documented refusal', {
    expected: '400 ISSUER_NOT_ACCEPTED',
    actual: responses.map(describeProofResponse).join(' to its issuer, to an accepted one '),
  })
}
