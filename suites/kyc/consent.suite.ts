import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { ConsentPage } from '../harness/consent.ts'
import { Blocked, breach, holds } from '../harness/outcome.ts'
import type { Actor } from '../harness/session.ts'
import type { Stage } from '../harness/stage.ts'
import { showsText } from '../shown.ts'
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
  whereTo,
} from './asked.ts'
import { iconIn, policiesOf } from './icon.ts'
import { ownTexts, ownTextsApart } from './own-text.ts'

const suite = defineSuite({ id: 'consent', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

/** The page of another requester, whose metadata has another name and no icon; undefined where there is none. */
const ofAnother = async (stage: Stage): Promise<ConsentPage | undefined> => {
  try {
    return (await opened(stage, { ocid: stage.unreliable.ocid })).page
  } catch (error) {
    if (error instanceof Blocked && !stage.signal.aborted) return undefined
    throw error
  }
}

const showsName = (page: ConsentPage, { name, ocid }: Actor, { counterpart }: Stage) =>
  holds(showsText(page.text, name), 'the page does not show the name of the requester', {
    expected: `${name}, from ${counterpart.baseUrl}/${ocid}/metadata.json`,
    actual: page.text,
  })

clause('CONSENT-01', 'name of the requester', async stage => {
  showsName((await opened(stage)).page, stage.requester, stage)
  const other = await ofAnother(stage)
  if (other !== undefined) showsName(other, stage.unreliable, stage)
})

clause('CONSENT-01', 'icon of the requester', async stage => {
  const { requester, counterpart } = stage
  const icon = `${counterpart.baseUrl}/${requester.ocid}/icon.svg`
  const { page } = await opened(stage)
  holds(iconIn(page, icon, await ofAnother(stage)) !== undefined, 'the page does not show the icon of the requester', {
    expected: `an image of ${icon}, or a copy of it, that the policy of the page lets in`,
    actual: `${page.$('img').toString() || 'no image'}, content security policy: ${policiesOf(page).join(', ') || 'none'}`,
  })
})

const all = permissions.join(',')

/** Letters that describe a permission at the least, beyond its identifier and what the page says of every permission. */
const fewestLetters = 4

const withoutOne = async (stage: Stage, one: string) => {
  const others = permissions.filter(other => other !== one)
  return (await opened(stage, { grants: others.join(',') })).page
}

/** What the page says of each permission: all on one page, or one after another. */
const saidOf = async (stage: Stage): Promise<Record<string, string>> => {
  const { page } = await opened(stage, { grants: all })
  const isTogether = permissions.every(one => page.separate(permissions).includes(one))
  const pageFor = async (one: string) =>
    isTogether ? await withoutOne(stage, one) : (await opened(stage, { grants: one })).page
  const pages = permissions.map(async one => [one, (await pageFor(one)).text] as const)
  const texts = Object.fromEntries(await Promise.all(pages))
  return isTogether ? ownTexts(page.text, texts) : ownTextsApart(texts)
}

clause('CONSENT-02', 'description of each permission', async stage => {
  for (const [one, text] of Object.entries(await saidOf(stage))) {
    const letters = text.replace(/[^\p{L}]/gu, '').length
    holds(letters >= fewestLetters, `the page shows no description of ${one} that it does not show unasked`, {
      expected: `text about ${one}, beyond its identifier, where it is requested and nowhere else`,
      actual: text || 'nothing beyond the identifier',
    })
  }
})

clause('CONSENT-02', 'no permission that was not requested', async stage => {
  for (const one of permissions) {
    const offered = (await withoutOne(stage, one)).separate(permissions)
    holds(!offered.includes(one), `the page offers ${one}, which was not requested`, {
      expected: permissions.filter(other => other !== one).join(', '),
      actual: offered.join(', '),
    })
  }
})

const isLegible = (page: ConsentPage) => page.unread(permissions) === 0 && page.$('script').length === 0

clause('CONSENT-03', 'each permission apart', async stage => {
  const { page, ask: asked } = await opened(stage, { grants: all })
  if (permissions.every(one => page.separate(permissions).includes(one))) return
  const decision = decideOn(permissions, ['email', 'id_card'])
  const apart = await page.decide(decision).catch((error: unknown) => {
    if (error instanceof Blocked && isLegible(page)) return undefined
    throw error
  })
  const lacking = permissions.filter(one => !apart?.decided.includes(one))
  holds(lacking.length === 0, 'not every permission can be granted or denied apart', {
    expected: `a control for each of ${asked.grants}`,
    actual: `none for ${lacking.join(', ')}`,
  })
})

/** Nothing but the page, whatever is loaded. */
const staysAtPage = async ({ user, ask: asked }: Pick<Asked, 'user' | 'ask'>, url: string, what: string) => {
  const landing = await user.visit(url)
  holds(!isAtCallback(landing, asked), `${what} leads to the callback`, {
    expected: 'the consent page',
    actual: whereTo(landing),
  })
}

clause('CONSENT-04', 'page loaded, and loaded again', async stage => {
  const asked = ask(stage)
  const user = userOf(stage)
  for (const what of ['loading the page', 'loading it again'])
    await staysAtPage({ user, ask: asked }, urlOf(stage, asked), what)
  const again = await opened(stage)
  await staysAtPage(again, again.page.url, 'a refresh of the page')
})

/** The documented fields of a submission that grants everything. */
const submitPath = (asked: Ask) =>
  `${pathOf({ ...asked, grants: undefined }).replace('?', '/submit?')}&granted_permissions=${asked.grants}&denied_permissions=`

clause('CONSENT-04', 'documented fields by GET', async stage => {
  await arrived(stage)
  const asked = await opened(stage)
  await staysAtPage(asked, urlBelow(stage, submitPath(asked.ask)), 'a GET of the documented fields')
})

clause('CONSENT-04', "page's own fields by GET", async stage => {
  const { landing: rehearsed } = await arrived(stage)
  const last = rehearsed.steps.length - 1
  const deciding = rehearsed.steps[last]
  if (deciding?.method === 'GET') breach('a GET decides', { expected: 'a POST', actual: `GET ${deciding.url}` })
  const { landing, asked } = await attempted(stage, {
    change: (submission, step) => (step === last ? { ...submission, method: 'GET' } : submission),
  })
  holds(!isAtCallback(landing, asked.ask), 'a GET with the fields of the page decides', {
    expected: 'no redirect to the callback',
    actual: whereTo(landing),
  })
})

clause('CONSENT-04', 'request after an earlier decision', async stage => {
  const { asked } = await arrived(stage)
  const next = ask(stage)
  await staysAtPage({ ...asked, ask: next }, urlOf(stage, next), 'asking again for what was granted before')
})

/** What a user sees, and that nothing is decided without one. Heading: GET /kyc/grant/{ocid}. */
export const consent = whereDeclared(suite)
