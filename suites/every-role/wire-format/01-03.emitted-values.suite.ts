import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isDecimal } from '../../../protocol/amount.ts'
import { isCurrency } from '../../../protocol/currency.ts'
import { type Kind, type Source, sources, type Written } from '../../support/emitted-values.ts'
import type { Clause } from '../../support/parametrize.ts'
import { of, whereDeclared } from '../../support/parametrize.ts'

/** Seconds that a moment which says "now" may be away from the harness's clock. */
const nearSeconds = 120

const suite = defineSuite({ id: 'wire-format', roles: ['gateway', 'merchant'], operations: [] })

/** Members of one kind that the target wrote; one that is absent breaks another row. */
const written = async (context: CheckContext, source: Source, kind: Kind): Promise<Written[]> =>
  (await source.read(context)).filter(one => one.kind === kind && one.value !== undefined)

const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)

const timestamps = (clause: Clause, source: Source) =>
  clause(
    'FMT-01',
    `timestamps of ${source.name}`,
    async context => {
      for (const { path, value, isNow } of await written(context, source, 'timestamp')) {
        const seen = { expected: 'integer Unix seconds', actual: value }
        // Seconds have ten digits until 2286, milliseconds thirteen.
        expectThat(isSeconds(value) && value < 1e11, `${path} of ${source.name} is no integer of Unix seconds`, seen)
        const isNear = !isNow || Math.abs(value - context.now()) <= nearSeconds
        expectThat(isNear, `${path} of ${source.name} is not near now`, {
          expected: `about ${context.now()}`,
          actual: value,
        })
      }
    },
    of(...source.operations),
  )

const amounts = (clause: Clause, source: Source) =>
  clause(
    'FMT-02',
    `amounts of ${source.name}`,
    async context => {
      for (const { path, value } of await written(context, source, 'amount'))
        expectThat(isDecimal(value), `${path} of ${source.name} is no decimal string`, {
          expected: 'a decimal string such as "12.34"',
          actual: value,
        })
    },
    of(...source.operations),
  )

const codes = (clause: Clause, source: Source) =>
  clause(
    'FMT-03',
    `currencies and OCIDs of ${source.name}`,
    async context => {
      for (const { path, value } of await written(context, source, 'currency'))
        expectThat(isCurrency(value), `${path} of ${source.name} is no ISO 4217 code`, {
          expected: 'USD',
          actual: value,
        })
      for (const { path, value } of await written(context, source, 'ocid'))
        expectThat(Number.isInteger(value), `${path} of ${source.name} is no integer`, {
          expected: 'an OCID',
          actual: value,
        })
    },
    of(...source.operations),
  )

for (const source of sources) for (const row of [timestamps, amounts, codes]) row(suite.clause, source)

/** What a target writes. Heading: Resources and their fields. */
export const wireFormat = whereDeclared(suite)
