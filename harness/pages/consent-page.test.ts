import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpClient } from '../http/http-client.ts'
import { PendingResponse } from '../http/pending-response.ts'
import type { ConsentHints, RunContext } from '../run-context.ts'
import { effectOf, permissionInCode, permissionInText } from './consent-intent.ts'
import { type ConsentLanding, type ConsentPage, createUser } from './consent-page.ts'

const callback = 'https://requester.example/callback'
const permissions = ['name', 'email', 'phone', 'id_card', 'liveness']

type Request = { method: string; url: string; form: URLSearchParams; cookie: string }
type Reply = { to?: string; html?: string; status?: number; headers?: Record<string, string> }
type Site = (request: Request) => Reply

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A KYC provider whose pages a function makes; everything else is as in a run. */
const play = async (site: Site, hints: ConsentHints = {}): Promise<{ page: ConsentPage; requests: Request[] }> => {
  const requests: Request[] = []
  const server: FastifyInstance = Fastify()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.all('/*', async ({ method, url, body, headers }, reply) => {
    const request = { method, url, form: new URLSearchParams(String(body ?? '')), cookie: headers.cookie ?? '' }
    requests.push(request)
    const { to, html = '', status = 200, headers: more = {} } = site(request)
    reply.code(to ? 303 : status).headers({ 'content-type': 'text/html', ...more, ...(to ? { location: to } : {}) })
    return reply.send(html)
  })
  const base = await server.listen({ host: '127.0.0.1', port: 0 })
  const http = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 2_000, concurrency: 4 })
  open.push(
    () => server.close(),
    () => http.close(),
  )
  const run = {
    target: { apiUrl: base },
    pages: { checkout: {}, consent: hints },
    changesState: true,
    callbackUrl: callback,
  } as unknown as RunContext
  const sender = { check: 'test', signal: new AbortController().signal }
  const user = createUser(run, {
    send: request => new PendingResponse({ attempt: () => http.send(request, sender), what: request.path }),
  })
  return { page: await user.open(`${base}/kyc/grant/7001?state=s`), requests }
}

const sent = ({ redirectedTo }: ConsentLanding): Record<string, string> =>
  Object.fromEntries(new URL(redirectedTo ?? 'about:blank').searchParams)

const to = (granted: readonly string[], denied: readonly string[]): Reply => ({
  to: `${callback}?${new URLSearchParams({ grants: granted.join(','), denied: denied.join(',') })}`,
})

/** One page, and how its form is read. */
const onePage =
  (body: string, isGranted: (form: URLSearchParams, permission: string) => boolean): Site =>
  ({ method, form }) => {
    if (method === 'GET') return { html: body }
    const granted = permissions.filter(one => isGranted(form, one))
    return to(
      granted,
      permissions.filter(one => !granted.includes(one)),
    )
  }

const each = (write: (permission: string, at: number) => string) => permissions.map(write).join('')
const texts = ['Full name', 'E-mail address', 'Telephone', 'Identity card — with your name', 'Selfie check']

const boxes = `<form method=post><input type=hidden name=token value=t>${each(
  one => `<label><input type=checkbox name=granted_permissions value=${one} checked> ${one}</label>`,
)}<button name=do value=send>Share selected</button><button name=do value=none>Deny all</button></form>
<form action=/logout method=post><button>Not you?</button></form><a href=/help>Help</a>`

const radios = `<form method=post>${each(
  one => `<fieldset><legend>${one}</legend><label><input type=radio name="permission[${one}]" value=allow> Allow</label>
  <label><input type=radio name="permission[${one}]" value=deny checked> Don’t allow</label></fieldset>`,
)}<label><input type=checkbox name=terms required> I have read the terms</label><button>Save my choices</button></form>`

const german = `<form method=post><table>${each(
  (
    _one,
    at,
  ) => `<tr><th>${['Name', 'E-Mail', 'Telefon', 'Personalausweis', 'Lebenderkennung'][at]}<td>Wir teilen dies mit.
  <td><input type=radio name=p${at} id=a${at} value=1><label for=a${at}>Erlauben</label>
  <td><input type=radio name=p${at} id=b${at} value=0><label for=b${at}>Ablehnen</label>`,
)}</table><input type=submit value="Weiter"></form>`

const selects = `<form method=post>${each(
  (one, at) => `<li>${texts[at]} <select name=${one}><option value="">Please choose</option><option value=n>No</option>
  <option value=y>Yes</option></select>`,
)}<button>OK</button></form>`

const lists = `<form method=post><select multiple name=grants>${each(
  one => `<option value=${one} selected>${one}</option>`,
)}</select><button>Grant access</button><button formaction=/elsewhere>Cancel</button></form>`

