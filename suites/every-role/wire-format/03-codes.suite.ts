/** FMT-03 · Currencies are ISO 4217 codes, OCIDs are integers. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isCurrencyCode } from '../../../protocol/currency.ts'
import { forOperations } from '../../support/parametrize.ts'
import { emittedDocuments } from '../../support/wire-format/emitted-values.ts'
import { valuesOf } from './emitted-values.ts'

const { clause } = defineSuite({ id: 'wire-format', roles: ['gateway', 'merchant'], operations: [] })

for (const document of emittedDocuments)
  clause(
    'FMT-03',
    `currencies and OCIDs of ${document.name}`,
    async context => {
      for (const { path, value } of await valuesOf(context, document, 'currency'))
        expectThat(isCurrencyCode(value), `${path} of ${document.name} is not an ISO 4217 code`, {
          expected: 'USD',
          actual: value,
        })
      for (const { path, value } of await valuesOf(context, document, 'ocid'))
        expectThat(Number.isInteger(value), `${path} of ${document.name} is not an integer`, {
          expected: 'an OCID',
          actual: value,
        })
    },
    forOperations(...document.operations),
  )
