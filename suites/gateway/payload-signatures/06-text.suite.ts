/**
 * SIG-06 · Text of any script, emoji, control characters, surrogate pairs and escapes survives signing and verifying
 * unchanged.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json, memberOf } from '../../../protocol/json/json.ts'
import { unlessQuick } from '../../members/samples.ts'
import { scriptSamples } from '../../members/values/texts.ts'
import { createTransfer } from '../../support/gateway/transactions.ts'
import {
  anyShared,
  type Shared,
  sharedSamples,
  transferSimilar,
} from '../../support/gateway/transfer/similar-transfers.ts'
import { expectMemberSigned, isMemberSigned } from '../../support/payload-signatures/emitted-signatures.ts'
import {
  anyScript,
  isTextRefusal,
  noteSurvival,
  requireSurvivor,
  requireTextRefusal,
} from '../../support/payload-signatures/text-survival.ts'

const { clause } = defineSuite({ id: 'gateway-signatures', roles: ['gateway'], operations: ['transfer.create'] })

const unseen = '[\\p{White_Space}\\p{Cc}\\uFEFF]'
const unseenEnds = new RegExp(`^${unseen}+|${unseen}+$`, 'gu')

/** Removes what some languages treat as white space from both ends of a string, including control characters. */
const trimLike = (text: string): string => text.replace(unseenEnds, '')

/**
 * Returns whether the memo of a proof, if present, is the text that was sent. It may be trimmed, or shortened if plain text of the same
 * length is shortened too (TRANSFER-15).
 */
const isMemoKept = async (
  memo: Json | undefined,
  text: string,
  transferWith: (memo: string) => PromiseLike<HttpResponse>,
): Promise<boolean> => {
  if (memo === undefined || memo === text) return true
  if (typeof memo !== 'string' || !text.includes(memo)) return false
  if (trimLike(memo) === trimLike(text)) return true
  if (!trimLike(text).startsWith(trimLike(memo))) return false
  const plain = memberOf(memberOf((await transferWith('x'.repeat(text.length))).json, 'proof'), 'memo')
  return typeof plain === 'string' && plain.length < text.length
}

clause.property('SIG-06', 'proof with text of any script', {
  arbitrary: () => anyScript,
  examples: scriptSamples,
  runs: 10,
  finally: requireSurvivor,
  test: async (context, text) => {
    const transferWith = (memo: string) => context.transfer({ from: context.partner, to: context.merchant, memo })
    const response = await transferWith(text)
    if (isTextRefusal(response, 'INVALID_SIGNATURE')) return
    requireTextRefusal(response, 'INVALID_SIGNATURE')
    if (!isSuccess(response)) await transferWith('Conformance transfer').asControl()
    expectThat(isSuccess(response), 'the transfer is not accepted with this text as its memo', {
      expected: 'accepted, as it is with plain text',
      actual: summary(response),
    })
    if (!isObject(response.json)) return
    const memo = memberOf(response.json.proof, 'memo')
    expectThat(await isMemoKept(memo, text, transferWith), 'the memo of the proof is not the text that was sent', {
      expected: text,
      actual: memo,
    })
    noteSurvival(context, text)
    const signed = { document: response.json, name: 'proof' } as const
    if (isMemberSigned(context, signed)) return
    // A signature that does not verify over plain text either fails SIG-04.
    const plain = { document: (await transferWith('Conformance transfer')).json, name: 'proof' } as const
    if (isMemberSigned(context, plain)) expectMemberSigned(context, 'the proof', signed)
  },
})

clause.property<Shared>(
  'SIG-06',
  { id: 'memos-of-transfers-that-are-alike', title: 'memos of similar transfers' },
  async control => {
    await createTransfer(control)
    return {
      arbitrary: () => anyShared,
      examples: unlessQuick(control, sharedSamples),
      runs: 2,
      test: async (context, shared) => {
        const transfers = await transferSimilar(context, shared)
        for (const { memo, proof } of transfers) {
          // A proof may lack the memo, or have a changed one (TRANSFER-15).
          const isOfAnother = transfers.some(other => other.memo !== memo && other.memo === proof.memo)
          expectThat(!isOfAnother, 'the proof has the memo of another transfer', {
            expected: memo,
            actual: proof.memo,
          })
        }
      },
    }
  },
)
