import { fromMinorUnits } from '../../../../protocol/amount.ts'
import { isObject } from '../../../../protocol/json/json.ts'
import type { GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { transferAmountIsAccepted, transferRules } from '../../../../reference/gateway/transfer.ts'
import { changeMember, replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { roundToCents } from '../../support/rounded-amounts.ts'
import { changeProof } from '../support/responses.ts'

/** Converts to minor units as int(float(amount) * 100) does. */
const cutMinor = (amount: string): bigint => BigInt(Math.trunc(Number(amount) * 100))

const cutAmount = (amount: string): string => (Number(cutMinor(amount)) / 100).toFixed(2)

const unsigned = (amount: string): string => amount.replace(/^-(?=\d)/, '')

/** The amounts of requests as received. */
const sentAmounts = new WeakMap<object, string>()

/** Moves the amount as `read` reads it, but proves the amount as received. */
const readAmountAs = (read: (amount: string) => string): Partial<GatewayPolicies> => ({
  transferRules: replace(transferRules, transferAmountIsAccepted, transfer => {
    const { request } = transfer
    sentAmounts.set(request, request.amount)
    request.amount = read(request.amount)
    return transferAmountIsAccepted(transfer)
  }),
  ...changeProof((proof, request) => ({ ...proof, amount: sentAmounts.get(request) ?? proof.amount })),
})

/** Faults of amounts that become binary fractions somewhere in a transfer. */
export const transferAmountMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the amount of a transfer is cut to cents as a float',
    breaks: 'TRANSFER-12',
    story: 'int(float(amount) * 100), and 0.29 becomes 28.',
    policies: {
      move: ({ from, to, minor }, store) =>
        gatewayPolicies.move({ from, to, minor: cutMinor(fromMinorUnits(minor, from.currency)) }, store),
    },
  },
  {
    name: 'the proof shows the amount that was cut to cents as a float',
    breaks: 'TRANSFER-04',
    story: 'The ledger has int(float(amount) * 100) cents, and the proof is written from the ledger.',
    policies: changeProof(proof => ({ ...proof, amount: cutAmount(proof.amount) })),
  },
  {
    name: 'a transfer of a fraction of a cent is rounded to cents',
    kind: 'ends',
    breaks: 'TRANSFER-04',
    story: 'amount NUMERIC(12, 2): the database rounds, and the stored value is never read back.',
    policies: roundToCents(body => 'from' in body),
  },
  {
    name: 'a negative amount moves money the other way',
    breaks: 'TRANSFER-07',
    alsoBreaks: ['FMT-05'],
    story: 'balance - amount and balance + amount, without a check of the sign.',
    policies: {
      shapeViolations: (schema, body) =>
        gatewayPolicies.shapeViolations(
          schema,
          schema === 'transfer-request' && isObject(body)
            ? changeMember(body, 'amount', amount => (typeof amount === 'string' ? unsigned(amount) : (amount ?? null)))
            : body,
        ),
      transferRules: replace(transferRules, transferAmountIsAccepted, ({ request, ...transfer }) => {
        if (unsigned(request.amount) === request.amount) return transferAmountIsAccepted({ request, ...transfer })
        const { from, to, amount } = request
        Object.assign(request, { from: to, to: from, amount: unsigned(amount) })
        return transferAmountIsAccepted({ request, ...transfer })
      }),
    },
  },
  {
    name: 'balance and amount are compared as floats',
    breaks: 'TRANSFER-09',
    story: 'float(balance) >= float(amount), which loses the last digits of the amount.',
    policies: readAmountAs(amount => Number(amount).toFixed(2)),
  },
  {
    name: 'one digit behind the point is a number of cents',
    breaks: 'TRANSFER-12',
    story: 'amount.split(".") gives dollars and cents, and 1.5 is a dollar and 5 cents.',
    policies: readAmountAs(amount => amount.replace(/\.([0-9])$/, '.0$1')),
  },
]
