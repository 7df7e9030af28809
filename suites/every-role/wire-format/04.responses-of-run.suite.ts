import { defineSuite } from '../../../harness/clause.ts'
import { expectJson } from '../../support/wire-format/json-response.ts'

/** All responses of a target to the other checks. Heading: Resources and their fields. */
const { clause } = defineSuite({
  id: 'wire-format-of-run',
  roles: ['gateway', 'merchant', 'kyc'],
  operations: [],
})

clause(
  'FMT-04',
  'responses that are said to be JSON',
  async ({ run }) => {
    const { malformed } = run.seen
    if (malformed !== undefined) expectJson(malformed, `${malformed.method} ${new URL(malformed.url).pathname}`)
  },
  { last: true },
)
