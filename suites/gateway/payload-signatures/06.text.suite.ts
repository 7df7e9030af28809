import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json } from '../../../protocol/json.ts'
import { expectMemberSigned, isMemberSigned } from '../../support/emitted-signatures.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { anyText, isTextRefusal, sampleTexts } from '../../support/text-samples.ts'

const suite = defineSuite({ id: 'gateway-signatures', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

/** If the proof repeats the memo, it must be the text that was sent. */
const expectMemoUnchanged = (proof: Json | undefined, text: string) => {
  const memo = member(proof, 'memo')
  expectThat(memo === undefined || memo === text, 'the memo of the proof is not the text that was sent', {
    expected: text,
    actual: memo,
  })
}

clause.property('SIG-06', 'proof with text of any script', {
  arbitrary: () => anyText,
  examples: sampleTexts,
  runs: 10,
  test: async (context, text) => {
    const transferWith = (memo: string) => context.transfer({ from: context.partner, to: context.merchant, memo })
    const response = await transferWith(text)
    if (isTextRefusal(response, 'INVALID_SIGNATURE')) return
    if (!isSuccess(response)) await transferWith('Conformance transfer').asControl()
    expectThat(isSuccess(response), 'the transfer is not accepted with this text as its memo', {
      expected: 'accepted, as it is with plain text',
      actual: summary(response),
    })
    if (!isObject(response.json)) return
    expectMemoUnchanged(response.json.proof, text)
    const signed = { document: response.json, name: 'proof' } as const
    if (isMemberSigned(context, signed)) return
    // A signature that does not verify over plain text either fails SIG-04.
    const plain = { document: (await transferWith('Conformance transfer')).json, name: 'proof' } as const
    if (isMemberSigned(context, plain)) expectMemberSigned(context, 'the proof', signed)
  },
})

/** A gateway's proof verifies over any text. Heading: Authentication, payload signatures. */
export const gatewayText = whereDeclared(suite)
