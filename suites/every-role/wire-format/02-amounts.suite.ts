/** FMT-02 · Amounts that the target writes are decimal strings. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isDecimal } from '../../../protocol/amount.ts'
import { forOperations } from '../../support/parametrize.ts'
import { emittedDocuments } from '../../support/wire-format/emitted-values.ts'
import { valuesOf } from './emitted-values.ts'

const { clause } = defineSuite({ id: 'wire-format', roles: ['gateway', 'merchant'], operations: [] })

for (const document of emittedDocuments)
  clause(
    'FMT-02',
    `amounts of ${document.name}`,
    async context => {
      for (const { path, value } of await valuesOf(context, document, 'amount'))
        expectThat(isDecimal(value), `${path} of ${document.name} is not a decimal string`, {
          expected: 'a decimal string such as "12.34"',
          actual: value,
        })
    },
    forOperations(...document.operations),
  )
