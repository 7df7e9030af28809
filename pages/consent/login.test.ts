import { expect, test } from 'vitest'
import { userOf } from '../../harness/page-users.ts'
import type { ConsentHints, User } from '../../harness/pages.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { formsDrivers } from '../forms-driver.ts'
import { type ServedSite, type Site, serveSite } from '../site.test.fixture.ts'
import { boxes, callback, permissions, redirectWith } from './page.test.fixture.ts'

const form =
  '<form method=post action=/login><label>Name <input name=user></label><label>Password <input type=password name=pw></label>'
const login = `<title>Sign in</title>${form}<button>Sign in</button><button name=lost>Forgot password</button></form>`
const steps = ['text:Name=eve', 'text:Password=env:PW', 'button:Sign in']

/** Serves a provider whose consent page has a different origin than its API and login. */
const serveProvider = async (): Promise<{ api: ServedSite; pages: ServedSite; bank: ServedSite }> => {
  const pages = await serveSite(({ method, headers }) => {
    if (method === 'POST') return redirectWith(permissions, [])
    return { html: String(headers.cookie).includes('seen=1') ? boxes : '<title>Start</title><p>Who are you?' }
  })
  const consent: Site = () => ({ to: `${pages.base}/start?seen=1` })
  const bank = await serveSite(({ method, body }) => {
    if (method === 'GET') return { html: login, headers: { 'set-cookie': 'seen=1; Path=/' } }
    return body === 'user=eve&pw=s%26cret' ? consent({} as never) : { html: login, status: 401 }
  })
  const api = await serveSite(() => ({ to: `${bank.base}/login` }))
  return { api, pages, bank }
}

const openUser = ({ base, send }: ServedSite, consent: ConsentHints, secret = 's&cret'): User => {
  const run = {
    target: { apiUrl: base },
    pages: { checkout: {}, consent, secrets: { 'env:PW': secret }, drivers: formsDrivers },
    changesState: true,
    callbackUrl: callback,
  } as unknown as RunContext
  return userOf(run, { send, hold: () => undefined })
}

test('a login and a consent page at other origins are passed if configured', async () => {
  const { api, pages, bank } = await serveProvider()
  const user = openUser(api, { origins: [pages.base], login: steps })
  const page = await user.open(`${api.base}/kyc/grant/7001`, permissions)
  expect(page.url).toContain(pages.base)
  expect(bank.requests.map(({ method }) => method)).toEqual(['GET', 'POST'])
  expect((await page.decide({ granted: permissions, denied: [] })).redirectedTo).toContain(callback)
})

test('a form with a text field beside the questions does not turn a page into a login', async () => {
  const help = '<form action=/help><label>Question <input name=q></label><button>Ask</button></form>'
  const site = await serveSite(({ method }) =>
    method === 'POST' ? redirectWith(permissions, []) : { html: help + boxes },
  )
  const page = await openUser(site, {}).open(`${site.base}/consent`, permissions)
  expect((await page.decide({ granted: permissions, denied: [] })).redirectedTo).toContain(callback)
})

test('an origin that is not configured blocks, and the reason names it', async () => {
  const { api, pages } = await serveProvider()
  const opened = openUser(api, { login: steps }).open(`${api.base}/kyc/grant/7001`, permissions)
  await expect(opened).rejects.toThrow(`"${pages.base}" to pages.consent.origins`)
  expect(pages.requests).toEqual([])
})

test.each([
  ['no steps', {}, 'cannot be passed: the page “Sign in”'],
  ['a step that no page has', { login: ['text:Login=eve'] }, 'needs “text:Login”'],
  ['a wrong password', { login: steps }, 'does not lead to the consent page'],
  ['a way that comes back, perhaps the consent page', { login: steps }, 'pages.consent.grant, .deny and .submit'],
])('a login that cannot be passed blocks, and the reason has no password: %s', async (_what, hints, says) => {
  const { api } = await serveProvider()
  const opened = openUser(api, hints, 'wrong').open(`${api.base}/kyc/grant/7001`, permissions)
  const error: Error = await opened.then(
    () => new Error('was opened'),
    (reason: Error) => reason,
  )
  expect(error.name).toBe('Blocked')
  expect(error.message).toContain(says)
  expect(error.message).toContain('explain pages')
  expect(error.message).not.toContain('wrong')
})
