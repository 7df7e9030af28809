import { randomUUID } from 'node:crypto'
import { isObject, type Json, type JsonObject } from '../../protocol/json.ts'
import { isDeclared } from '../declared.ts'
import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { blocked, breach, holds, isSame, notApplicable, same } from '../harness/outcome.ts'
import { codeOf, fits, isSuccess, summary } from '../harness/sent.ts'
import { member, signedByTarget } from '../harness/signed.ts'
import type { Stage } from '../harness/stage.ts'
import { bitsOf } from './entropy.ts'
import { expiredPayment, isPending } from './expiry.ts'
import { openSession, paidProof } from './hosted.ts'
import { type HostileTxid, hostileTxids } from './hostile-txids.ts'
import { knownTxid, namedOrder, paid, proofOf, transferred, txidOf } from './transactions.ts'
import { unknownLike } from './unknown-txid.ts'

/** Reads of one transaction. */
const reads = 6

/** Transactions of one kind whose txids are compared, and the bits that have to show in them. */
const sampled = 12
const tellingBits = 32

const isUnknown = (answer: Answer) => answer.status === 404 && codeOf(answer) === 'TXID_NOT_FOUND'

/** What the document says that verify shows; what a target adds may change with every read. */
const documented = ({ json }: Answer): JsonObject => {
  const names = ['status', 'txid', 'amount', 'currency', 'createdAt', 'expiresAt', 'proof']
  return Object.fromEntries(Object.entries(isObject(json) ? json : {}).filter(([name]) => names.includes(name)))
}

const readsAlike = async (stage: Stage, txid: string): Promise<void> => {
  const first = await stage.verify(txid)
  if (!isSuccess(first)) blocked(`verify does not show what was just made: ${summary(first)}`)
  for (let read = 1; read < reads; read++) {
    const again = await stage.verify(txid)
    holds(again.status === first.status, 'verify answers another status when asked again', {
      expected: summary(first),
      actual: summary(again),
    })
    same(documented(again), documented(first), 'what verify shows when asked again')
  }
}

const suite = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })
const { clause } = suite

clause('VERIFY-01', 'unknown txid', async stage => {
  // A txid with the look of the target's own: whoever checks the look first has nothing to object to.
  const known = stage.session.identities.app ? await knownTxid(stage) : undefined
  const answer = await stage.verify(known === undefined ? randomUUID() : unknownLike(known))
  if (known === undefined && !isUnknown(answer)) blocked('verify knows neither a payment nor a transfer just made')
  holds(isUnknown(answer), 'a txid that nobody made is not refused as it has to be', {
    expected: '404 TXID_NOT_FOUND',
    actual: summary(answer),
  })
})

const completedTransfer = async (stage: Stage) => {
  const { order, named } = namedOrder(stage, 1)
  const to = { ocid: stage.merchant.ocid, reference: order.id }
  const made = await stage.transfer({ from: stage.partner, to, order: named }).asControl()
  const shown = await stage.verify(txidOf(proofOf(made))).accepts('verify-completed')
  const proof = proofOf(shown)
  same(proof.issuer, stage.ocid, 'proof.issuer')
  same(member(proof.to, 'reference'), order.id, 'proof.to.reference')
  signedByTarget(stage, 'the proof that verify shows', { payload: proof, signature: shown.signature })
}

clause('VERIFY-02', 'completed transfer', completedTransfer, { operations: ['verify', 'transfer.create'] })

clause(
  'VERIFY-03',
  'pending payment',
  async stage => {
    const txid = txidOf(await paid(stage))
    const shown = await stage.verify(txid).accepts('verify-pending')
    same(shown.txid, txid, 'the txid that verify shows')
  },
  { operations: ['verify', 'payment.create'] },
)

clause(
  'VERIFY-04',
  'expired payment',
  async stage => {
    const { txid, shown, keptExpiry } = await expiredPayment(stage)
    if (!keptExpiry || isPending(shown) || member(shown.json, 'status') === 'completed')
      notApplicable('The target shows no other status than pending and completed within the run.')
    if (!isSuccess(shown))
      breach('a payment past its expiresAt is gone from verify', { expected: '200', actual: summary(shown) })
    fits(shown, 'verify-other', 'verify of an expired payment')
    holds(member(shown.json, 'status') !== '', 'verify shows an expired payment without a status', {
      expected: 'a status',
      actual: shown.json,
    })
    same(member(shown.json, 'txid'), txid, 'the txid that verify shows')
  },
  { operations: ['verify', 'payment.create'] },
)

