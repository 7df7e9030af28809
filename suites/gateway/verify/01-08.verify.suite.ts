import { randomUUID } from 'node:crypto'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, expectJsonFits, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectSignedByTarget, member } from '../../../harness/http/target-signature.ts'
import { blocked, expectSame, expectThat, fail, isSameJson, notApplicable } from '../../../harness/outcome.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { isDeclared } from '../../support/capabilities.ts'
import { openSession, paidProof } from '../../support/gateway/checkout-session.ts'
import { bitsOf } from '../../support/gateway/entropy.ts'
import { type HostileTxid, hostileTxids } from '../../support/gateway/hostile-txids.ts'
import { expiredPayment, isPending } from '../../support/gateway/payment-expiry.ts'
import { knownTxid, namedOrder, paid, proofOf, transferred, txidOf } from '../../support/gateway/transactions.ts'
import { unknownLike } from '../../support/gateway/unknown-txid.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** Reads of one transaction. */
const reads = 6

/** Transactions of one kind whose txids are compared, and the bits that have to show in them. */
const sampled = 12
const tellingBits = 32

const isUnknown = (response: HttpResponse) => response.status === 404 && codeOf(response) === 'TXID_NOT_FOUND'

/** What the document says that verify shows; what a target adds may change with every read. */
const documented = ({ json }: HttpResponse): JsonObject => {
  const names = ['status', 'txid', 'amount', 'currency', 'createdAt', 'expiresAt', 'proof']
  return Object.fromEntries(Object.entries(isObject(json) ? json : {}).filter(([name]) => names.includes(name)))
}

const readsAlike = async (context: CheckContext, txid: string): Promise<void> => {
  const first = await context.verify(txid)
  if (!isSuccess(first)) blocked(`verify does not show what was just made: ${summary(first)}`)
  for (let read = 1; read < reads; read++) {
    const again = await context.verify(txid)
    expectThat(again.status === first.status, 'verify answers another status when asked again', {
      expected: summary(first),
      actual: summary(again),
    })
    expectSame(documented(again), documented(first), 'what verify shows when asked again')
  }
}

const suite = defineSuite({ id: 'verify', roles: ['gateway'], operations: ['verify'] })
const { clause } = suite

clause('VERIFY-01', 'unknown txid', async context => {
  // A txid with the look of the target's own: whoever checks the look first has nothing to object to.
  const known = context.run.identities.app ? await knownTxid(context) : undefined
  const response = await context.verify(known === undefined ? randomUUID() : unknownLike(known), { isUnknown: true })
  if (known === undefined && !isUnknown(response)) blocked('verify knows neither a payment nor a transfer just made')
  expectThat(isUnknown(response), 'a txid that nobody made is not refused as it has to be', {
    expected: '404 TXID_NOT_FOUND',
    actual: summary(response),
  })
})

const completedTransfer = async (context: CheckContext) => {
  const { order, named } = namedOrder(context, 1)
  const to = { ocid: context.merchant.ocid, reference: order.id }
  const made = await context.transfer({ from: context.partner, to, order: named }).asControl()
  const shown = await context.verify(txidOf(proofOf(made))).expectAccepted('verify-completed')
  const proof = proofOf(shown)
  expectSame(proof.issuer, context.ocid, 'proof.issuer')
  expectSame(member(proof.to, 'reference'), order.id, 'proof.to.reference')
  expectSignedByTarget(context, 'the proof that verify shows', { payload: proof, signature: shown.signature })
}

clause('VERIFY-02', 'completed transfer', completedTransfer, { operations: ['verify', 'transfer.create'] })

clause(
  'VERIFY-03',
  'pending payment',
  async context => {
    const txid = txidOf(await paid(context))
    const shown = await context.verify(txid).expectAccepted('verify-pending')
    expectSame(shown.txid, txid, 'the txid that verify shows')
  },
  { operations: ['verify', 'payment.create'] },
)

clause(
  'VERIFY-04',
  'expired payment',
  async context => {
    const { txid, shown, keptExpiry } = await expiredPayment(context)
    if (!keptExpiry || isPending(shown) || member(shown.json, 'status') === 'completed')
      notApplicable('The target shows no other status than pending and completed within the run.')
    if (!isSuccess(shown))
      fail('a payment past its expiresAt is gone from verify', { expected: '200', actual: summary(shown) })
    expectJsonFits(shown, 'verify-other', 'verify of an expired payment')
    expectThat(member(shown.json, 'status') !== '', 'verify shows an expired payment without a status', {
      expected: 'a status',
      actual: shown.json,
    })
    expectSame(member(shown.json, 'txid'), txid, 'the txid that verify shows')
  },
  { operations: ['verify', 'payment.create'] },
)

