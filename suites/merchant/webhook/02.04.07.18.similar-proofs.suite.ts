import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { fromMinorUnits, toMinorUnits } from '../../../protocol/amount.ts'
import { someOf, unlessQuick } from '../../members/samples.ts'
import { alikeCurrencies, otherCurrencies } from '../../members/values/alike-currencies.ts'
import { alikeIntegers, otherOcids, sameDigits } from '../../members/values/alike-numbers.ts'
import { unpaidOrder } from '../../support/merchant/orders.ts'
import {
  describeProofResponse,
  expectNotAccepted,
  payAsControl,
  sendProofControl,
} from '../../support/merchant/proofs.ts'
import { isIssuerRefusal } from '../../support/merchant/unaccepted-issuer.ts'
import { expectLeftUnpaid } from '../../support/merchant/unpaid-orders.ts'

/** What is like the recipient, the amount or the currency of an order is not the same. Heading: POST /transfer/webhook. */
const { clause } = defineSuite({
  id: 'webhook-alike',
  roles: ['merchant'],
  operations: ['transfer.webhook'],
})

/** Returns other amounts than one that are like it. */
const amountsLike = ({ amount, currency }: { amount: string; currency: string }): string[] => {
  const units = Object.values(alikeIntegers(toMinorUnits(amount, currency) ?? 1n))
  return [...sameDigits(amount), ...units.map(unit => fromMinorUnits(unit, currency))]
}

clause.property<string[]>('WEBHOOK-07', 'amounts that are alike', async context => {
  await sendProofControl(context)
  const { money } = context
  const all = amountsLike({ amount: money.amount(), currency: money.currency })
  return {
    arbitrary: () => someOf(all),
    examples: unlessQuick(context, [all]),
    runs: 2,
    test: (on, amounts) =>
      expectLeftUnpaid(on, `${amounts.join(', ')} ${money.currency}`, () => amounts.map(amount => ({ amount }))),
  }
})

clause.property<string[]>('WEBHOOK-18', 'any other currencies', async context => {
  await sendProofControl(context)
  const own = context.money.currency
  const [others, alike] = [otherCurrencies(own), alikeCurrencies(own)]
  return {
    arbitrary: () => someOf(others),
    examples: alike.length > 0 ? unlessQuick(context, [alike]) : [],
    runs: 5,
    test: (on, drawn) => expectLeftUnpaid(on, drawn.join(', '), () => drawn.map(currency => ({ currency }))),
  }
})

/** Returns OCIDs that a careless comparison takes for one, or for none at all. */
const alikeAccounts = (ocid: number): Readonly<Record<string, number>> => ({
  ...otherOcids(ocid),
  zero: 0,
  'with a minus sign': -ocid,
})

/** Returns whether a proof of an issuer that is not accepted is refused for that where an accepted one sends it. */
const tellsIssuer = async (context: CheckContext): Promise<boolean> => {
  const { gateway, gateway2 } = context
  const proof = gateway2.signs(gateway2.proof(await unpaidOrder(context)))
  return isIssuerRefusal(await context.deliver(proof, { as: gateway }))
}

/** A larger OCID may be refused for what it is. */
const largestPlain = 2 ** 31 - 1

/** Returns whether nobody has an OCID, and nothing else is wrong with it. */
const isPlain = ({ run }: CheckContext, ocid: number): boolean =>
  ocid > 0 && ocid <= largestPlain && Object.values(run.identities).every(other => other.ocid !== ocid)

clause.property<string[]>('WEBHOOK-02', 'issuers that are alike', async context => {
  await sendProofControl(context)
  const isTold = await tellsIssuer(context)
  const issuers: Readonly<Record<string, number>> = {
    ...alikeAccounts(context.gateway.ocid),
    'with a digit behind': 10 * context.gateway.ocid + 1,
  }
  const names = Object.keys(issuers)
  return {
    arbitrary: () => someOf(names),
    examples: unlessQuick(context, [names]),
    runs: 2,
    test: async (on, drawn) => {
      const { gateway } = on
      const order = await unpaidOrder(on)
      for (const name of drawn) {
        const issuer = issuers[name] ?? 0
        const response = await on.deliver(gateway.signs(gateway.proof(order, { issuer })))
        expectNotAccepted(response, `a proof of the issuer ${issuer}, signed by ${gateway.ocid}`)
        if (isTold && isPlain(on, issuer))
          expectThat(isIssuerRefusal(response), `the issuer ${issuer} is not refused as one that is not accepted`, {
            expected: `400 ISSUER_NOT_ACCEPTED, as for ${on.gateway2.ocid}`,
            actual: describeProofResponse(response),
          })
      }
    },
  }
})

/** Fails the clause unless a proof for another recipient is refused. A target may refuse its OCID for what it is. */
const expectRefused = async (context: CheckContext, ocids: readonly number[]) => {
  const { gateway } = context
  const order = await unpaidOrder(context)
  for (const ocid of ocids) {
    const proof = gateway.proof(order, { to: { ocid, reference: order.id } })
    const response = await context.deliver(gateway.signs(proof))
    expectThat(!isSuccess(response), `a proof for ${ocid} is not refused`, {
      expected: `400 INVALID_PROOF: the merchant is ${context.ocid}`,
      actual: describeProofResponse(response),
    })
  }
  await payAsControl(context, gateway.signs(gateway.proof(order)))
}

clause.property<string[]>('WEBHOOK-04', 'recipients that are alike', async context => {
  await sendProofControl(context)
  const alike = alikeAccounts(context.ocid)
  const names = Object.keys(alike)
  return {
    arbitrary: () => someOf(names),
    examples: unlessQuick(context, [names]),
    runs: 2,
    test: (on, drawn) =>
      expectRefused(
        on,
        drawn.map(name => alike[name] ?? 0),
      ),
  }
})
