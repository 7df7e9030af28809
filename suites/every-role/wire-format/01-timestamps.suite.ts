/** FMT-01 · Timestamps that the target writes are integer Unix seconds, near the present where they say now. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { forOperations } from '../../support/parametrize.ts'
import { emittedDocuments } from '../../support/wire-format/emitted-values.ts'
import { valuesOf } from './emitted-values.ts'

const { clause } = defineSuite({ id: 'wire-format', roles: ['gateway', 'merchant'], operations: [] })

/** Seconds have ten digits until 2286, milliseconds thirteen. */
const isUnixSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value < 1e11

for (const document of emittedDocuments)
  clause(
    'FMT-01',
    `timestamps of ${document.name}`,
    async context => {
      const from = context.now()
      for (const { path, value, isNow } of await valuesOf(context, document, 'timestamp')) {
        const seen = { expected: 'integer Unix seconds', actual: value }
        expectThat(isUnixSeconds(value), `${path} of ${document.name} is not an integer of Unix seconds`, seen)
        const isNear = !isNow || context.run.clock.isNow(value, from)
        expectThat(isNear, `${path} of ${document.name} is not near now`, {
          expected: `about ${from}`,
          actual: value,
        })
      }
    },
    forOperations(...document.operations),
  )
