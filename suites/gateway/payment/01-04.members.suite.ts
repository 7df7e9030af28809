import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { numberOf } from '../../../protocol/json/any-json.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { anyOmission, omissionSamples, withoutMembers } from '../../members/absences.ts'
import { alikeOcids } from '../../members/values/alike-numbers.ts'
import { anyPastTimestamp, pastTimestampSamples } from '../../members/values/numbers.ts'
import { isCreationTime } from '../../support/gateway/payment/payments.ts'
import { createPayment, referencedOrder, txidOf } from '../../support/gateway/transactions.ts'
import { refusedWhatever } from '../../support/wire-format/whatever-members.ts'

/** Optional members may be absent, and merchants are found by their whole OCID. Heading: POST /payment/create. */
const { clause } = defineSuite({ id: 'payment-members', roles: ['gateway'], operations: ['payment.create'] })

/** Returns a payment for an order, with every optional member. */
const fullPayment = (context: CheckContext): JsonObject => {
  const { order, orderReference } = referencedOrder(context, 100)
  const changes = { amount: order.amount, memo: 'Conformance', expiresAt: context.now() + 1_800, order: orderReference }
  return context.paymentOf(context.merchant, changes) as JsonObject
}

const send = (context: CheckContext, body: JsonObject) => context.call('payment.create', body, { as: context.app })

const optional = ['reference', 'memo', 'expiresAt', 'order'] as const

clause.property<string[]>('PAYMENT-01', 'payments without some of their optional members', async control => {
  await createPayment(control)
  return {
    arbitrary: () => anyOmission(optional),
    examples: omissionSamples(optional),
    runs: 4,
    test: async (context, names) =>
      void (await send(context, withoutMembers(fullPayment(context), names)).expectAccepted('payment-response')),
  }
})

clause(
  'PAYMENT-02',
  'expiry that is null',
  async context => {
    await createPayment(context)
    const sentAt = context.now()
    const response = await send(context, { ...fullPayment(context), expiresAt: null })
    // Null may be refused, since it is no timestamp.
    if (!isSuccess(response)) return
    const transaction = await context.verify(txidOf(response.json)).expectAccepted()
    // The document does not say whether null counts as absent: then the payment may as well have no expiry.
    const { status, expiresAt: shown = null } = transaction
    if (status === 'pending' && shown === null) return
    const expiresAt = numberOf(transaction.expiresAt)
    const isDefault = isCreationTime(context, expiresAt - 3_600, { sentAt, readAt: context.now() })
    expectThat(isDefault, 'a payment whose expiresAt is null does not expire 3600 s after its creation', {
      expected: sentAt + 3_600,
      actual: transaction,
    })
  },
  { operations: ['payment.create', 'verify'] },
)

/** Fails the clause if a payment has another expiry than it asked for. A gateway may refuse one that is over before it begins. */
const expectKeptOrRefused = async (context: CheckContext, expiresAt: number): Promise<void> => {
  const response = await send(context, { ...fullPayment(context), expiresAt })
  if (!isSuccess(response)) return
  const transaction = await context.verify(txidOf(response.json)).expectAccepted()
  const shown = transaction.expiresAt ?? memberOf(response.json, 'expiresAt') ?? expiresAt
  expectSame(shown, expiresAt, 'expiresAt of a payment that requested one')
}

clause.property<number>(
  'PAYMENT-03',
  'any expiry in the past',
  async control => {
    await createPayment(control)
    return {
      arbitrary: ({ now }) => anyPastTimestamp(now()),
      examples: ({ now }) => pastTimestampSamples(now()).slice(0, 2),
      runs: 2,
      test: expectKeptOrRefused,
    }
  },
  { operations: ['payment.create', 'verify'] },
)

clause(
  'PAYMENT-04',
  'merchant that is nearly registered',
  async context => {
    await createPayment(context)
    const { ocid } = context.merchant
    for (const other of alikeOcids(ocid)) {
      const response = await context.pay(context.paymentOf({ ocid: other }))
      expectThat(!isSuccess(response), 'an OCID that is not registered is taken for another one', {
        expected: `a refusal of ${other}, which is not ${ocid}`,
        actual: summary(response),
      })
    }
  },
  { fromTable: true },
)

clause.property<string[]>(
  'PAYMENT-04',
  'merchant that nobody knows, whichever optional members there are',
  refusedWhatever({
    what: 'a payment to an OCID that is not registered',
    optional,
    control: createPayment,
    send: (context, omitted) =>
      send(context, withoutMembers({ ...fullPayment(context), to: context.nobody.ocid }, omitted)),
  }),
)