const denials = `<form method=post>${each(
  (one, at) => `<p><input type=checkbox name=denied value=${one} id=${one}><label for=${one}>Deny ${texts[at]}</label>`,
)}<button>Submit</button></form>`

const switches = `<form method=post>${each(
  (one, at) =>
    `<p><input type=checkbox role=switch id=x${at} name=s${at} data-permission=${one}><label for=x${at}>${texts[at]}</label>`,
)}<button>Continue</button></form>`

const wishes: [string[], string[]][] = [
  [permissions, []],
  [[], permissions],
  [
    ['email', 'liveness'],
    ['name', 'phone', 'id_card'],
  ],
]

const pages: [string, Site][] = [
  [
    'check boxes that are checked',
    onePage(boxes, (form, one) => form.get('do') === 'send' && form.getAll('granted_permissions').includes(one)),
  ],
  ['radio buttons', onePage(radios, (form, one) => form.get(`permission[${one}]`) === 'allow' && form.has('terms'))],
  ['a German table', onePage(german, (form, one) => form.get(`p${permissions.indexOf(one)}`) === '1')],
  ['lists of yes and no', onePage(selects, (form, one) => form.get(one) === 'y')],
  ['one list of all', onePage(lists, (form, one) => form.getAll('grants').includes(one))],
  ['check boxes that deny', onePage(denials, (form, one) => !form.getAll('denied').includes(one))],
  ['switches', onePage(switches, (form, one) => form.has(`s${permissions.indexOf(one)}`))],
]

