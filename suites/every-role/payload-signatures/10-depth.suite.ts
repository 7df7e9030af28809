/** SIG-10 · Changing any one member at any depth (from, to, items) makes the signature invalid. */

import type { Alteration } from '../../support/payload-signatures/alterations.ts'
import { onEveryPayloadType } from '../../support/payload-signatures/signed-payloads.ts'
import { expectAlterationsRefused, expectChangesRefused, signForEach, signWithoutEach } from './changes.ts'

onEveryPayloadType('payload-signatures', (clause, type) => {
  const { name } = type

  clause.property<Alteration>(
    'SIG-10',
    `${name} with any nested value changed a little`,
    expectAlterationsRefused(type, false),
  )

  clause('SIG-10', `${name} with a nested member added`, async context =>
    expectChangesRefused(context, type, await signWithoutEach(context, type, type.nestedOptional)),
  )

  clause('SIG-10', `${name} with a nested member changed`, async context => {
    const changes = type.nestedChanges(context, await type.create(context))
    await expectChangesRefused(context, type, await signForEach(context, type, changes))
  })
})
