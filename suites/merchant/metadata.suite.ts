import { operations } from '../../protocol/operations.ts'
import { isAnswered } from '../answered.ts'
import { calls, send } from '../authenticated.ts'
import { capabilitiesOf } from '../declared.ts'
import { defineSuite } from '../harness/clause.ts'
import { brief, holds, notApplicable } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import { wordOf } from '../observed.ts'

/** What a merchant says of itself beyond every role's metadata. Heading: Metadata document. */
export const merchantMetadata = defineSuite({ id: 'merchant-metadata', roles: ['merchant'], operations: ['metadata'] })
const { clause } = merchantMetadata

for (const operation of ['orders.create', 'transfer.webhook'] as const)
  clause(
    'META-07',
    `declared ${operation} answered`,
    async stage => {
      const call = calls.find(one => one.operation === operation)
      if (!call || !capabilitiesOf(stage.session)?.includes(operation))
        return notApplicable(
          `The target does not declare ${operation}, and the document lists no name for it (META-15).`,
        )
      const answer = await send(stage, call, call.body(stage))
      holds(isAnswered(answer), `${operation} is declared, and not answered`, {
        expected: `an answer of ${operations[operation].path}: not 404, 405 or 501`,
        actual: summary(answer),
      })
    },
    { operations: ['metadata', operation] },
  )

clause.observe('META-15', 'names of capabilities', async stage => {
  const declared = capabilitiesOf(stage.session)
  if (declared === undefined) return stage.observe({ 'config.capabilities': 'no array' })
  const names = new Set(declared.map(one => wordOf(one, ['orders.create', 'transfer.webhook'], 'other names')))
  const told = declared.slice(0, 20).map(one => brief(one, 60))
  stage.observe({ capabilities: [...names].sort() }, told.join(', ') || undefined)
})
