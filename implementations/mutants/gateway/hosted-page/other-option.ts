import { fromMinorUnits, toMinorUnits } from '../../../../protocol/amount.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Mutant } from '../../mutant.ts'

const wallet = { id: 'wallet', label: 'Test wallet', hint: 'Play money', succeeds: true }

/** Offers a wallet besides the card; `faulty` gets the ids of the orders paid by it. */
const withWallet = (faulty: (byWallet: ReadonlySet<string>) => Partial<GatewayPolicies>): Partial<GatewayPolicies> => {
  const byWallet = new Set<string>()
  return {
    paymentOptions: [...gatewayPolicies.paymentOptions, wallet],
    charge: (option, session) => {
      if (option.id === wallet.id) byWallet.add(session.order.id)
      return gatewayPolicies.charge(option, session)
    },
    ...faulty(byWallet),
  }
}

/** Returns an amount with a fee of ten minor units. */
const withFee = (amount: string, currency: string): string =>
  fromMinorUnits((toMinorUnits(amount, currency) ?? 0n) + 10n, currency)

/** Faults of a second payment option (PAGE-03, PAGE-04, PAGE-07). */
export const otherOptionMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a payment by wallet is not reported to the merchant',
    breaks: 'PAGE-03',
    story: 'The webhook is sent in the callback of the card acquirer.',
    policies: withWallet(byWallet => ({
      notifyFirst: async (notice, gateway) => {
        const { reference = '' } = notice.signed.proof.to
        if (!byWallet.has(reference)) await gatewayPolicies.notifyFirst(notice, gateway)
      },
    })),
  },
  {
    name: 'a payment by wallet leads to urls.cancelled',
    breaks: 'PAGE-04',
    story: 'The wallet answers with its own status, which is never compared with success.',
    policies: withWallet(byWallet => ({
      nextAddress: (result, gateway) =>
        byWallet.has(result.session.order.id)
          ? result.session.urls.cancelled
          : gatewayPolicies.nextAddress(result, gateway),
    })),
  },
  {
    name: 'the fee of a wallet is added to the amount',
    breaks: 'PAGE-07',
    story: 'The customer pays the fee, and the proof is over the amount that the customer paid.',
    policies: withWallet(byWallet => ({
      proofOfSession: (session, gateway) => {
        const proof = gatewayPolicies.proofOfSession(session, gateway)
        return byWallet.has(session.order.id) ? { ...proof, amount: withFee(proof.amount, proof.currency) } : proof
      },
    })),
  },
]
