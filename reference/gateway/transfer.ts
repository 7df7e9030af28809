import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../protocol/errors.ts'
import type { Proof, SignedProof, TransferRequest } from '../../schemas/messages.ts'
import { minorUnits, unixSeconds } from '../every-role/wire-format/values.ts'
import { ifDefined } from '../service/if-defined.ts'
import { enforce, type Rule } from '../service/rules.ts'
import { answerPost } from '../service/server.ts'
import type { Gateway, Movement, Transfer } from './contract.ts'
import { completeTransfer } from './flow.ts'
import { amountRefusal } from './money.ts'
import { signProof } from './proof.ts'
import type { Account } from './records.ts'
import type { Store } from './store.ts'

const noAccount = (whose: string): Refusal =>
  new Refusal('ACCOUNT_NOT_FOUND', 400, `The ${whose} account does not exist.`)

const notEnough = (): Refusal => new Refusal('INSUFFICIENT_FUNDS', 402, 'The balance is below the amount.')

/** Check 1: refuses a from.ocid without an account, in any currency. Clause: TRANSFER-06. */
export const sourceExists: Rule<Transfer> = ({ request: { from }, gateway: { store } }) =>
  store.accountsOf(from.ocid).length > 0 ? undefined : noAccount('source')

/** Check 2: refuses a caller that may not debit the source account. Clauses: TRANSFER-07, TRANSFER-17. */
export const callerMayDebit: Rule<Transfer> = ({ caller, request: { from, currency }, gateway: { store } }) => {
  const account = store.account(from.ocid, currency) ?? store.accountsOf(from.ocid)[0]
  return account?.debitableBy.includes(caller)
    ? undefined
    : new Refusal('UNAUTHORIZED', 401, 'The caller may not debit the source account.')
}

/** Check 3: refuses a to.ocid without an account, in any currency. Clause: TRANSFER-08. */
export const destinationExists: Rule<Transfer> = ({ request: { to }, gateway: { store } }) =>
  store.accountsOf(to.ocid).length > 0 ? undefined : noAccount('destination')

/** Refuses an amount that the gateway does not take. */
export const transferAmountIsAccepted: Rule<Transfer> = ({ request }) => amountRefusal(request)

/** "Errors, in order of checking"; `move` does check 4, the balance, in one step with the debit. Clause: TRANSFER-10. */
export const transferRules: readonly Rule<Transfer>[] = [
  sourceExists,
  callerMayDebit,
  destinationExists,
  transferAmountIsAccepted,
]

/**
 * Check 4 and the transfer in one step: returns false, and moves nothing, if the balance is below the amount.
 * Clauses: TRANSFER-09, TRANSFER-11, TRANSFER-12, TRANSFER-13.
 */
export const move = ({ from, to, minor }: Movement, store: Store): boolean | Promise<boolean> =>
  store.move(from, to, minor)

/** Returns the account of an OCID in the currency of the transfer; throws a Refusal if there is no such account. Clause: TRANSFER-15. */
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

/**
 * Returns the value that identifies a transfer for its recipient: to.reference, else the order id.
 * Clauses: TRANSFER-03, TRANSFER-15, TRANSFER-18.
 */
export const recipientReference = ({ to, order }: TransferRequest): string | undefined => to.reference ?? order?.id

/**
 * Returns the proof of a transfer, with its own txid and the current time (heading "POST /transfer/create").
 * Clauses: TRANSFER-02, TRANSFER-03, TRANSFER-04, TRANSFER-05, TRANSFER-18.
 */
export const proofOfTransfer = (request: TransferRequest, gateway: Gateway): Proof => ({
  txid: gateway.policies.newTxid(gateway),
  issuer: gateway.ocid,
  from: { ocid: request.from.ocid, ...ifDefined('reference', request.from.reference) },
  to: { ocid: request.to.ocid, ...ifDefined('reference', gateway.policies.recipientReference(request)) },
  amount: request.amount,
  currency: request.currency,
  timestamp: unixSeconds(gateway.ports),
  ...ifDefined('memo', request.memo),
})

/** Transfers money and returns the signed proof, which verify then shows. Clauses: TRANSFER-01, TRANSFER-11, TRANSFER-14. */
const transfer = async (request: TransferRequest, caller: number, gateway: Gateway): Promise<SignedProof> => {
  const { policies, store } = gateway
  enforce(policies.transferRules, { caller, request, gateway })
  const movement = movementOf({ caller, request, gateway })
  // Signed beforehand, so that nothing can fail between the money and its record.
  const signed = signProof(policies.proofOfTransfer(request, gateway), gateway)
  if (!(await policies.move(movement, store))) throw notEnough()
  await completeTransfer(signed, movement, gateway)
  return signed
}

/** Serves POST /transfer/create; the schema requires from, to, amount and currency. Clause: TRANSFER-16. */
export const hostTransfer = (server: FastifyInstance, gateway: Gateway): void =>
  answerPost(server, gateway, {
    operation: 'transfer.create',
    schema: 'transfer-request',
    handle: (request, caller) => transfer(request, caller, gateway),
  })
