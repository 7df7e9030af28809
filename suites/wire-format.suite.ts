import { isDecimal } from '../protocol/amount.ts'
import { isCurrency } from '../protocol/currency.ts'
import type { Clause } from './every.ts'
import { of, whereDeclared } from './every.ts'
import { defineSuite } from './harness/clause.ts'
import { holds } from './harness/outcome.ts'
import type { Stage } from './harness/stage.ts'
import { type Kind, type Source, sources, type Written } from './sources.ts'

/** Seconds that a moment which says "now" may be away from the harness's clock. */
const nearSeconds = 120

const suite = defineSuite({ id: 'wire-format', roles: ['gateway', 'merchant'], operations: [] })

/** Members of one kind that the target wrote; one that is absent breaks another row. */
const written = async (stage: Stage, source: Source, kind: Kind): Promise<Written[]> =>
  (await source.read(stage)).filter(one => one.kind === kind && one.value !== undefined)

const isSeconds = (value: unknown): value is number => typeof value === 'number' && Number.isInteger(value)

const timestamps = (clause: Clause, source: Source) =>
  clause(
    'FMT-01',
    `timestamps of ${source.name}`,
    async stage => {
      for (const { path, value, isNow } of await written(stage, source, 'timestamp')) {
        const seen = { expected: 'integer Unix seconds', actual: value }
        // Seconds have ten digits until 2286, milliseconds thirteen.
        holds(isSeconds(value) && value < 1e11, `${path} of ${source.name} is no integer of Unix seconds`, seen)
        const isNear = !isNow || Math.abs(value - stage.now()) <= nearSeconds
        holds(isNear, `${path} of ${source.name} is not near now`, { expected: `about ${stage.now()}`, actual: value })
      }
    },
    of(...source.operations),
  )

const amounts = (clause: Clause, source: Source) =>
  clause(
    'FMT-02',
    `amounts of ${source.name}`,
    async stage => {
      for (const { path, value } of await written(stage, source, 'amount'))
        holds(isDecimal(value), `${path} of ${source.name} is no decimal string`, {
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
    async stage => {
      for (const { path, value } of await written(stage, source, 'currency'))
        holds(isCurrency(value), `${path} of ${source.name} is no ISO 4217 code`, { expected: 'USD', actual: value })
      for (const { path, value } of await written(stage, source, 'ocid'))
        holds(Number.isInteger(value), `${path} of ${source.name} is no integer`, {
          expected: 'an OCID',
          actual: value,
        })
    },
    of(...source.operations),
  )

for (const source of sources) for (const row of [timestamps, amounts, codes]) row(suite.clause, source)

/** What a target writes. Heading: Resources and their fields. */
export const wireFormat = whereDeclared(suite)
