import { toMinorUnits } from '../../../../protocol/amount.ts'
import { Refusal } from '../../../../protocol/errors.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { nonceIsNew } from '../../../../reference/every-role/authentication/nonce.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import type { Gateway, GatewayPolicies, Transfer } from '../../../../reference/gateway/contract.ts'
import {
  callerMayDebit,
  destinationExists,
  sourceExists,
  transferRules,
} from '../../../../reference/gateway/transfer.ts'
import type { TransferRequest } from '../../../../schemas/messages.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { changeRefusals, refuseWith } from '../support/responses.ts'

const unauthorized = (): Refusal => new Refusal('UNAUTHORIZED', 401, 'The caller may not debit the source account.')

/** Changes the rule for who may debit. */
const permitIf = (isPermitted: (transfer: Transfer) => boolean): Partial<GatewayPolicies> => ({
  transferRules: replace(transferRules, callerMayDebit, transfer =>
    isPermitted(transfer) ? undefined : unauthorized(),
  ),
})

const debitorsOf = ({ request: { from, currency }, gateway: { store } }: Transfer): readonly number[] =>
  (store.account(from.ocid, currency) ?? store.accountsOf(from.ocid)[0])?.debitableBy ?? []

const hasWebhook = ({ request: { from, currency }, gateway: { store } }: Transfer): boolean =>
  store.account(from.ocid, currency)?.webhook !== undefined

/** Refuses a used nonce, and debits the source of its transfer. */
const debitAndRefuse: AuthenticationRule = async (attempt, service) => {
  const refusal = await nonceIsNew(attempt, service)
  if (refusal && attempt.operation === 'transfer.create') {
    const { from, amount, currency }: TransferRequest = JSON.parse(Buffer.from(attempt.request.body).toString())
    const { store } = service as unknown as Gateway
    store.credit(from.ocid, currency, -(toMinorUnits(amount, currency) ?? 0n))
  }
  return refusal
}

