import { describe, expect, test } from 'vitest'
import type { SiteRequest } from '../site.test.fixture.ts'
import {
  boxes,
  type ConsentRequest,
  type ConsentSite,
  decisions,
  each,
  namedByAll,
  onePage,
  openPage,
  pages,
  permissions,
  redirectWith,
  sent,
  texts,
} from './page.test.fixture.ts'

const formOf = (request: SiteRequest | undefined) => new URLSearchParams(request?.body)

describe('a user decides', () => {
  test.each(pages)('with %s', async (_name, site) => {
    for (const [granted, denied] of decisions) {
      const { page } = await openPage(site)
      expect(page.separate(permissions)).toEqual(permissions)
      const result = await page.decide({ granted, denied })
      expect(sent(result)).toEqual({ grants: granted.join(','), denied: denied.join(',') })
      expect(result.redirectStatus).toBe(303)
      expect([...result.decided].sort()).toEqual([...permissions].sort())
    }
  })

  /** Remembers the granted permissions, one after another. */
  const remembering = (
    show: (left: readonly string[]) => string,
    mark: (request: ConsentRequest) => [string, boolean] | undefined,
  ) => {
    const remembered = new Map<string, boolean>()
    const named = (isGranted: boolean) => permissions.filter(permission => remembered.get(permission) === isGranted)
    const site: ConsentSite = request => {
      if (request.method === 'GET') return { html: show(permissions.filter(permission => !remembered.has(permission))) }
      const [permission, is] = mark(request) ?? []
      if (permission === undefined) return redirectWith(named(true), named(false))
      remembered.set(permission, is === true)
      return { to: request.url }
    }
    return site
  }

  test('with a form for each permission, and a final button', async () => {
    const site = remembering(
      left =>
        left
          .map(
            permission => `<h2>${permission}</h2><form method=post><input type=hidden name=permission value=${permission}>
            <button name=decision value=grant>Allow</button><button name=decision value=deny>Deny</button></form>`,
          )
          .join('') + (left.length > 0 ? '' : '<form method=post><button>Done</button></form>'),
      ({ form }) =>
        form.has('permission') ? [String(form.get('permission')), form.get('decision') === 'grant'] : undefined,
    )
    const { page, requests } = await openPage(site)
    const result = await page.decide({
      granted: ['phone'],
      denied: permissions.filter(permission => permission !== 'phone'),
    })
    expect(sent(result).grants).toBe('phone')
    expect(requests.filter(permission => permission.method === 'POST')).toHaveLength(6)
  })

  test.for([
    ['role=switch aria-checked', ''],
    ['aria-pressed', ''],
    ['aria-pressed', 'Hide my '],
  ])('with switches that are buttons, with %s %s', async ([state, verb]) => {
    const on = new Set(['email', 'id_card'])
    const site: ConsentSite = ({ method, form, url }) => {
      const pressed = form.get('toggle')
      if (method === 'GET')
        return {
          html: `<form method=post>${each(
            permission =>
              `<p>${permission} <button ${state}=${on.has(permission) === (verb === '')} aria-label="${verb}${permission}" name=toggle value=${permission}>o</button>`,
          )}<button name=go value=1>Weiter</button></form>`,
        }
      if (pressed === null)
        return redirectWith(
          [...on],
          permissions.filter(permission => !on.has(permission)),
        )
      if (!on.delete(pressed)) on.add(pressed)
      return { to: url }
    }
    const { page } = await openPage(site)
    expect(page.separate(permissions)).toEqual(permissions)
    const result = await page.decide({ granted: ['name', 'id_card'], denied: ['email', 'phone', 'liveness'] })
    expect(result.decided.toSorted()).toEqual(permissions.toSorted())
    expect(sent(result)).toEqual({ grants: 'id_card,name', denied: 'email,phone,liveness' })
  })

  test('not with unknown controls, which it reports', async () => {
    const html = `<form method=post>${each(
      permission => `<p>${permission} <button name=toggle value=${permission}>o</button>`,
    )}<button name=go value=1>Continue</button></form>`
    const { page } = await openPage(({ method }) => (method === 'GET' ? { html } : redirectWith([], permissions)))
    const decided = page.decide({ granted: ['name', 'id_card'], denied: ['email', 'phone', 'liveness'] })
    await expect(decided).rejects.toThrow(
      /no recognized control that decides on name, id_card, email, phone, liveness: .*name them under pages.consent in the config/,
    )
  })

  test('not with radio buttons that have one name and meaningless values, which it reports', async () => {
    const site = onePage(namedByAll(['a', 'b']), (form, permission) => form.get(permission) === 'a')
    for (const [granted, denied] of decisions) {
      const { page } = await openPage(site)
      expect(page.unseen).toContain('which no plain words explain')
      await expect(page.decide({ granted, denied })).rejects.toThrow(/it is unclear which of its controls grant/)
    }
  })

  test('on a page for each permission', async () => {
    const site = remembering(
      ([permission]) =>
        permission === undefined
          ? '<form method=post><p>You share what you chose.</p><button name=end>Confirm and share</button><button name=back>Back</button></form>'
          : `<form method=post><h1>${texts[permissions.indexOf(permission)]}</h1><button name=is value=y>Yes</button><button name=is value=n>No</button></form>`,
      ({ form }) => (form.has('is') ? [permissions[count++] ?? '', form.get('is') === 'y'] : undefined),
    )
    let count = 0
    const { page } = await openPage(site, { grant: 'button:Yes', deny: 'button:No' })
    const result = await page.decide({ granted: ['name', 'id_card'], denied: ['email', 'phone', 'liveness'] })
    expect(sent(result)).toEqual({ grants: 'name,id_card', denied: 'email,phone,liveness' })
  })

  test('and confirms on a second page', async () => {
    const review = (form: URLSearchParams) =>
      `<form method=post action=/kyc/grant/7001/submit><input type=hidden name=granted_permissions value="${form.getAll('granted_permissions').join(',')}">
      <button formaction=/kyc/grant/7001 formmethod=get>Change</button><button>Confirm</button></form>`
    const { page, requests } = await openPage(({ method, url, form }) => {
      if (method === 'GET') return { html: boxes }
      if (!url.endsWith('/submit')) return { html: review(form) }
      return redirectWith((form.get('granted_permissions') ?? '').split(','), [])
    })
    const result = await page.decide({ granted: ['name', 'email'], denied: ['phone', 'id_card', 'liveness'] })
    expect(sent(result).grants).toBe('name,email')
    expect(requests.map(permission => permission.method)).toEqual(['GET', 'POST', 'POST'])
  })

  test('leaves untouched permissions alone', async () => {
    const { page, requests } = await openPage(pages[1]?.[1] as ConsentSite)
    await page.decide({ granted: ['name'], denied: [], untouched: ['email'] })
    expect(formOf(requests.at(-1)).get('permission[name]')).toBe('allow')
    expect(formOf(requests.at(-1)).get('permission[email]')).toBe('deny')
  })

  test('follows hints first, and logs in before', async () => {
    const body = `<form method=post>${each(
      (permission, at) => `<label><input type=radio name=q${at} value=a> Plan ${permission} A</label>
      <label><input type=radio name=q${at} value=b> Plan ${permission} B</label>`,
    )}<button name=b value=1>Allow</button><button name=b value=2>Go</button></form>`
    const login =
      '<form method=post action=/login><label><input type=radio name=who value=8001> Eve</label><button>Enter</button></form>'
    const site: ConsentSite = request => {
      if (request.url === '/login')
        return { to: '/kyc/grant/7001', headers: { 'set-cookie': `who=${request.form.get('who')}` } }
      if (!String(request.headers.cookie).includes('8001')) return { html: login }
      return onePage(
        body,
        (form, permission) => form.get('b') === '2' && form.get(`q${permissions.indexOf(permission)}`) === 'b',
      )(request)
    }
    const { page } = await openPage(site, {
      login: ['radio:Eve', 'button:Enter'],
      grant: 'radio:Plan {permission} B',
      deny: 'radio:Plan {permission} A',
      submit: 'button:Go',
    })
    const result = await page.decide({ granted: ['email', 'id_card'], denied: ['name', 'phone', 'liveness'] })
    expect(sent(result).grants).toBe('email,id_card')
  })

  test('follows a hint shared by all permissions', async () => {
    const body = `<form method=post>${each(
      permission => `<p>${permission}<label><input type=radio name=${permission} value=a> 許可する</label>
      <label><input type=radio name=${permission} value=b> 許可しない</label>`,
    )}<button>送る</button></form>`
    const hints = { grant: 'radio:許可する', deny: 'radio:許可しない', submit: 'button:送る' }
    const { page } = await openPage(
      onePage(body, (form, permission) => form.get(permission) === 'a'),
      hints,
    )
    expect(page.separate(permissions)).toEqual(permissions)
    const result = await page.decide({ granted: ['email', 'id_card'], denied: ['name', 'phone', 'liveness'] })
    expect(sent(result).grants).toBe('email,id_card')
  })

  test('decides everything at once if the page offers only that', async () => {
    const body = `<form method=post action=/kyc/grant/7001/submit><ul>${each(permission => `<li>${permission}`)}</ul><button name=all value=1>Accept</button><button name=all value=0>Decline</button></form>`
    const site = onePage(body, form => form.get('all') === '1')
    const { page } = await openPage(site)
    expect(page.separate(permissions)).toEqual([])
    expect(page.unseen).toBeUndefined()
    await expect(page.decide({ granted: ['name'], denied: permissions.slice(1) })).rejects.toThrow('pages.consent')
    expect(sent(await page.decide({ granted: permissions, denied: [] })).denied).toBe('')
    expect(sent(await page.decide({ granted: [], denied: permissions })).grants).toBe('')
  })

  const cookies = '<form action=/cookies><p>We never keep your name in them. <button>Approve cookies</button></form>'

  test.each([
    [
      'a button for each permission',
      each(
        permission =>
          `<p>${permission} <button name=${permission} value=a>Allow</button> <button name=${permission} value=b>Deny</button>`,
      ),
    ],
    ['a button for all', `<ul>${each(permission => `<li>${permission}`)}</ul><button name=all value=a>Allow</button>`],
  ])('with plain buttons, not with one for cookies before them: %s', async (_what, body) => {
    const answers = new Map<string, string>()
    const { page, requests } = await openPage(({ method, form, url }) => {
      if (method === 'GET') return { html: `${cookies}<form method=post action=/kyc/grant/7001/submit>${body}</form>` }
      for (const [name, value] of form) answers.set(name, value)
      const isOpen = !answers.has('all') && answers.size < permissions.length
      return isOpen ? { to: url.replace('/submit', '') } : redirectWith(permissions, [])
    })
    await page.decide({ granted: permissions, denied: [] })
    expect(requests.filter(({ url }) => url.includes('cookies'))).toEqual([])
  })

  test('not on a page whose script has the controls, which it reports', async () => {
    const html = `<form method=post action=/kyc/grant/7001/submit>${each(
      permission => `<p>${permission} <button type=button role=switch aria-checked=false>${permission}</button>`,
    )}<button>Send</button></form><script>addEventListener('click', toggle)</script>`
    const { page } = await openPage(({ method }) => (method === 'GET' ? { html } : redirectWith([], permissions)))
    await expect(page.decide({ granted: [], denied: permissions })).rejects.toThrow('needs script')
  })

  test('ends at a page that it has seen', async () => {
    const { page, requests } = await openPage(() => ({ html: boxes }))
    const result = await page.decide({ granted: permissions, denied: [] })
    expect(result.page?.text).toContain('Share selected')
    expect(requests.length).toBeLessThan(5)
  })
})
