import { randomInt } from 'node:crypto'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import { blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages/checkout-page.ts'
import type { SubmissionChange } from '../../../harness/pages/click-through.ts'
import type { Submission } from '../../../harness/pages/submission.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import { type Hosted, openSession, redirectOf, sentAbout } from '../../support/gateway/checkout-session.ts'
import { createMarkupProbe, findInjected } from '../../support/markup-probe.ts'
import { elementUsing, expectNotCacheable, expectNotFrameable } from '../../support/page-security.ts'
import { whereDeclared } from '../../support/parametrize.ts'
import { isSameAddress } from '../../support/url-match.ts'

const suite = defineSuite({ id: 'hosted-page-safety', roles: ['gateway'], operations: ['orders.checkout'] })
const { clause } = suite

const places = {
  'item name': (text: string, { money }: CheckContext) => ({
    items: [{ id: 'item-1', name: text, price: money.amount(), quantity: 1 }],
  }),
  memo: (text: string) => ({ memo: text }),
}

for (const [place, orderWith] of Object.entries(places)) {
  clause('PAGE-09', `markup as ${place}`, async context => {
    const { merchant, checkout } = context
    await checkout(merchant.signs(merchant.order())).asControl()
    const probe = createMarkupProbe(context.fresh('probe'))
    const body = merchant.signs(merchant.order(orderWith(probe.text, context)))
    const response = await checkout(body)
    // Refusing such a text is one way to keep it out of the page.
    if (!isSuccess(response)) return
    const { redirectedTo, page } = await context.customer().visit(redirectOf(context, response), body.urls)
    if (!page) return blocked(`the hosted page does not show (PAGE-01): it leads to ${redirectedTo?.slice(0, 200)}`)
    const found = findInjected(page.$, probe)
    expectThat(found === undefined, `the ${place} becomes markup in the page`, { expected: 'text', actual: found })
  })
}

const alphabets = [/^\d$/, /^[0-9a-f]$/, /^[0-9A-F]$/, /^[a-z0-9]$/i]
const characters = '0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ'

/** Another id of the same shape. */
const otherId = (id: string): string => {
  const used = [...id].filter(one => /[a-z0-9]/i.test(one))
  const alphabet = alphabets.find(one => used.every(character => one.test(character))) ?? /./
  const choices = [...characters].filter(one => alphabet.test(one))
  return [...id].map(one => (/[a-z0-9]/i.test(one) ? choices[randomInt(choices.length)] : one)).join('')
}

/** What most likely names the session in an address that does not end with its id (CHECKOUT-10). */
const longestWord = (url: string): string => {
  const { pathname, search } = new URL(url)
  const all = `${pathname}${search}`.match(/[\w-]+/g) ?? []
  return all.reduce((longest, one) => (one.length > longest.length ? one : longest), '')
}

clause('PAGE-10', 'unknown session', async context => {
  const { url, id } = await openSession(context)
  const name = id || longestWord(url)
  if (name === '') blocked('nothing in the address of the hosted page names the session (CHECKOUT-10)')
  // Twelve digits or more: what is drawn is nobody's session.
  const unknown = url.slice(0, url.lastIndexOf(name)) + otherId(name).padEnd(24, '0')
  const { page, responses } = await context.customer().visit(unknown)
  const response = responses.at(-1)
  expectThat(response !== undefined && isClientError(response), 'a page of an unknown session is no error', {
    expected: 'a 4xx',
    actual: page ? page.response.status : 'a redirect elsewhere',
  })
})

clause('PAGE-10', 'page in a frame of another site', async context => {
  const { page } = await openSession(context)
  expectNotFrameable(page.response)
})

clause('PAGE-10', 'page in a cache', async context => {
  expectNotCacheable((await openSession(context)).page.response)
})

/** How a session is paid that nobody attacks: its clicks, the last of which paid. */
const rehearsal = async (context: CheckContext): Promise<{ hosted: Hosted; paying: Submission; last: number }> => {
  const hosted = await openSession(context)
  const landing = await hosted.page.pay()
  const paying = landing.steps.at(-1)
  if (!paying || !isSameAddress(landing.redirectedTo, hosted.urls.completed))
    return blocked(`the control, a payment from the page, leads ${describeLanding(landing)}`)
  return { hosted, paying, last: landing.steps.length - 1 }
}

const staysUnpaid = async (
  context: CheckContext,
  { attempts, hosted, by }: { attempts: ActionResult[]; hosted: Hosted; by: string },
) => {
  const paid = attempts.find(one => isSameAddress(one.redirectedTo, hosted.urls.completed))
  if (paid) fail(`${by} pays`, { expected: 'no redirect to urls.completed', actual: describeLanding(paid) })
  const [sent] = await sentAbout(context, hosted)
  expectThat(sent === undefined, `${by} pays`, { expected: 'no proof', actual: sent?.body })
}

clause('PAGE-10', 'payment by GET', async context => {
  const { paying, last } = await rehearsal(context)
  if (paying.method === 'GET') fail('a GET pays', { expected: 'a POST', actual: `GET ${paying.url}` })
  const hosted = await openSession(context)
  const landing = await hosted.page.pay((submission, step) =>
    step === last ? { ...submission, method: 'GET' } : submission,
  )
  await staysUnpaid(context, { attempts: [landing], hosted, by: 'a GET' })
})

clause('PAGE-10', 'payment by a form of another site', async context => {
  const own = await rehearsal(context)
  const hosted = await openSession(context)
  const attempts: ActionResult[] = []
  for (const fieldsOf of [withoutTokens, withOwnTokens]) {
    const change: SubmissionChange = (submission, step) =>
      step === own.last ? { ...submission, fields: fieldsOf(submission, own, hosted), forged: true } : submission
    attempts.push(await hosted.page.pay(change))
  }
  await staysUnpaid(context, { attempts, hosted, by: "another site's form" })
})

type Rehearsed = { hosted: Hosted; paying: Submission }

/** What somebody knows who has seen such a form: fields that are always the same, and the session's id. */
const withoutTokens = ({ fields }: Submission, rehearsed: Rehearsed, { id }: Hosted) =>
  fields.filter(field => (id !== '' && field[1].includes(id)) || isOffered(field, rehearsed))

/** The whole form of a session of one's own, with the id of the other one. */
const withOwnTokens = (
  _submission: Submission,
  { paying, hosted: own }: Rehearsed,
  { id }: Hosted,
): Submission['fields'] =>
  paying.fields.map(([name, value]) => [name, own.id === '' ? value : value.replaceAll(own.id, id)])

/** Whether a field is the same in every session: what the page offers, and not what guards it. */
const isOffered = ([name, value]: Submission['fields'][number], { paying }: Rehearsed) =>
  paying.fields.some(one => one[0] === name && one[1] === value)

const oddities: Record<string, (fields: Submission['fields'], own: Rehearsed) => Submission['fields']> = {
  'without any field': () => [],
  'without what was chosen': (fields, own) => fields.filter(field => !isOffered(field, own)),
  'with a choice that the page does not offer': (fields, own) =>
    fields.map(field => (isOffered(field, own) ? [field[0], 'conformance'] : field)),
}

clause('FMT-07', 'submission that the page does not offer', async context => {
  const rehearsed = await openSession(context)
  const { steps } = await rehearsed.page.pay()
  const own = { hosted: rehearsed, paying: steps.at(-1) ?? blocked('nothing is submitted (PAGE-02)') }
  const { page } = await openSession(context)
  for (const [what, fieldsOf] of Object.entries(oddities)) {
    const { responses } = await page.pay((submission, step) =>
      step === steps.length - 1 ? { ...submission, fields: fieldsOf(submission.fields, own) } : submission,
    )
    const failed = responses.find(({ status }) => status >= 500)
    if (failed) fail(`a submission ${what} brings a ${failed.status}`, { expected: 'no 5xx', actual: summary(failed) })
  }
})

const schemes = {
  javascript: 'javascript:ocprobe',
  data: 'data:text/html,ocprobe',
  'disguised javascript': 'javascript:https://ocprobe',
}

for (const [member, act] of [
  ['completed', 'pay'],
  ['cancelled', 'cancel'],
] as const) {
  for (const [scheme, prefix] of Object.entries(schemes)) {
    clause('CHECKOUT-16', `${scheme} address as urls.${member}`, async context => {
      const { merchant, checkout } = context
      await checkout(merchant.signs(merchant.order())).asControl()
      const address = `${prefix}${context.fresh('')}`
      const body = merchant.signs(merchant.order(), { urls: { [member]: address } })
      const response = await checkout(body).evenSilent()
      if (!isSuccess(response))
        return void expectThat(!response.silence, 'the checkout is not answered', {
          expected: 'a refusal',
          actual: summary(response),
        })
      const page = await context.customer().open(redirectOf(context, response))
      const offered = elementUsing(page.$, address)
      expectThat(offered === undefined, `urls.${member} is used though it is script`, {
        expected: 'never used',
        actual: offered,
      })
      const landing = await page[act]()
      const used = landing.redirectedTo?.includes(address)
        ? describeLanding(landing)
        : landing.page && elementUsing(landing.page.$, address)
      expectThat(used === undefined, `urls.${member} is used though it is script`, {
        expected: 'never used',
        actual: used,
      })
    })
  }
}

/** What strangers cannot do by way of the hosted page. Heading: POST /orders/checkout. */
export const hostedPageSafety = whereDeclared(suite)
