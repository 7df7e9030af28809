import { toMinorUnits } from '../../protocol/amount.ts'
import type { Transaction } from '../../reference/gateway/records.ts'
import type { SignedProof } from '../../schemas/messages.ts'
import { actors, keyOf, provisioningBase } from './actors.ts'
import type { Rows, Surroundings } from './load.ts'

/** The initial balance of each account, in cents. */
const start = new Map<number, bigint>([
  [actors.partner, 100_000_000n],
  [actors.purse, 0n],
  [actors.shop, 0n],
])

export const gatewayProvisioning = ({ peers: { site }, ocid }: Surroundings) => ({
  ...provisioningBase(site, { role: 'gateway', ocid }),
  gateway: {
    merchants: [
      { ocid: actors.shop, name: 'Shop', publicKey: keyOf(actors.shop).publicKey, endpoint: `${site}/${actors.shop}` },
    ],
    accounts: [...start].map(([holder, cents]) => ({
      id: String(holder),
      ocid: holder,
      currency: 'USD',
      balance: `${cents / 100n}.00`,
      debitableBy: [holder],
      ...(holder === actors.shop ? { webhook: `${site}/${holder}` } : {}),
    })),
    settlementProviders: [actors.issuer],
  },
})

type Transactions = readonly [txid: string, Transaction][]

const proofOf = (transaction: Transaction): SignedProof | undefined => {
  if (transaction.kind === 'completed') return transaction.signed
  return transaction.payment.status === 'completed' ? transaction.payment.settled.own : undefined
}

/** Returns the txids that the shop must be notified of. */
export const txidsToNotify = (rows: Rows): string[] =>
  rows<Transaction>('transactions').flatMap(([txid, transaction]) =>
    proofOf(transaction)?.proof.to.ocid === actors.shop ? [txid] : [],
  )

/** Returns the balances after transfers and hosted payments; a settled payment moves money elsewhere. */
const balancesAfter = (transactions: Transactions): Map<number, bigint> => {
  const balances = new Map(start)
  const add = (ocid: number, cents: bigint) => {
    const balance = balances.get(ocid)
    if (balance !== undefined) balances.set(ocid, balance + cents)
  }
  for (const [, transaction] of transactions) {
    if (transaction.kind !== 'completed') continue
    const { from, to, amount, currency } = transaction.signed.proof
    const cents = toMinorUnits(amount, currency) ?? 0n
    add(from.ocid, -cents)
    add(to.ocid, cents)
  }
  return balances
}

/** Returns the accounts whose balances differ from the sum of their transactions. */
export const wrongBalances = (rows: Rows): string[] => {
  const found = new Map(rows<string>('balances'))
  return [...balancesAfter(rows<Transaction>('transactions'))].flatMap(([holder, cents]) => {
    const balance = found.get(`${holder} USD`)
    return balance === undefined || balance === String(cents)
      ? []
      : [`${holder} holds ${balance}, and its transactions add up to ${cents}`]
  })
}
