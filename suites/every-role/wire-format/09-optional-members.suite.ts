/**
 * FMT-09 · Optional members of the wrong type are refused with a 4xx (expiresAt, createdAt, accepts, reference, memo,
 * items and their members, urls, order.urls, from.reference, to.reference).
 */

import { onEveryOperation } from '../../support/authentication/authenticated-operations.ts'
import { expectEachRefused, mistypedMembers } from './member-types.ts'

onEveryOperation('wire-format-bodies', (clause, operation) => {
  const { name, optional } = operation

  clause('FMT-09', `${name} with an optional member of another type`, async context =>
    expectEachRefused(context, operation, await mistypedMembers(context, operation, optional)),
  )
})