clause(
  'VERIFY-05',
  'pending payment read again',
  async context => {
    await readsAlike(context, txidOf(await paid(context)))
  },
  { operations: ['verify', 'payment.create'] },
)

clause(
  'VERIFY-05',
  'completed transfer read again',
  async context => {
    await readsAlike(context, txidOf(await transferred(context)))
  },
  { operations: ['verify', 'transfer.create'] },
)

clause('VERIFY-06', 'hostile txids', async context => {
  const control = await context.verify(randomUUID(), { isUnknown: true })
  if (control.status >= 500) blocked(`verify of an ordinary txid is answered ${summary(control)}`)
  await Promise.all(hostileTxids.map(hostile => holdsOff(context, hostile)))
})

const holdsOff = async (context: CheckContext, { name, path, isNormalized }: HostileTxid): Promise<void> => {
  const response = await context.get(`/verify/${path}`).evenSilent()
  const { status, silence } = response
  const isHeld = !silence && status < 500 && (isNormalized || (status >= 400 && !isSuccess(response)))
  expectThat(isHeld, `a hostile txid (${name}) is not refused as it has to be`, {
    expected: 'a 4xx',
    actual: summary(response),
  })
}

clause('VERIFY-07', 'guessable txids', async context => {
  const found = await Promise.all(kindsOf(context).map(async ({ kind, make }) => ({ kind, txids: await sample(make) })))
  const drawn = found.filter(one => one.txids.length === sampled)
  if (drawn.length === 0) blocked(`no ${found.map(one => one.kind).join(' and no ')} are accepted`)
  for (const { kind, txids } of drawn) {
    const bits = Math.round(bitsOf(txids))
    expectThat(bits >= tellingBits, `the txids of ${kind} can be guessed`, {
      expected: `txids that differ at random: at least ${tellingBits} bits show in ${sampled} of them`,
      actual: `${bits} bits: ${txids.slice(0, 3).join(', ')}, …`,
    })
  }
})

type Kind = { kind: string; make: () => PromiseLike<{ json?: Json | undefined }> }

/** The transactions of a target, by what it declares: hosted payments, which take longest, only where there are no others. */
const kindsOf = (context: CheckContext): Kind[] => {
  const { partner, merchant } = context
  const declared: (Kind | false)[] = [
    isDeclared(context, 'payment.create') && { kind: 'payments', make: () => context.pay(context.paymentOf(merchant)) },
    isDeclared(context, 'transfer.create') && {
      kind: 'transfers',
      make: () => context.transfer({ from: partner, to: merchant }),
    },
  ]
  const kinds = declared.filter(one => one !== false)
  if (kinds.length > 0) return kinds
  if (!isDeclared(context, 'orders.checkout')) notApplicable('The target declares nothing that makes a transaction.')
  return [{ kind: 'hosted payments', make: async () => ({ json: { proof: await hostedProof(context) } }) }]
}

const hostedProof = async (context: CheckContext): Promise<JsonObject> =>
  (await paidProof(context, await openSession(context))).proof

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
  async context => {
    const { partner, merchant } = context
    const made = await context.transfer({ from: partner, to: merchant }).asControl()
    const shown = await context.verify(txidOf(proofOf(made)))
    const signature = isSameJson(member(shown.json, 'signature'), made.signature) ? 'repeated' : 'made afresh'
    context.observe({ 'signature at verify': signature, 'to.reference without an order': referenceShown(made, shown) })
  },
  { operations: ['verify', 'transfer.create'] },
)

/** Where to.reference of a transfer that names no order comes from. */
const referenceShown = (made: JsonObject, shown: HttpResponse): string => {
  const own = member(proofOf(made).to, 'reference')
  const later = member(member(member(shown.json, 'proof'), 'to'), 'reference')
  if (later === undefined) return 'absent'
  return isSameJson(own, later) ? 'as in the proof' : 'another'
}

/** GET /verify/{txid}. */
export const verifySuite = whereDeclared(suite)
