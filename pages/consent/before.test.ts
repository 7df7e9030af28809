import { expect, test } from 'vitest'
import type { ConsentHints } from '../../harness/pages.ts'
import { boxes, type ConsentSite, each, openPage } from './page.test.fixture.ts'

/** Shows another page until it is passed; then the consent page. */
const after =
  (page: string, consent = boxes): ConsentSite =>
  ({ method, url, form, headers }) => {
    if (url === '/before')
      return form.has('no') ? { html: '<p>Bye' } : { to: '/consent', headers: { 'set-cookie': 'seen=1' } }
    const isPassed = method === 'GET' && String(headers.cookie).includes('seen=1')
    return { html: isPassed ? consent : `<title>Before</title><form method=post action=/before>${page}</form>` }
  }

const cookies = '<p>Cookies. Write us an email. <button>Accept</button><button name=no>Reject</button>'
const terms = '<p>We keep your name and your phone number. <button>I agree</button>'
const age = '<p>Are you over 18? Your name stays with us. <button>Yes</button><button name=no>No</button>'
const news = '<label><input type=checkbox name=news> Yes, send me news by email</label><button>Continue</button>'

const named = '<h1>Continue to Shop, OCID 7001</h1><p>We confirm it by email. <button>Accept</button>'

test.each([
  ['cookies', cookies, 'button:Accept'],
  ['terms', terms, 'button:I agree'],
  ['an age', age, 'button:Yes'],
  ['one that names the requester', named, 'button:Accept'],
])(
  'an earlier page that may be the consent page blocks, until the config says how to pass it: %s',
  async (_what, page, step) => {
    await expect(openPage(after(page))).rejects.toThrow(`"login": "${step}"; if this is the consent page`)
    const { page: consent } = await openPage(after(page), { login: step })
    expect(consent.text).toContain('Share selected')
  },
)

test('an earlier page with a button that leads on and decides nothing is passed', async () => {
  expect((await openPage(after(news))).page.text).toContain('Share selected')
})

const together = `<form method=post><ul>${each(permission => `<li>${permission}`)}</ul><button>Accept</button><button name=no>Decline</button></form>`

test.each<[string, string, ConsentHints]>([
  ['its form goes to the documented address', together.replace('method', 'action=/kyc/grant/7001/submit method'), {}],
  ['it has a control for each permission', boxes, {}],
  ['the config names its controls', together, { grant: 'button:Accept', deny: 'button:Decline' }],
])('it is the consent page: %s', async (_what, html, hints) => {
  const { page, requests } = await openPage(() => ({ html: `<title>Consent</title>${html}` }), hints)
  expect(page.name).toContain('Consent')
  expect(requests).toHaveLength(1)
})

test('a login beside an offer of news asks for its steps', async () => {
  const login = `<form action=/login><label>Password <input type=password name=pw></label><button>Sign in</button></form>`
  const page = openPage(() => ({ html: `${login}<form method=post>${news}</form>` }))
  await expect(page).rejects.toThrow('name the steps of the login under pages.consent.login')
})
