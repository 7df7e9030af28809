import { type Clause, defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isDecimal } from '../../../protocol/amount.ts'
import { isCurrency } from '../../../protocol/currency.ts'
import { forOperations } from '../../support/parametrize.ts'
import type { EmittedDocument, EmittedValue, ValueKind } from '../../support/wire-format/emitted-value.ts'
import { emittedDocuments } from '../../support/wire-format/emitted-values.ts'

/** The values that a target writes. Heading: Resources and their fields. */
const { clause } = defineSuite({ id: 'wire-format', roles: ['gateway', 'merchant'], operations: [] })

/** Returns the values of one kind that the target wrote; an absent member fails another clause. */
const valuesOf = async (context: CheckContext, document: EmittedDocument, kind: ValueKind): Promise<EmittedValue[]> =>
  (await document.read(context)).filter(emitted => emitted.kind === kind && emitted.value !== undefined)

/** Seconds have ten digits until 2286, milliseconds thirteen. */
const isUnixSeconds = (value: unknown): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value < 1e11

const addTimestamps = (clause: Clause, document: EmittedDocument) =>
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

const addAmounts = (clause: Clause, document: EmittedDocument) =>
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

const addCodes = (clause: Clause, document: EmittedDocument) =>
  clause(
    'FMT-03',
    `currencies and OCIDs of ${document.name}`,
    async context => {
      for (const { path, value } of await valuesOf(context, document, 'currency'))
        expectThat(isCurrency(value), `${path} of ${document.name} is not an ISO 4217 code`, {
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

for (const document of emittedDocuments)
  for (const addChecks of [addTimestamps, addAmounts, addCodes]) addChecks(clause, document)
