import { toMinorUnits } from '../../../protocol/amount.ts'
import { Refusal } from '../../../protocol/errors.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { type GatewayPolicies, gatewayPolicies } from '../../../reference/gateway/policies.ts'
import {
  callerMayDebit,
  destinationExists,
  sourceExists,
  type Transfer,
  transferChecks,
} from '../../../reference/gateway/transfer.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { replaced, swapped, without } from '../changes.ts'
import type { Mutant } from '../mutant.ts'
import { refusedAs, refusing } from './shown.ts'

/** The balance, looked at apart from the debit. */
const balanceSuffices: Rule<Transfer> = ({ request: { from, amount, currency }, gateway: { store } }) => {
  const balance = store.account(from.ocid, currency)?.balance ?? 0n
  const isEnough = balance >= (toMinorUnits(amount, currency) ?? 0n)
  return isEnough ? undefined : new Refusal('INSUFFICIENT_FUNDS', 402, 'The balance is below the amount.')
}

const forbidden = (): Refusal => new Refusal('UNAUTHORIZED', 401, 'The caller may not debit the source account.')

/** Who may debit, decided in another way. */
const permitted = (isPermitted: (transfer: Transfer) => boolean): Partial<GatewayPolicies> => ({
  transferChecks: replaced(transferChecks, callerMayDebit, transfer =>
    isPermitted(transfer) ? undefined : forbidden(),
  ),
})

const debitorsOf = ({ request: { from, currency }, gateway: { store } }: Transfer): readonly number[] =>
  (store.account(from.ocid, currency) ?? store.accountsOf(from.ocid)[0])?.debitableBy ?? []

/** A transfer whose absent members are filled in before anybody asks for them. */
const filledIn = (fill: (body: JsonObject) => JsonObject): Partial<GatewayPolicies> => ({
  parseBody: bytes => {
    const body = gatewayPolicies.parseBody(bytes)
    return isObject(body) && ('from' in body || isObject(body.to)) ? fill(body) : body
  },
})

const ocidless = (party: Json | undefined): boolean => party === undefined || (isObject(party) && !('ocid' in party))

/** Faults in who and what a transfer is refused for. */
export const transferRefusalMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a missing source account is a 404',
    breaks: 'TRANSFER-06',
    alsoBreaks: ['ERR-02'],
    story: 'What is not found is a 404, as in every other service of the house.',
    policies: {
      transferChecks: replaced(transferChecks, sourceExists, refusing(sourceExists, { status: 404 })),
    },
  },
  {
    name: 'a missing source account has no money',
    breaks: 'TRANSFER-06',
    alsoBreaks: ['ERR-02'],
    story: 'The balance of an account that is not there is 0, so the transfer fails one check later.',
    policies: {
      transferChecks: replaced(
        transferChecks,
        sourceExists,
        refusing(sourceExists, { status: 402, code: 'INSUFFICIENT_FUNDS' }),
      ),
    },
  },
  {
    name: 'everybody may debit every account',
    breaks: 'TRANSFER-07',
    story: 'The route is behind authentication, and authorization was forgotten.',
    policies: { transferChecks: without(transferChecks, callerMayDebit) },
  },
  {
    name: 'a caller who may not debit gets a 403',
    breaks: 'TRANSFER-07',
    alsoBreaks: ['ERR-02'],
    story: 'Who is known and not allowed is a 403 everywhere else.',
    policies: refusedAs('transfer.create', 'UNAUTHORIZED', { status: 403 }),
  },
  {
    name: 'an account without a list of debitors is open to all',
    breaks: 'TRANSFER-07',
    story: 'if (allowed.length && !allowed.includes(caller)).',
    policies: permitted(
      transfer => debitorsOf(transfer).length === 0 || debitorsOf(transfer).includes(transfer.caller),
    ),
  },
  {
    name: 'whoever has an account of their own may debit the others',
    breaks: 'TRANSFER-07',
    story: 'The caller’s role is checked, partner, and not whose account it is.',
    policies: permitted(
      transfer => debitorsOf(transfer).length > 0 && transfer.gateway.store.accountsOf(transfer.caller).length > 0,
    ),
  },
  {
    name: 'a missing destination account is a 404',
    breaks: 'TRANSFER-08',
    alsoBreaks: ['ERR-02'],
    story: 'What is not found is a 404, as in every other service of the house.',
    policies: {
      transferChecks: replaced(transferChecks, destinationExists, refusing(destinationExists, { status: 404 })),
    },
  },
  {
    name: 'what has no destination goes back to the sender',
    breaks: 'TRANSFER-08',
    story: 'accounts.find(to) ?? from, so that no money is ever lost.',
    policies: {
      transferChecks: replaced(transferChecks, destinationExists, transfer => {
        const { request } = transfer
        if (destinationExists(transfer)) request.to = { ...request.to, ocid: request.from.ocid }
        return undefined
      }),
    },
  },
  {
    name: 'the permission is looked at before the source account',
    breaks: 'TRANSFER-10',
    alsoBreaks: ['TRANSFER-06', 'ERR-02'],
    story: 'Authorization comes first, by principle.',
    policies: { transferChecks: swapped(transferChecks, sourceExists, callerMayDebit) },
  },
  {
    name: 'the destination is looked at before the permission',
    breaks: 'TRANSFER-10',
    story: 'Both accounts are loaded in one query, then the rules run.',
    policies: { transferChecks: swapped(transferChecks, destinationExists, callerMayDebit) },
  },
  {
    name: 'the balance is looked at before the permission',
    breaks: 'TRANSFER-10',
    story: 'The balance comes with the account, so it was compared where it was loaded.',
    policies: {
      transferChecks: [sourceExists, balanceSuffices, ...without(transferChecks, sourceExists)],
    },
  },
  {
    name: 'the balance is looked at before the destination',
    breaks: 'TRANSFER-10',
    story: 'First everything about the sender, then everything about the recipient.',
    policies: {
      transferChecks: [
        sourceExists,
        callerMayDebit,
        balanceSuffices,
        ...without(transferChecks, sourceExists, callerMayDebit),
      ],
    },
  },
  {
    name: 'a transfer without a currency is one in dollars',
    breaks: 'TRANSFER-16',
    alsoBreaks: ['FMT-08'],
    story: 'A default of the first version, which knew no other currency.',
    policies: filledIn(body => ({ currency: 'USD', ...body })),
  },
  {
    name: 'a transfer without a source debits the caller',
    breaks: 'TRANSFER-16',
    alsoBreaks: ['FMT-08'],
    story: 'Whose account would it be, if not that of X-OC-ID?',
    policies: {
      shapeViolations: (schema, body) =>
        gatewayPolicies.shapeViolations(
          schema,
          schema === 'transfer-request' && isObject(body) && ocidless(body.from)
            ? { ...body, from: { ocid: 0 } }
            : body,
        ),
      transferChecks: [
        ({ request, caller }) => {
          if (request.from?.ocid === undefined) request.from = { ...request.from, ocid: caller }
          return undefined
        },
        ...transferChecks,
      ],
    },
  },
  {
    name: 'a transfer without an amount moves the least there is',
    breaks: 'TRANSFER-16',
    alsoBreaks: ['FMT-08'],
    story: 'The amount of a smoke test became the default of the schema.',
    policies: filledIn(body => ({ amount: '0.01', ...body })),
  },
]
