import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { brief, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { operations } from '../../../protocol/operations.ts'
import { authenticatedOperations, send } from '../../support/authentication/authenticated-operations.ts'
import { wordOf } from '../../support/observations.ts'
import { isAnswered } from '../../support/reachability.ts'

/** The capabilities of a merchant. Heading: Metadata document. */
const { clause } = defineSuite({ id: 'merchant-metadata', roles: ['merchant'], operations: ['metadata'] })

for (const operation of ['orders.create', 'transfer.webhook'] as const)
  clause(
    'META-07',
    `declared ${operation} answered`,
    async context => {
      const authenticated = authenticatedOperations.find(({ name }) => name === operation)
      if (!authenticated || !declaredCapabilities(context.run)?.includes(operation))
        return notApplicable(
          `The target does not declare ${operation}, and the document lists no name for it (META-15).`,
        )
      const response = await send(context, authenticated, authenticated.body(context))
      expectThat(isAnswered(response), `${operation} is declared but does not respond`, {
        expected: `a response of ${operations[operation].path}: not 404, 405 or 501`,
        actual: summary(response),
      })
    },
    { operations: ['metadata', operation] },
  )

clause.observe('META-15', 'names of capabilities', async context => {
  const declared = declaredCapabilities(context.run)
  if (declared === undefined) return context.observe({ 'config.capabilities': 'no array' })
  const names = new Set(
    declared.map(capability => wordOf(capability, ['orders.create', 'transfer.webhook'], 'other names')),
  )
  const shortened = declared.slice(0, 20).map(capability => brief(capability, 60))
  context.observe({ capabilities: [...names].sort() }, shortened.join(', ') || undefined)
})
