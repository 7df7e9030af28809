import { fromMinorUnits, toMinorUnits } from '../../../../protocol/amount.ts'
import type { GatewayPolicies, Movement, Transfer } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { signProof } from '../../../../reference/gateway/proof.ts'
import type { Account } from '../../../../reference/gateway/records.ts'
import type { Store } from '../../../../reference/gateway/store.ts'
import { callerMayDebit, destinationExists, transferRules } from '../../../../reference/gateway/transfer.ts'
import { askDatabase, replace, yieldTurn } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeRefusals } from '../support/responses.ts'

const minorOf = ({ request: { amount, currency } }: Transfer): bigint => toMinorUnits(amount, currency) ?? 0n

/** Debits and credits without checking the balance. */
const book = ({ from, to, minor }: Movement, store: Store): boolean => {
  store.credit(from.ocid, from.currency, -minor)
  store.credit(to.ocid, to.currency, minor)
  return true
}

/** Balances in floating point, as if they had always been kept that way. */
const floatBalances = new WeakMap<Readonly<Account>, number>()

const floatBalance = (account: Readonly<Account>): number => floatBalances.get(account) ?? Number(account.balance) / 100

const moveAsFloat = ({ from, to, minor }: Movement): boolean => {
  const amount = Number(minor) / 100
  if (floatBalance(from) < amount) return false
  floatBalances.set(from, floatBalance(from) - amount)
  floatBalances.set(to, floatBalance(to) + amount)
  return true
}

/** Moves money unless the balance, as `write` writes it, sorts before the amount as text. */
const moveByText =
  (write: (minor: bigint, currency: string) => string) =>
  (movement: Movement, store: Store): boolean => {
    const { from, minor } = movement
    const isBelow = write(from.balance, from.currency) < write(minor, from.currency)
    return !isBelow && book(movement, store)
  }

const setBalance = (account: Readonly<Account>, balance: bigint, store: Store): void =>
  store.credit(account.ocid, account.currency, balance - account.balance)

const notify = ({ request, gateway }: Transfer): void => {
  const base = gateway.store.account(request.to.ocid, request.currency)?.webhook
  const signed = signProof(gatewayPolicies.proofOfTransfer(request, gateway), gateway)
  void gateway.policies.notifyInBackground({ base, signed }, gateway)
}

