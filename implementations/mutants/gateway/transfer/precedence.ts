import { toMinorUnits } from '../../../../protocol/amount.ts'
import { Refusal } from '../../../../protocol/errors.ts'
import type { GatewayPolicies, Transfer } from '../../../../reference/gateway/contract.ts'
import {
  callerMayDebit,
  destinationExists,
  sourceExists,
  transferRules,
} from '../../../../reference/gateway/transfer.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { swap, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Checks the balance before the debit. */
const balanceSuffices: Rule<Transfer> = ({ request: { from, amount, currency }, gateway: { store } }) => {
  const balance = store.account(from.ocid, currency)?.balance ?? 0n
  const isEnough = balance >= (toMinorUnits(amount, currency) ?? 0n)
  return isEnough ? undefined : new Refusal('INSUFFICIENT_FUNDS', 402, 'The balance is below the amount.')
}

/** Checks the destination before the permission, if a transfer has some member. */
const destinationFirstIf = (hasMember: (transfer: Transfer) => boolean): readonly Rule<Transfer>[] => {
  const isFirst: Rule<Transfer> = transfer =>
    hasMember(transfer) ? (sourceExists(transfer) ?? destinationExists(transfer)) : undefined
  return [isFirst, ...transferRules]
}

/** Faults in the sequence of a transfer's checks (TRANSFER-10). */
export const transferPrecedenceMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the permission is looked at before the source account',
    breaks: 'TRANSFER-10',
    alsoBreaks: ['TRANSFER-06', 'ERR-02'],
    story: 'Authorization is always checked first.',
    policies: { transferRules: swap(transferRules, sourceExists, callerMayDebit) },
  },
  {
    name: 'the destination is looked at before the permission',
    breaks: 'TRANSFER-10',
    story: 'One query loads both accounts, then the rules run.',
    policies: { transferRules: swap(transferRules, destinationExists, callerMayDebit) },
  },
  {
    name: 'the balance is looked at before the permission',
    breaks: 'TRANSFER-10',
    story: 'The balance is loaded with the account, so it is compared there.',
    policies: {
      transferRules: [sourceExists, balanceSuffices, ...without(transferRules, sourceExists)],
    },
  },
  {
    name: 'the balance is looked at before the destination',
    breaks: 'TRANSFER-10',
    story: 'The sender is checked completely, then the recipient.',
    policies: {
      transferRules: [
        sourceExists,
        callerMayDebit,
        balanceSuffices,
        ...without(transferRules, sourceExists, callerMayDebit),
      ],
    },
  },
  {
    name: 'the destination of a transfer for an order is looked at before the permission',
    breaks: 'TRANSFER-10',
    kind: 'absences',
    story: 'The merchant of an order is looked up first, in a separate branch.',
    policies: { transferRules: destinationFirstIf(({ request }) => request.order !== undefined) },
  },
  {
    name: 'the destination of a transfer with a memo is looked at before the permission',
    breaks: 'TRANSFER-10',
    kind: 'absences',
    story: "The maximum length of a memo depends on the recipient's bank, which is looked up for it.",
    policies: { transferRules: destinationFirstIf(({ request }) => request.memo !== undefined) },
  },
]
