/**
 * FMT-08 · Required members missing or of the wrong type are refused with a 4xx, for every required member of every
 * body.
 */

import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { missingMembers } from '../../support/wire-format/mistyped-values.ts'
import { expectEachRefused, mistypedMembers } from './member-types.ts'

onEveryOperation('wire-format-bodies', (clause, operation) => {
  const { name, required } = operation

  clause('FMT-08', `${name} without a required member`, context =>
    expectEachRefused(context, operation, missingMembers(required)),
  )

  clause('FMT-08', `${name} with a required member of another type`, async context =>
    expectEachRefused(context, operation, await mistypedMembers(context, operation, required)),
  )
})
