import type { CheckContext } from '../../../harness/context.ts'
import { isSuccess } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isSameAmount } from '../../../protocol/amount.ts'
import { withoutLeadingZeros } from '../../../protocol/digits.ts'
import type { Json } from '../../../protocol/json/json.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import type { AuthenticatedOperation } from '../authentication/authenticated-operation.ts'
import { authenticatedOperations, send, sendControl } from '../authentication/authenticated-operations.ts'

/** An amount as it is sent, and in plain notation. */
type SilentAmount = { sent: string; plain: string }

/** Returns amounts that the document does not cover, made from an accepted one. */
export const silentAmounts = (context: CheckContext): Record<string, SilentAmount> => {
  const plain = context.money.amount()
  const [whole = '0', fraction] = plain.split('.')
  const more = (digit: number) => (fraction === undefined ? `${plain}.${digit}` : `${plain}${digit}`)
  return {
    zero: { sent: context.money.amount(0), plain: context.money.amount(0) },
    'leading zeros': { sent: `00${plain}`, plain },
    'a plus sign': { sent: `+${plain}`, plain },
    'more digits than the currency has': { sent: more(1), plain: more(1) },
    'more digits, all zero': { sent: more(0), plain },
    'no whole digits': { sent: '.5', plain: '0.5' },
    'no digits behind the point': { sent: `${whole}.`, plain: whole },
  }
}

/** Converts an amount in one of these notations to plain notation: '+001.50' to '1.50', '.5' to '0.5', '5.' to '5'. */
const inPlainNotation = (amount: string): string => {
  const [whole = '', fraction = ''] = amount.replace(/^\+/, '').split('.')
  return `${withoutLeadingZeros(whole) || '0'}${fraction === '' ? '' : `.${fraction}`}`
}

const operationOf = (name: OperationName): AuthenticatedOperation => {
  const found = authenticatedOperations.find(operation => operation.name === name)
  if (found === undefined) throw new Error(`${name} is not an authenticated operation`)
  return found
}

/** Fails the clause if such an amount is accepted but a different one is returned. `answered` reads the amount in a response. */
export const expectSilentAmountsKept = async (
  context: CheckContext,
  name: OperationName,
  answered: (json: Json | undefined) => unknown,
): Promise<void> => {
  const operation = operationOf(name)
  await sendControl(context, operation)
  for (const [notation, { sent, plain }] of Object.entries(silentAmounts(context))) {
    const body = operation.bodyWith(context, { path: operation.amountPath, value: sent })
    const response = await send(context, operation, body)
    if (!isSuccess(response)) continue
    const actual = answered(response.json)
    // Anything but a decimal string fails FMT-02. An accepted notation may be returned with the same value written differently.
    const isKept = actual === sent || typeof actual !== 'string' || isSameAmount(inPlainNotation(actual), plain)
    expectThat(isKept, `${name} is accepted with ${notation}, and answered with another amount`, {
      expected: `${sent}, or a refusal`,
      actual,
      at: response,
    })
  }
}
