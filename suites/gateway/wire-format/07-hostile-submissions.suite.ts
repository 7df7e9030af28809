/**
 * FMT-07 · No input brings a 5xx: deep nesting, huge numbers, duplicate keys, lone surrogates, __proto__, very long
 * strings, bodies over any limit (413).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { blocked, fail } from '../../../harness/outcome.ts'
import { openSession } from '../../support/gateway/hosted-page/checkout-session.ts'
import { type Fields, isConstant, type Rehearsal } from '../../support/gateway/hosted-page/forged-payment.ts'

const { clause } = defineSuite({ id: 'hosted-page-safety', roles: ['gateway'], operations: ['orders.checkout'] })

const submissions: Record<string, (fields: Fields, rehearsal: Pick<Rehearsal, 'payment'>) => Fields> = {
  'without any field': () => [],
  'without the choice': (fields, rehearsal) => fields.filter(field => !isConstant(field, rehearsal)),
  'with a choice that the page does not offer': (fields, rehearsal) =>
    fields.map(field => (isConstant(field, rehearsal) ? [field[0], 'conformance'] : field)),
}

clause('FMT-07', 'submission that the page does not offer', async context => {
  const { steps } = await (await openSession(context, { customer: context.programCustomer() })).page.pay()
  const rehearsal = { payment: steps.at(-1) ?? blocked('the page submits nothing (PAGE-02)', 'PAGE-02') }
  const { page } = await openSession(context)
  for (const [what, fieldsOf] of Object.entries(submissions)) {
    const { responses } = await page.pay((submission, step) =>
      step >= steps.length - 1 ? { ...submission, fields: fieldsOf(submission.fields, rehearsal) } : submission,
    )
    const failed = responses.find(({ status }) => status >= 500)
    if (failed) fail(`a submission ${what} causes a ${failed.status}`, { expected: 'no 5xx', actual: summary(failed) })
  }
})