/** Faults in which transfers are refused and how (TRANSFER-06 to TRANSFER-08), and in the effects of refused ones (TRANSFER-11). */
export const transferRefusalMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a repeated transfer is refused, and debited again',
    breaks: 'TRANSFER-11',
    story: 'The debit is booked first, and the unique nonce index stops the rest.',
    policies: { authenticationRules: replace(authenticationRules, nonceIsNew, debitAndRefuse) },
  },
  {
    name: 'a missing source account is a 404',
    breaks: 'TRANSFER-06',
    alsoBreaks: ['ERR-02'],
    story: 'Not found is 404, as in all our other services.',
    policies: {
      transferRules: replace(transferRules, sourceExists, refuseWith(sourceExists, { status: 404 })),
    },
  },
  {
    name: 'a missing source account has no money',
    breaks: 'TRANSFER-06',
    alsoBreaks: ['ERR-02'],
    story: 'A missing account has a balance of 0, so the transfer fails one check later.',
    policies: {
      transferRules: replace(
        transferRules,
        sourceExists,
        refuseWith(sourceExists, { status: 402, code: 'INSUFFICIENT_FUNDS' }),
      ),
    },
  },
  {
    name: 'everybody may debit every account',
    breaks: 'TRANSFER-07',
    story: 'The route requires authentication; authorization was forgotten.',
    policies: { transferRules: without(transferRules, callerMayDebit) },
  },
  {
    name: 'a caller who may not debit gets a 403',
    breaks: 'TRANSFER-07',
    alsoBreaks: ['ERR-02'],
    story: 'Known but not allowed is 403 everywhere else.',
    policies: changeRefusals('transfer.create', 'UNAUTHORIZED', { status: 403 }),
  },
  {
    name: 'an account without a list of debitors is open to all',
    breaks: 'TRANSFER-07',
    story: 'if (allowed.length && !allowed.includes(caller)).',
    policies: permitIf(transfer => debitorsOf(transfer).length === 0 || debitorsOf(transfer).includes(transfer.caller)),
  },
  {
    name: 'whoever has an account of their own may debit the others',
    breaks: 'TRANSFER-07',
    story: 'The check asks whether the caller is a partner, not whose account it is.',
    policies: permitIf(
      transfer => debitorsOf(transfer).length > 0 && transfer.gateway.store.accountsOf(transfer.caller).length > 0,
    ),
  },
  {
    name: 'anybody may debit the account of a merchant',
    breaks: 'TRANSFER-07',
    story: 'Accounts with a webhook are tills, and the till operator is not in the list of debitors.',
    policies: permitIf(transfer => debitorsOf(transfer).includes(transfer.caller) || hasWebhook(transfer)),
  },
  {
    name: 'whoever receives the money may fetch it',
    breaks: 'TRANSFER-07',
    story: 'A party of a transfer may make it, and the recipient is one of the two.',
    policies: permitIf(
      transfer => debitorsOf(transfer).includes(transfer.caller) || transfer.caller === transfer.request.to.ocid,
    ),
  },
  {
    name: 'whoever gives its own OCID as reference of the source may debit it',
    breaks: 'TRANSFER-07',
    story: "The reference names the user of the account, and one partner put the user's OCID there.",
    policies: permitIf(
      transfer =>
        debitorsOf(transfer).includes(transfer.caller) || transfer.request.from.reference === String(transfer.caller),
    ),
  },
  {
    name: 'whoever gives the OCID of the owner as reference of the source may debit it',
    breaks: 'TRANSFER-07',
    story: 'One partner argued that only the owner could have disclosed it, and was accommodated.',
    policies: permitIf(
      transfer =>
        debitorsOf(transfer).includes(transfer.caller) ||
        transfer.request.from.reference === String(transfer.request.from.ocid),
    ),
  },
  {
    name: 'anybody may move the money of an account to itself',
    breaks: 'TRANSFER-07',
    story: 'No money moves, so the check was skipped; the gateway signs the proof anyway.',
    policies: permitIf(
      transfer =>
        debitorsOf(transfer).includes(transfer.caller) || transfer.request.from.ocid === transfer.request.to.ocid,
    ),
  },
  {
    name: 'accounts in a second currency may be debited by everybody',
    breaks: 'TRANSFER-07',
    kind: 'confusables',
    story: "The permission to debit is in the first account's row, and the join has no row for the others.",
    policies: permitIf(
      transfer =>
        debitorsOf(transfer).includes(transfer.caller) ||
        transfer.gateway.store.accountsOf(transfer.request.from.ocid)[0]?.currency !== transfer.request.currency,
    ),
  },
  {
    name: 'any merchant may debit any account',
    breaks: 'TRANSFER-07',
    story: 'Merchants collect payments, so their scope includes debits from any account.',
    policies: permitIf(
      transfer =>
        debitorsOf(transfer).includes(transfer.caller) || transfer.gateway.directory.merchants.has(transfer.caller),
    ),
  },
  {
    name: 'a missing destination account is a 404',
    breaks: 'TRANSFER-08',
    alsoBreaks: ['ERR-02'],
    story: 'Not found is 404, as in all our other services.',
    policies: {
      transferRules: replace(transferRules, destinationExists, refuseWith(destinationExists, { status: 404 })),
    },
  },
  {
    name: 'what has no destination goes back to the sender',
    breaks: 'TRANSFER-08',
    story: 'accounts.find(to) ?? from, so that no money ever gets lost.',
    policies: {
      transferRules: replace(transferRules, destinationExists, transfer => {
        const { request } = transfer
        if (destinationExists(transfer)) request.to = { ...request.to, ocid: request.from.ocid }
        return undefined
      }),
    },
  },
  {
    name: 'a caller without an account counts as unauthorized, not as a missing destination',
    breaks: 'TRANSFER-08',
    story:
      'The foreign key refers to participants, whose accounts are in another table; a transfer without one is returned.',
    policies: {
      transferRules: replace(transferRules, destinationExists, transfer => {
        const { request, gateway } = transfer
        if (!gateway.directory.callerKeys.has(request.to.ocid)) return destinationExists(transfer)
        if (destinationExists(transfer)) request.to = { ...request.to, ocid: request.from.ocid }
        return undefined
      }),
    },
  },
]
