import { Refusal } from '../../protocol/errors.ts'
import type { SignedProof, TransferRequest } from '../../schemas/messages.ts'
import { enforce, type Rule } from '../service/rules.ts'
import type { Gateway } from './contract.ts'
import { amountRefusal, minorUnits } from './money.ts'
import { signProof } from './proof.ts'
import type { Account } from './records.ts'
import type { Store } from './store.ts'

/** A request to transfer, and who sent it. */
export type Transfer = { caller: number; request: TransferRequest; gateway: Gateway }

const noAccount = (whose: string): Refusal =>
  new Refusal('ACCOUNT_NOT_FOUND', 400, `The ${whose} account does not exist.`)

const notEnough = (): Refusal => new Refusal('INSUFFICIENT_FUNDS', 402, 'The balance is below the amount.')

/** Check 1: from.ocid has an account, in whatever currency. */
export const sourceExists: Rule<Transfer> = ({ request: { from }, gateway: { store } }) =>
  store.accountsOf(from.ocid).length > 0 ? undefined : noAccount('source')

/** Check 2: the caller may debit it. */
export const callerMayDebit: Rule<Transfer> = ({ caller, request: { from, currency }, gateway: { store } }) => {
  const account = store.account(from.ocid, currency) ?? store.accountsOf(from.ocid)[0]
  return account?.debitableBy.includes(caller)
    ? undefined
    : new Refusal('UNAUTHORIZED', 401, 'The caller may not debit the source account.')
}

/** Check 3: to.ocid has an account, in whatever currency. */
export const destinationExists: Rule<Transfer> = ({ request: { to }, gateway: { store } }) =>
  store.accountsOf(to.ocid).length > 0 ? undefined : noAccount('destination')

export const transferAmountIsAccepted: Rule<Transfer> = ({ request }) => amountRefusal(request)

/** "Errors, in order of checking"; check 4, the balance, is one step with the debit: `move`. */
export const transferRules: readonly Rule<Transfer>[] = [
  sourceExists,
  callerMayDebit,
  destinationExists,
  transferAmountIsAccepted,
]

/** An amount on its way, in minor units. */
export type Movement = { from: Readonly<Account>; to: Readonly<Account>; minor: bigint }

/** Check 4 and the transfer itself: false, and nothing moved, where the balance is below the amount. */
export const move = ({ from, to, minor }: Movement, store: Store): boolean | Promise<boolean> =>
  store.move(from, to, minor)

/** What holds the money of an OCID in the currency of the transfer. */
const accountOf = (ocid: number, { request: { currency }, gateway: { store } }: Transfer): Readonly<Account> => {
  const account = store.account(ocid, currency)
  if (account === undefined)
    throw new Refusal('CURRENCY_NOT_SUPPORTED', 400, `The account of ${ocid} does not hold ${currency}.`)
  return account
}

const movementOf = (transfer: Transfer): Movement => ({
  from: accountOf(transfer.request.from.ocid, transfer),
  to: accountOf(transfer.request.to.ocid, transfer),
  minor: minorUnits(transfer.request),
})

/** POST /transfer/create. */
export const transfer = async (request: TransferRequest, caller: number, gateway: Gateway): Promise<SignedProof> => {
  const { policies, store } = gateway
  enforce(policies.transferRules, { caller, request, gateway })
  const movement = movementOf({ caller, request, gateway })
  // Made beforehand, so that nothing can fail between the money and its record.
  const signed = signProof(policies.proofOfTransfer(request, gateway), gateway)
  if (!(await policies.move(movement, store))) throw notEnough()
  store.recordProof(signed)
  await policies.notifyInBackground({ base: movement.to.webhook, signed }, gateway)
  return signed
}
