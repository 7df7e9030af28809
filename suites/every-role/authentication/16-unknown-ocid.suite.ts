/**
 * AUTH-16 · An OCID that nobody knows is refused and has no effect, with UNKNOWN_OCID (at orders/checkout
 * MERCHANT_NOT_REGISTERED is as good: AUTH-24).
 */

import fc from 'fast-check'
import { unlessQuick } from '../../members/samples.ts'
import { otherOcids } from '../../members/values/similar-numbers.ts'
import {
  expectRefusedWithoutEffect,
  onEveryOperation,
  send,
  sendControl,
} from '../../support/authentication/authenticated-operations.ts'

onEveryOperation('authentication-caller', (clause, operation) => {
  const { name } = operation

  clause(
    'AUTH-16',
    { id: `${name}-by-an-ocid-that-nobody-knows`, title: `${name} by an unassigned OCID` },
    async context => {
      await sendControl(context, operation)
      await expectRefusedWithoutEffect(context, { operation, as: context.nobody }, ...operation.unknownCallerCodes)
    },
  )

  clause.property<number>(
    'AUTH-16',
    { id: `${name}-by-an-ocid-that-is-like-its-own`, title: `${name} by an OCID similar to its own` },
    async context => {
      await sendControl(context, operation)
      const similar = Object.values(otherOcids(operation.sender(context).ocid))
      return {
        arbitrary: () => fc.constantFrom(...similar),
        examples: unlessQuick(context, similar),
        runs: 1,
        // A target may refuse such a large OCID as malformed.
        test: async (_, ocid) => {
          await send(context, operation, operation.body(context), { ocid }).expectRefused(`X-OC-ID ${ocid}`)
        },
      }
    },
  )
})
