import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { Blocked, expectThat, fail } from '../../../harness/outcome.ts'
import type { ConsentPage } from '../../../harness/pages/consent-page.ts'
import type { Actor } from '../../../harness/run-context.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  type Ask,
  type Asked,
  arrived,
  ask,
  attempted,
  decideOn,
  isAtCallback,
  opened,
  pathOf,
  permissions,
  urlBelow,
  urlOf,
  userOf,
} from '../../support/kyc/consent-flow.ts'
import { iconIn, policiesOf } from '../../support/kyc/icon.ts'
import { ownTexts, ownTextsApart } from '../../support/kyc/own-text.ts'
import { hasText } from '../../support/page-text.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** The page of another requester, whose metadata has another name and no icon; undefined where there is none. */
const ofAnother = async (context: CheckContext): Promise<ConsentPage | undefined> => {
  try {
    return (await opened(context, { ocid: context.unreliable.ocid })).page
  } catch (error) {
    if (error instanceof Blocked && !context.signal.aborted) return undefined
    throw error
  }
}

const showsName = (page: ConsentPage, { name, ocid }: Actor, { counterpart }: CheckContext) =>
  expectThat(hasText(page.text, name), 'the page does not show the name of the requester', {
    expected: `${name}, from ${counterpart.baseUrl}/${ocid}/metadata.json`,
    actual: page.text,
  })

clause('CONSENT-01', 'name of the requester', async context => {
  showsName((await opened(context)).page, context.requester, context)
  const other = await ofAnother(context)
  if (other !== undefined) showsName(other, context.unreliable, context)
})

clause('CONSENT-01', 'icon of the requester', async context => {
  const { requester, counterpart } = context
  const icon = `${counterpart.baseUrl}/${requester.ocid}/icon.svg`
  const { page } = await opened(context)
  expectThat(
    iconIn(page, icon, await ofAnother(context)) !== undefined,
    'the page does not show the icon of the requester',
    {
      expected: `an image of ${icon}, or a copy of it, that the policy of the page lets in`,
      actual: `${page.$('img').toString() || 'no image'}, content security policy: ${policiesOf(page).join(', ') || 'none'}`,
    },
  )
})

const all = permissions.join(',')

/** Letters that describe a permission at the least, beyond its identifier and what the page says of every permission. */
const fewestLetters = 4

const withoutOne = async (context: CheckContext, one: string) => {
  const others = permissions.filter(other => other !== one)
  return (await opened(context, { grants: others.join(',') })).page
}

/** What the page says of each permission: all on one page, or one after another. */
const saidOf = async (context: CheckContext): Promise<Record<string, string>> => {
  const { page } = await opened(context, { grants: all })
  const isTogether = permissions.every(one => page.separate(permissions).includes(one))
  const pageFor = async (one: string) =>
    isTogether ? await withoutOne(context, one) : (await opened(context, { grants: one })).page
  const pages = permissions.map(async one => [one, (await pageFor(one)).text] as const)
  const texts = Object.fromEntries(await Promise.all(pages))
  return isTogether ? ownTexts(page.text, texts) : ownTextsApart(texts)
}

clause('CONSENT-02', 'description of each permission', async context => {
  for (const [one, text] of Object.entries(await saidOf(context))) {
    const letters = text.replace(/[^\p{L}]/gu, '').length
    expectThat(letters >= fewestLetters, `the page shows no description of ${one} that it does not show unasked`, {
      expected: `text about ${one}, beyond its identifier, where it is requested and nowhere else`,
      actual: text || 'nothing beyond the identifier',
    })
  }
})

clause('CONSENT-02', 'no permission that was not requested', async context => {
  for (const one of permissions) {
    const offered = (await withoutOne(context, one)).separate(permissions)
    expectThat(!offered.includes(one), `the page offers ${one}, which was not requested`, {
      expected: permissions.filter(other => other !== one).join(', '),
      actual: offered.join(', '),
    })
  }
})

const isLegible = (page: ConsentPage) => page.unread(permissions) === 0 && page.$('script').length === 0

clause('CONSENT-03', 'each permission apart', async context => {
  const { page, ask: asked } = await opened(context, { grants: all })
  if (permissions.every(one => page.separate(permissions).includes(one))) return
  const decision = decideOn(permissions, ['email', 'id_card'])
  const apart = await page.decide(decision).catch((error: unknown) => {
    if (error instanceof Blocked && isLegible(page)) return undefined
    throw error
  })
  const lacking = permissions.filter(one => !apart?.decided.includes(one))
  expectThat(lacking.length === 0, 'not every permission can be granted or denied apart', {
    expected: `a control for each of ${asked.grants}`,
    actual: `none for ${lacking.join(', ')}`,
  })
})

/** Nothing but the page, whatever is loaded. */
const staysAtPage = async ({ user, ask: asked }: Pick<Asked, 'user' | 'ask'>, url: string, what: string) => {
  const landing = await user.visit(url)
  expectThat(!isAtCallback(landing, asked), `${what} leads to the callback`, {
    expected: 'the consent page',
    actual: describeLanding(landing),
  })
}

clause('CONSENT-04', 'page loaded, and loaded again', async context => {
  const asked = ask(context)
  const user = userOf(context)
  for (const what of ['loading the page', 'loading it again'])
    await staysAtPage({ user, ask: asked }, urlOf(context, asked), what)
  const again = await opened(context)
  await staysAtPage(again, again.page.url, 'a refresh of the page')
})

/** The documented fields of a submission that grants everything. */
const submitPath = (asked: Ask) =>
  `${pathOf({ ...asked, grants: undefined }).replace('?', '/submit?')}&granted_permissions=${asked.grants}&denied_permissions=`

clause('CONSENT-04', 'documented fields by GET', async context => {
  await arrived(context)
  const asked = await opened(context)
  await staysAtPage(asked, urlBelow(context, submitPath(asked.ask)), 'a GET of the documented fields')
})

clause('CONSENT-04', "page's own fields by GET", async context => {
  const { landing: rehearsed } = await arrived(context)
  const last = rehearsed.steps.length - 1
  const deciding = rehearsed.steps[last]
  if (deciding?.method === 'GET') fail('a GET decides', { expected: 'a POST', actual: `GET ${deciding.url}` })
  const { landing, asked } = await attempted(context, {
    change: (submission, step) => (step === last ? { ...submission, method: 'GET' } : submission),
  })
  expectThat(!isAtCallback(landing, asked.ask), 'a GET with the fields of the page decides', {
    expected: 'no redirect to the callback',
    actual: describeLanding(landing),
  })
})

clause('CONSENT-04', 'request after an earlier decision', async context => {
  const { asked } = await arrived(context)
  const next = ask(context)
  await staysAtPage({ ...asked, ask: next }, urlOf(context, next), 'asking again for what was granted before')
})

/** What a user sees, and that nothing is decided without one. Heading: GET /kyc/grant/{ocid}. */
export const consent = whereDeclared(suite)
