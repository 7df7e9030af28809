import type { CheckContext } from '../../harness/context.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import type { JsonObject } from '../../protocol/json/json.ts'
import { type Drawn, type Messages, messagesOf } from './draw.ts'
import type { Member } from './member.ts'
import { bodyMembers } from './table.ts'
import { write } from './write.ts'

/** The members of a proof that belong to its issuer: nothing at the receiver must equal them. Heading: Proof. */
const own = ['proof.txid', 'proof.from.reference', 'proof.memo']

/** The members of a proof that issuers choose freely. */
export const proofMembers: readonly Member[] = bodyMembers('transfer.webhook').filter(({ name }) => own.includes(name))

/** Returns proofs with any txid, any reference of the sender and any memo. Heading: Proof. */
export const proofMessages = ({ now, money }: Pick<CheckContext, 'now' | 'money'>): Messages =>
  messagesOf(proofMembers, {
    now: now(),
    currencies: [money.currency],
    least: money.step,
    most: money.most * money.step,
    texts: 'any',
    isFar: false,
  })

/** Returns the proof with drawn values; the drawn txid follows its own, fresh one. */
export const proofWith = <Proof extends object>(proof: Proof, drawn: Drawn): Proof => {
  const { txid, ...rest } = proof as unknown as JsonObject
  const { 'proof.txid': ending = '', ...others } = drawn
  const body = { proof: { txid: `${textOf(txid)}${textOf(ending)}`, ...rest } }
  return write(body, others, '').proof as unknown as Proof
}