clause(
  'VERIFY-05',
  'pending payment read again',
  async stage => {
    await readsAlike(stage, txidOf(await paid(stage)))
  },
  { operations: ['verify', 'payment.create'] },
)

clause(
  'VERIFY-05',
  'completed transfer read again',
  async stage => {
    await readsAlike(stage, txidOf(await transferred(stage)))
  },
  { operations: ['verify', 'transfer.create'] },
)

clause('VERIFY-06', 'hostile txids', async stage => {
  const control = await stage.verify(randomUUID())
  if (control.silence || control.status >= 500) blocked(`verify of an ordinary txid is answered ${summary(control)}`)
  await Promise.all(hostileTxids.map(hostile => holdsOff(stage, hostile)))
})

const holdsOff = async (stage: Stage, { name, path, isNormalized }: HostileTxid): Promise<void> => {
  const answer = await stage.get(`/verify/${path}`)
  const { status, silence } = answer
  const isHeld = !silence && status < 500 && (isNormalized || (status >= 400 && !isSuccess(answer)))
  holds(isHeld, `a hostile txid (${name}) is not refused as it has to be`, {
    expected: 'a 4xx',
    actual: summary(answer),
  })
}

clause('VERIFY-07', 'guessable txids', async stage => {
  const found = await Promise.all(kindsOf(stage).map(async ({ kind, make }) => ({ kind, txids: await sample(make) })))
  const drawn = found.filter(one => one.txids.length === sampled)
  if (drawn.length === 0) blocked(`no ${found.map(one => one.kind).join(' and no ')} are accepted`)
  for (const { kind, txids } of drawn) {
    const bits = Math.round(bitsOf(txids))
    holds(bits >= tellingBits, `the txids of ${kind} can be guessed`, {
      expected: `txids that differ at random: at least ${tellingBits} bits show in ${sampled} of them`,
      actual: `${bits} bits: ${txids.slice(0, 3).join(', ')}, …`,
    })
  }
})

type Kind = { kind: string; make: () => PromiseLike<{ json?: Json | undefined }> }

/** The transactions of a target, by what it declares: hosted payments, which take longest, only where there are no others. */
const kindsOf = (stage: Stage): Kind[] => {
  const { partner, merchant } = stage
  const declared: (Kind | false)[] = [
    isDeclared(stage, 'payment.create') && { kind: 'payments', make: () => stage.pay(stage.paymentOf(merchant)) },
    isDeclared(stage, 'transfer.create') && {
      kind: 'transfers',
      make: () => stage.transfer({ from: partner, to: merchant }),
    },
  ]
  const kinds = declared.filter(one => one !== false)
  if (kinds.length > 0) return kinds
  if (!isDeclared(stage, 'orders.checkout')) notApplicable('The target declares nothing that makes a transaction.')
  return [{ kind: 'hosted payments', make: async () => ({ json: { proof: await hostedProof(stage) } }) }]
}

const hostedProof = async (stage: Stage): Promise<JsonObject> =>
  (await paidProof(stage, await openSession(stage))).proof

/** Txids made one after another, of one kind. */
const sample = async (make: Kind['make']): Promise<string[]> => {
  const txids: Json[] = []
  for (let made = 0; made < sampled; made++) {
    const { json } = await make()
    txids.push(member(json, 'txid') ?? member(member(json, 'proof'), 'txid') ?? null)
  }
  return txids.filter(txid => typeof txid === 'string')
}

clause.observe(
  'VERIFY-08',
  'signature of verify and reference without an order',
  async stage => {
    const { partner, merchant } = stage
    const made = await stage.transfer({ from: partner, to: merchant }).asControl()
    const shown = await stage.verify(txidOf(proofOf(made)))
    const signature = isSame(member(shown.json, 'signature'), made.signature) ? 'repeated' : 'made afresh'
    stage.observe({ 'signature at verify': signature, 'to.reference without an order': referenceShown(made, shown) })
  },
  { operations: ['verify', 'transfer.create'] },
)

/** Where to.reference of a transfer that names no order comes from. */
const referenceShown = (made: JsonObject, shown: Answer): string => {
  const own = member(proofOf(made).to, 'reference')
  const later = member(member(member(shown.json, 'proof'), 'to'), 'reference')
  if (later === undefined) return 'absent'
  return isSame(own, later) ? 'as in the proof' : 'another'
}

/** GET /verify/{txid}. */
export const verifySuite = whereDeclared(suite)