/** Faults in balances (TRANSFER-09, TRANSFER-11 to TRANSFER-13). */
export const transferBalanceMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'each account may be overdrawn by a unit',
    breaks: 'TRANSFER-09',
    story: 'if (balance - amount < -1) refuse: minus one was mistaken for nothing left.',
    policies: { move: (movement, store) => movement.from.balance + 1n >= movement.minor && book(movement, store) },
  },
  {
    name: 'a transfer to a merchant may overdraw by a unit',
    breaks: 'TRANSFER-09',
    alsoBreaks: ['NOTIFY-04', 'TRANSFER-11', 'TRANSFER-12'],
    story: 'Rounding used to lose a cent, and a sale should not fail for it.',
    policies: {
      move: (movement, store) =>
        movement.to.webhook === undefined
          ? gatewayPolicies.move(movement, store)
          : movement.from.balance + 1n >= movement.minor && book(movement, store),
    },
  },
  {
    name: 'the last unit of an account cannot be moved',
    breaks: 'TRANSFER-09',
    story: 'balance <= amount instead of balance < amount.',
    policies: { move: (movement, store) => movement.from.balance > movement.minor && book(movement, store) },
  },
  {
    name: 'money arrives in the first currency of an account',
    breaks: 'TRANSFER-09',
    kind: 'confusables',
    story: 'The account is looked up by its OCID, and the currency is read from the row.',
    policies: {
      move: ({ to, ...movement }, store) =>
        gatewayPolicies.move({ ...movement, to: store.accountsOf(to.ocid)[0] ?? to }, store),
    },
  },
  {
    name: 'a balance is what an account holds in all currencies together',
    breaks: 'TRANSFER-09',
    kind: 'confusables',
    story: 'The balance is a sum over the rows of the account.',
    policies: {
      move: (movement, store) => {
        const balances = store.accountsOf(movement.from.ocid).map(({ balance }) => balance)
        return balances.reduce((sum, balance) => sum + balance, 0n) >= movement.minor && book(movement, store)
      },
    },
  },
  {
    name: 'accounts may be overdrawn',
    breaks: 'TRANSFER-09',
    story: 'The balance is a view over the bookings, and nothing checks it before booking.',
    policies: { move: book },
  },
  {
    name: 'the balance is compared with the amount as text',
    breaks: 'TRANSFER-09',
    kind: 'ends',
    story: 'Amounts are text on the wire and in the table, and as text "9.00" is not below "10.00".',
    policies: { move: moveByText(fromMinorUnits) },
  },
  {
    name: 'the balance is compared with the amount as text in minor units',
    breaks: 'TRANSFER-09',
    alsoBreaks: ['TRANSFER-11'],
    story: 'The driver returns minor units as text, as it does long integers, and they are not converted.',
    policies: { move: moveByText(String) },
  },
  {
    name: 'a balance below the amount is a 400',
    breaks: 'TRANSFER-09',
    alsoBreaks: ['ERR-02'],
    story: 'The framework has no 402, and the request was bad anyway.',
    policies: changeRefusals('transfer.create', 'INSUFFICIENT_FUNDS', { status: 400 }),
  },
  {
    name: 'the source is debited before the destination is looked up',
    breaks: 'TRANSFER-11',
    story: 'Debit, then credit, without a transaction around them.',
    policies: {
      transferRules: replace(transferRules, destinationExists, transfer => {
        const refusal = destinationExists(transfer)
        const { request, gateway } = transfer
        if (refusal) gateway.store.credit(request.from.ocid, request.currency, -minorOf(transfer))
        return refusal
      }),
    },
  },
  {
    name: 'the destination is credited before the permission is looked at',
    breaks: 'TRANSFER-11',
    story: 'The credit is booked first because the debit needs its booking number.',
    policies: {
      transferRules: replace(transferRules, callerMayDebit, transfer => {
        const refusal = callerMayDebit(transfer)
        const { request, gateway } = transfer
        if (refusal) gateway.store.credit(request.to.ocid, request.currency, minorOf(transfer))
        return refusal
      }),
    },
  },
  {
    name: 'an unauthorized transfer is refused after it is made',
    breaks: 'TRANSFER-11',
    alsoBreaks: ['TRANSFER-09', 'TRANSFER-12', 'TRANSFER-13'],
    story: 'The permission is checked when the proof is about to be returned.',
    policies: {
      transferRules: replace(transferRules, callerMayDebit, transfer => {
        const refusal = callerMayDebit(transfer)
        const { from, to, currency } = transfer.request
        if (refusal) transfer.gateway.store.credit(from.ocid, currency, -minorOf(transfer))
        if (refusal) transfer.gateway.store.credit(to.ocid, currency, minorOf(transfer))
        return refusal
      }),
    },
  },
  {
    name: 'the merchant is notified of a transfer that is refused',
    breaks: 'TRANSFER-11',
    alsoBreaks: ['NOTIFY-04'],
    story: 'The notification is sent in a finally block.',
    policies: {
      transferRules: transferRules.map(check => transfer => {
        const refusal = check(transfer)
        if (refusal) notify(transfer)
        return refusal
      }),
    },
  },
  {
    name: 'balances are floating-point numbers',
    breaks: 'TRANSFER-12',
    story: 'A number column, and 0.1 + 0.7 is not 0.8.',
    policies: { move: moveAsFloat },
  },
  {
    name: 'what an account pays itself it has twice',
    breaks: 'TRANSFER-12',
    story: 'Both balances are read, then both are written, and the second is the old one plus the amount.',
    policies: {
      move: ({ from, to, minor }, store) => {
        const [source, destination] = [from.balance, to.balance]
        if (source < minor) return false
        setBalance(from, source - minor, store)
        setBalance(to, destination + minor, store)
        return true
      },
    },
  },
  {
    name: 'the balance is read, then written',
    breaks: 'TRANSFER-13',
    story: 'SELECT balance, compare, UPDATE balance, without a transaction.',
    policies: {
      move: async (movement, store) => {
        if (movement.from.balance < movement.minor) return false
        await yieldTurn(undefined)
        return book(movement, store)
      },
    },
  },
  {
    name: 'the balance is read from a database, then written to it',
    breaks: 'TRANSFER-13',
    kind: 'races',
    story: 'SELECT balance, compare, UPDATE balance, without a transaction, and each is a round trip.',
    policies: {
      move: async (movement, store) =>
        (await askDatabase(movement.from.balance >= movement.minor)) && book(movement, store),
    },
  },
  {
    name: 'the balance that was read is written back less the amount',
    breaks: 'TRANSFER-13',
    story: 'The account is loaded, changed and saved; the last of two saves wins.',
    policies: {
      move: async ({ from, to, minor }, store) => {
        const loaded = from.balance
        if (loaded < minor) return false
        await yieldTurn(undefined)
        setBalance(from, loaded - minor, store)
        store.credit(to.ocid, to.currency, minor)
        return true
      },
    },
  },
]
