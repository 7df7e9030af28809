/** AUTH-17 · X-OC-ID is an integer: words, fractions, negative numbers, very long digits are refused, never a 5xx. */

import type { CheckContext } from '../../../harness/context.ts'
import { isRefusal, summary } from '../../../harness/http/pending-response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { AuthenticatedOperation } from '../../support/authentication/authenticated-operation.ts'
import { onEveryOperation, send, sendControl } from '../../support/authentication/authenticated-operations.ts'

/** Returns texts that are not an OCID, but that a lenient reader would read as the sender's. */
const notations = (ocid: number): Record<string, string> => ({
  'a word': 'merchant',
  'digits with text behind': `${ocid}abc`,
  'a fraction': `${ocid}.5`,
  'a fraction of zero': `${ocid}.0`,
  'a negative number': `-${ocid}`,
  'a plus sign': `+${ocid}`,
  hexadecimal: `0x${ocid.toString(16)}`,
  'an exponent': `${ocid}e0`,
  'a list': `${ocid},${ocid}`,
  'the same in 32 bits': String(2n ** 32n + BigInt(ocid)),
  'the same in 64 bits': String(2n ** 64n + BigInt(ocid)),
  'the same as a double': `${ocid}.${'0'.repeat(30)}1`,
  'very long digits': '9'.repeat(400),
})

const expectNotationRefused = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  [notation, ocid]: [string, string],
) => {
  const response = await send(context, operation, operation.body(context), { ocid })
  expectThat(
    isRefusal(response) && response.status < 500,
    `${operation.name} with ${notation} as X-OC-ID is not refused as required`,
    { expected: `a refusal of ${ocid}, no 5xx`, actual: summary(response) },
  )
}

onEveryOperation('authentication-caller', (clause, operation) =>
  clause(
    'AUTH-17',
    { id: `${operation.name}-by-what-is-no-ocid`, title: `${operation.name} by a malformed OCID` },
    async context => {
      await sendControl(context, operation)
      const tried = Object.entries(notations(operation.sender(context).ocid))
      await Promise.all(tried.map(notation => expectNotationRefused(context, operation, notation)))
    },
  ),
)
