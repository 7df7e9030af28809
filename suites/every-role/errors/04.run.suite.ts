import { defineSuite } from '../../../harness/clause.ts'
import { fail } from '../../../harness/outcome.ts'
import { findStackTrace } from '../../support/errors/leaks.ts'

/** All refusals of a target, whatever the other checks sent. Heading: Errors. */
const { clause } = defineSuite({ id: 'errors-of-run', roles: ['gateway', 'merchant', 'kyc'], operations: [] })

clause(
  'ERR-04',
  'stack traces',
  async ({ run }) => {
    for (const refusal of run.seen.refusals) {
      const { text = '', status, method, url } = refusal
      const leak = findStackTrace(text)
      if (leak === undefined) continue
      fail(`a ${status} to ${method} ${new URL(url).pathname} shows ${leak.name}`, {
        expected: 'nothing internal',
        actual: leak.text,
        at: refusal,
        isProof: true,
      })
    }
  },
  { last: true },
)
