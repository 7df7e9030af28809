import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import type { Account } from '../../../reference/gateway/records.ts'
import type { Variant } from '../variant.ts'

/** The cost of ten minor units of a currency in any other one. */
const costOfTen: Readonly<Record<string, bigint>> = { EUR: 9n, USD: 11n }

/** Covers a low balance from the same owner's balance in another currency. */
const moveOrConvert: GatewayPolicies['move'] = async (movement, store) => {
  if (await gatewayPolicies.move(movement, store)) return true
  const { from, to, minor } = movement
  const cost = (minor * (costOfTen[from.currency] ?? 10n) + 9n) / 10n
  const isOther = ({ currency, balance }: Readonly<Account>) => currency !== from.currency && balance >= cost
  const other = store.accountsOf(from.ocid).find(isOther)
  if (other === undefined) return false
  store.credit(other.ocid, other.currency, -cost)
  store.credit(to.ocid, to.currency, minor)
  return true
}

/** Accounts in several currencies, which the document does not mention. */
export const conversionVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'an account that lacks a currency pays in another one, at a rate',
    story: 'A wallet: a missing amount is exchanged when needed.',
    policies: { move: moveOrConvert },
  },
]
