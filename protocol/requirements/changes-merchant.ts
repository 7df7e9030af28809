import type { Change } from './change.ts'

/** The rows of merchants that differ from the first edition, in document order. */
export const merchantChanges: readonly Change[] = [
  {
    id: 'ORDER-11',
    edition: '2',
    was: { level: 'should' },
    sentence:
      '| accepts | array of integer | OCIDs of gateways that the merchant accepts for settlement. Present in the signed order. |',
    reason: 'A gateway that the order names collects the money. If its proof is refused, the order stays open.',
  },
  {
    id: 'WEBHOOK-06',
    edition: '2',
    was: {
      text: 'A second, different proof for a paid order: 200 { status: rejected, txid, message }, txid that of the refused proof, message a string.',
      commonMistake: 'accepted twice; 409; no message',
    },
    sentence: '`message` explains a rejection.',
    reason: 'An empty message explains nothing: the gateway does not learn why the payment must be returned.',
  },
  {
    id: 'WEBHOOK-08',
    edition: '2',
    was: {
      text: 'Nor does another currency, or a reference to an order that does not exist: rejected with a message.',
    },
    sentence: 'Answer `rejected` with a message when there is a problem (for example the order is already paid).',
    reason: 'A body may be refused for its shape before its content is checked, and a currency is part of the shape.',
  },
  {
    id: 'WEBHOOK-11',
    edition: '2',
    was: {
      text: "The issuer's key is read from the issuer's metadata document: once the witness has seen the target read the document, proofs of the key published there verify and those of an older one do not. A target that did not read it within the run (a cache): not applicable.",
    },
    sentence:
      "The issuer's public key is taken from the `config.publicKey` of the issuer's metadata document; the signature is verified over the canonical proof, else 400 `PROOF_SIGNATURE_INVALID`.",
    reason:
      'The document does not require a key from elsewhere: for a target that never reads the key from the metadata, the clause stays untried.',
  },
]
