import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { expectSame, expectThat } from '../../../harness/outcome.ts'
import { type JsonObject, memberOf } from '../../../protocol/json/json.ts'
import { anyOmission, omissionSamples, withoutMembers } from '../../members/absences.ts'
import { alikeOcids, otherOcids } from '../../members/values/alike-numbers.ts'
import { edit } from '../../support/edit.ts'
import { createTransfer, proofOf, referencedOrder } from '../../support/gateway/transactions.ts'
import { refusedWhatever } from '../../support/wire-format/whatever-members.ts'

/** Optional members may be absent, and accounts are found by their whole OCID. Heading: POST /transfer/create. */
const { clause } = defineSuite({ id: 'transfer-members', roles: ['gateway'], operations: ['transfer.create'] })

/** Returns a transfer for an order, with every optional member. */
const fullTransfer = (context: CheckContext, plan: { from?: { ocid: number }; units?: number } = {}): JsonObject => {
  const { from = context.partner, units = 1 } = plan
  const { order, orderReference } = referencedOrder(context, units)
  const to = { ocid: context.merchant.ocid, reference: order.id }
  return context.transferOf({ from, to, units, memo: 'Conformance', order: orderReference }) as JsonObject
}

const optional = ['memo', 'order'] as const

clause.property<string[]>('TRANSFER-01', 'transfers without some of their optional members', async control => {
  await createTransfer(control)
  return {
    arbitrary: () => anyOmission(optional),
    examples: omissionSamples(optional),
    runs: 2,
    test: async (context, names) => {
      const body = withoutMembers(fullTransfer(context), names)
      await context.call('transfer.create', body, { as: context.partner }).expectAccepted('signed-proof')
    },
  }
})

clause('TRANSFER-03', 'order, and a reference that is null', async context => {
  await createTransfer(context)
  const body = fullTransfer(context)
  const { ocid } = context.merchant
  const response = await context.call(
    'transfer.create',
    { ...body, to: { ocid, reference: null } },
    { as: context.partner },
  )
  // Null may be refused, since it is no text.
  if (!isSuccess(response)) return
  const reference = memberOf(proofOf(response.json).to, 'reference')
  // The document does not say whether null counts as absent.
  if (reference !== undefined && reference !== null)
    expectSame(reference, memberOf(body.order, 'id'), 'proof.to.reference of a transfer whose to.reference is null')
})

/** Fails the clause if money moves when another number stands for the OCID of an account. */
const expectOthersRefused = async (
  context: CheckContext,
  others: readonly number[],
  transferWith: (other: { ocid: number }) => Parameters<CheckContext['transfer']>[0],
): Promise<void> => {
  await createTransfer(context)
  for (const ocid of others) {
    const response = await context.transfer(transferWith({ ocid }))
    expectThat(!isSuccess(response), 'an OCID without an account is taken for another one', {
      expected: `a refusal of ${ocid}, whose account the caller does not have`,
      actual: summary(response),
    })
  }
}

clause(
  'TRANSFER-06',
  'source that is nearly an account',
  // Whoever has a shorter one, the partner may not debit it.
  context =>
    expectOthersRefused(context, Object.values(otherOcids(context.partner.ocid)), from => ({
      from,
      to: context.merchant,
    })),
  { fromTable: true },
)

clause(
  'TRANSFER-08',
  'destination that is nearly an account',
  // Somebody may have a shorter one, and be paid.
  context => expectOthersRefused(context, alikeOcids(context.merchant.ocid), to => ({ from: context.partner, to })),
  { fromTable: true },
)

const send = (context: CheckContext, body: JsonObject, as = context.partner) =>
  context.call('transfer.create', body, { as })

clause.property<string[]>(
  'TRANSFER-07',
  'account of somebody else, whichever optional members there are',
  refusedWhatever({
    what: 'a transfer from the account of somebody else',
    optional,
    control: createTransfer,
    send: (context, omitted) =>
      send(context, withoutMembers(fullTransfer(context, { from: context.foreign }), omitted)),
  }),
)

clause.property<string[]>(
  'TRANSFER-08',
  'destination account missing, whichever optional members there are',
  refusedWhatever({
    what: 'a transfer to a missing account',
    optional,
    control: createTransfer,
    send: (context, omitted) =>
      send(context, withoutMembers(edit(fullTransfer(context), 'to.ocid', context.nobody.ocid), omitted)),
  }),
)

clause.property<string[]>(
  'TRANSFER-09',
  'balance below the amount, whichever optional members there are',
  async control => {
    const from = await control.account(1)
    return refusedWhatever({
      what: 'a transfer above the balance',
      optional,
      control: createTransfer,
      send: (context, omitted) =>
        send(context, withoutMembers(fullTransfer(context, { from, units: 2 }), omitted), from),
    })(control)
  },
)