describe('a user decides', () => {
  test.each(pages)('with %s', async (_what, site) => {
    for (const [granted, denied] of wishes) {
      const { page } = await play(site)
      expect(page.separate(permissions)).toEqual(permissions)
      const landing = await page.decide({ granted, denied })
      expect(sent(landing)).toEqual({ grants: granted.join(','), denied: denied.join(',') })
      expect(landing.redirectStatus).toBe(303)
      expect([...landing.decided].sort()).toEqual([...permissions].sort())
    }
  })

  /** Remembers what was granted, permission after permission. */
  const remembering = (
    show: (left: readonly string[]) => string,
    mark: (request: Request) => [string, boolean] | undefined,
  ) => {
    const decisions = new Map<string, boolean>()
    const named = (is: boolean) => permissions.filter(one => decisions.get(one) === is)
    const site: Site = request => {
      if (request.method === 'GET') return { html: show(permissions.filter(one => !decisions.has(one))) }
      const [one, is] = mark(request) ?? []
      if (one === undefined) return to(named(true), named(false))
      decisions.set(one, is === true)
      return { to: request.url }
    }
    return site
  }

  test('with a form for each permission, and a button to end', async () => {
    const site = remembering(
      left =>
        left
          .map(
            one => `<h2>${one}</h2><form method=post><input type=hidden name=permission value=${one}>
            <button name=decision value=grant>Allow</button><button name=decision value=deny>Deny</button></form>`,
          )
          .join('') + (left.length > 0 ? '' : '<form method=post><button>Done</button></form>'),
      ({ form }) =>
        form.has('permission') ? [String(form.get('permission')), form.get('decision') === 'grant'] : undefined,
    )
    const { page, requests } = await play(site)
    const landing = await page.decide({ granted: ['phone'], denied: permissions.filter(one => one !== 'phone') })
    expect(sent(landing).grants).toBe('phone')
    expect(requests.filter(one => one.method === 'POST')).toHaveLength(6)
  })

  test('on a page for each permission', async () => {
    const site = remembering(
      ([one]) =>
        one === undefined
          ? '<form method=post><p>You share what you chose.</p><button name=end>Confirm and share</button><button name=back>Back</button></form>'
          : `<form method=post><h1>${texts[permissions.indexOf(one)]}</h1><button name=is value=y>Yes</button><button name=is value=n>No</button></form>`,
      ({ form }) => (form.has('is') ? [permissions[count++] ?? '', form.get('is') === 'y'] : undefined),
    )
    let count = 0
    const { page } = await play(site)
    const landing = await page.decide({ granted: ['name', 'id_card'], denied: ['email', 'phone', 'liveness'] })
    expect(sent(landing)).toEqual({ grants: 'name,id_card', denied: 'email,phone,liveness' })
  })

  test('and confirms on a second page', async () => {
    const review = (form: URLSearchParams) =>
      `<form method=post action=/kyc/grant/7001/submit><input type=hidden name=granted_permissions value="${form.getAll('granted_permissions').join(',')}">
      <button formaction=/kyc/grant/7001 formmethod=get>Change</button><button>Confirm</button></form>`
    const { page, requests } = await play(({ method, url, form }) => {
      if (method === 'GET') return { html: boxes }
      if (!url.endsWith('/submit')) return { html: review(form) }
      return to((form.get('granted_permissions') ?? '').split(','), [])
    })
    const landing = await page.decide({ granted: ['name', 'email'], denied: ['phone', 'id_card', 'liveness'] })
    expect(sent(landing).grants).toBe('name,email')
    expect(requests.map(one => one.method)).toEqual(['GET', 'POST', 'POST'])
  })

  test('leaves alone what it is told to', async () => {
    const { page, requests } = await play(pages[1]?.[1] as Site)
    await page.decide({ granted: ['name'], denied: [], untouched: ['email'] })
    expect(requests.at(-1)?.form.get('permission[name]')).toBe('allow')
    expect(requests.at(-1)?.form.get('permission[email]')).toBe('deny')
  })

  test('follows hints first, and logs in before', async () => {
    const body = `<form method=post>${each(
      (one, at) => `<label><input type=radio name=q${at} value=a> Plan ${one} A</label>
      <label><input type=radio name=q${at} value=b> Plan ${one} B</label>`,
    )}<button name=b value=1>Allow</button><button name=b value=2>Go</button></form>`
    const login =
      '<form method=post action=/login><label><input type=radio name=who value=8001> Eve</label><button>Enter</button></form>'
    const site: Site = request => {
      if (request.url === '/login')
        return { to: '/kyc/grant/7001', headers: { 'set-cookie': `who=${request.form.get('who')}` } }
      if (!request.cookie.includes('8001')) return { html: login }
      return onePage(
        body,
        (form, one) => form.get('b') === '2' && form.get(`q${permissions.indexOf(one)}`) === 'b',
      )(request)
    }
    const { page } = await play(site, {
      login: ['radio:Eve', 'button:Enter'],
      grant: 'radio:Plan {permission} B',
      deny: 'radio:Plan {permission} A',
      submit: 'button:Go',
    })
    const landing = await page.decide({ granted: ['email', 'id_card'], denied: ['name', 'phone', 'liveness'] })
    expect(sent(landing).grants).toBe('email,id_card')
  })

  test('follows a hint that is the same for every permission', async () => {
    const body = `<form method=post>${each(
      one => `<p>${one}<label><input type=radio name=${one} value=a> 許可する</label>
      <label><input type=radio name=${one} value=b> 許可しない</label>`,
    )}<button>送る</button></form>`
    const hints = { grant: 'radio:許可する', deny: 'radio:許可しない', submit: 'button:送る' }
    const { page } = await play(
      onePage(body, (form, one) => form.get(one) === 'a'),
      hints,
    )
    expect(page.separate(permissions)).toEqual(permissions)
    const landing = await page.decide({ granted: ['email', 'id_card'], denied: ['name', 'phone', 'liveness'] })
    expect(sent(landing).grants).toBe('email,id_card')
  })

  test('of nothing but everything at once decides only that', async () => {
    const body = `<form method=post><ul>${each(one => `<li>${one}`)}</ul><button name=all value=1>Accept</button><button name=all value=0>Decline</button></form>`
    const site = onePage(body, form => form.get('all') === '1')
    const { page } = await play(site)
    expect(page.separate(permissions)).toEqual([])
    expect(page.unread(permissions)).toBe(0)
    await expect(page.decide({ granted: ['name'], denied: permissions.slice(1) })).rejects.toThrow('pages.consent')
    expect(sent(await page.decide({ granted: permissions, denied: [] })).denied).toBe('')
    expect(sent(await page.decide({ granted: [], denied: permissions })).grants).toBe('')
  })

  test('ends where the page comes again', async () => {
    const { page, requests } = await play(() => ({ html: boxes }))
    const landing = await page.decide({ granted: permissions, denied: [] })
    expect(landing.page?.text).toContain('Share selected')
    expect(requests.length).toBeLessThan(5)
  })
})

test.each([
  ['Allow', 'grant'],
  ['Don’t share', 'deny'],
  ['email:granted', 'grant'],
  ['denied_permissions[]', 'deny'],
  ['Nicht erlauben', 'deny'],
  ['Ne pas partager', 'deny'],
  ['Autoriser', 'grant'],
  ['Sí', 'grant'],
  ['Share my e-mail address, which nobody else will get, not even us', 'grant'],
  ['permission_id_card', undefined],
  ['liveness', undefined],
])('%s: %s', (text, effect) => {
  expect(effectOf(text)).toBe(effect)
})

test('permissions are known by their names in code and in text', () => {
  expect(permissionInCode('permissions[id-card]', permissions)).toBe('id_card')
  expect(permissionInCode('grantIdCard', permissions)).toBe('id_card')
  expect(permissionInCode('name,email', permissions)).toBeUndefined()
  expect(permissionInText('Identity card: your name and photo', permissions)).toBe('id_card')
  expect(permissionInText('Correo electrónico', permissions)).toBe('email')
  expect(permissionInText('Something else', permissions)).toBeUndefined()
})
