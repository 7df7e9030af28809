import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { guardedClient } from '../../service/guarded-client.ts'
import type { Send } from '../../service/ports.ts'
import {
  actors,
  bothGranted,
  callbackUrl,
  documentWith,
  fixture,
  formIn,
  grantUrl,
  openForm,
  requestGrant,
  submit,
} from '../fixture.test.support.ts'

const answering =
  (text: string): Send =>
  async () => ({ status: 200, text })

describe('the consent page', () => {
  test('shows who asks, each permission with what it shares, and a choice for each', async () => {
    const on = fixture()
    const { page, action } = await openForm(on, grantUrl({ grants: 'id_card,name', state: 's' }))
    const $ = load(page.body)
    expect([page.statusCode, $('h1').text(), $('header p').text()]).toEqual([
      200,
      'Requester',
      'OCID 7001 asks for your data',
    ])
    expect($('header img').attr()).toMatchObject({
      src: 'https://cdn.requester.example/icon.png',
      alt: '',
      referrerpolicy: 'no-referrer',
    })
    expect($('legend').text()).toBe('Identity cardName')
    expect($('fieldset .data').text()).toMatch(/^Shares a scan .*\.Shares your first and last name.*\.$/)
    expect($('input[type=radio]:checked, script').length).toBe(0)
    const radios = $('input[type=radio][required]')
      .map((_, radio) => `${$(radio).attr('name')}=${$(radio).attr('value')} ${$(radio).parent().text().trim()}`)
      .get()
    expect(radios).toEqual([
      ...['choice_id_card=granted Allow', 'choice_id_card=denied Deny'],
      ...['choice_name=granted Allow', 'choice_name=denied Deny'],
    ])
    expect(action).toBe('/kyc/grant/7001/submit')
    expect($('form .fine').text()).toContain('Your answer goes to requester.example.')
  })

  test('may be neither framed nor cached, and loads nothing but the icon', async () => {
    const { headers } = (await openForm(fixture())).page
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^ ]+'; base-uri 'none'; frame-ancestors 'none'; img-src https:\/\/cdn\.requester\.example$/,
    )
    expect(headers).toMatchObject({
      'x-frame-options': 'DENY',
      'cache-control': 'no-store',
      'referrer-policy': 'no-referrer',
    })
    expect(headers['set-cookie']).toMatch(
      /^oc_page_[0-9a-f]{64}=[0-9a-f]{32}; Path=\/api\/kyc; Max-Age=86400; HttpOnly; SameSite=Lax; Secure$/,
    )
  })

  test('decides nothing by being read; once decided it says so', async () => {
    const on = fixture()
    const path = await requestGrant(on)
    for (const url of [path, path, grantUrl()]) await on.get(url)
    expect(on.decisions()).toEqual([])
    const form = formIn(await on.get(path))
    await submit(on, form, { choice_name: 'granted', choice_email: 'denied' })
    const page = await on.get(path)
    expect([page.statusCode, page.headers.location]).toEqual([200, undefined])
    expect(load(page.body)('p').text()).toContain('Allowed: Name. Denied: Email address.')
    expect((await on.get(grantUrl())).headers.location).not.toContain('requester.example')
  })

  test('unknown requests are not found, old ones are over', async () => {
    const on = fixture()
    const form = await openForm(on)
    expect((await on.get('/kyc/consent/nothing')).statusCode).toBe(404)
    expect((await submit(on, form, { request: 'nothing' })).statusCode).toBe(404)
    await on.time.advance(899_000)
    expect((await on.get(`/kyc/consent/${form.fields.get('request')}`)).statusCode).toBe(200)
    await on.time.advance(1000)
    expect((await on.get(`/kyc/consent/${form.fields.get('request')}`)).statusCode).toBe(410)
    expect((await submit(on, form, bothGranted)).statusCode).toBe(410)
    expect(on.decisions()).toEqual([])
  })
})

describe('the requester on the page', () => {
  const shown = async (send: Send) => {
    const on = fixture({ send })
    const { page } = await openForm(on)
    expect(page.statusCode).toBe(200)
    return { $: load(page.body), policy: String(page.headers['content-security-policy']) }
  }

  test('its name stays text', async () => {
    const name = '<img src=x onerror=alert(1)>"\'&\u202e</bdi><script>'
    const { $ } = await shown(answering(documentWith({ name })))
    expect($('h1').text()).toBe(name)
    expect($('script, [onerror], h1 img').length).toBe(0)
  })

  test.each([
    ...['javascript:alert(1)', 'data:image/svg+xml,<svg onload="alert(1)"/>', 'file:///etc/passwd', '/icon.png'],
    ...['javascript://cdn.example/%0Aalert(1)', 'https://a;script-src/', 'https://*/', "https://'self'/", 'https://['],
    ...['http://127.0.0.1/', 'http://localhost/', 'http://192.168.1.1/reboot', 'http://[::1]/', 'http://2130706433/'],
    ...[7, null, { href: 'https://cdn.example/' }],
  ])('the icon %j is not used', async icon => {
    const { $, policy } = await shown(answering(documentWith({ icon })))
    expect([$('h1').text(), $('img').length]).toEqual(['Requester', 0])
    expect(policy).not.toContain('img-src')
  })

  test('an icon at a provisioned address is used', async () => {
    const { policy } = await shown(answering(documentWith({ icon: 'http://127.0.0.1:4900/icon.svg' })))
    expect(policy).toContain('img-src http://127.0.0.1:4900')
  })

  test.each<[string, Send]>([
    ['unreachable', () => Promise.reject(new Error('no way'))],
    ['not there', async () => ({ status: 404, text: documentWith() })],
    ['no JSON', answering('<html>')],
    ['no object', answering('[]')],
    ['deep', answering('['.repeat(60_000))],
    ['wrongly signed', answering(JSON.stringify({ ...JSON.parse(documentWith()), signature: '00' }))],
    ['without a name', answering(documentWith({ name: undefined }))],
    ['with a name of another type', answering(documentWith({ name: { text: 'x' } }))],
  ])('is its OCID where the metadata is %s', async (_what, send) => {
    const { $ } = await shown(send)
    expect([$('h1').text(), $('.alert').text()]).toEqual([
      'OCID 7001',
      'The name of OCID 7001 is not available. Answer only if you expected this request.',
    ])
  })

  test('is its OCID where there is no metadata to read', async () => {
    const on = fixture()
    const { page } = await openForm(on, grantUrl({}, actors.silent))
    expect([load(page.body)('h1').text(), on.sent]).toEqual(['OCID 7003', []])
  })

  test('is its OCID where the metadata has no end', async () => {
    const flood = createServer((_request, response) => {
      response.write('{"name":"')
      const pour = (): void => {
        while (response.write('x'.repeat(65_536)));
      }
      response.on('drain', pour)
      pour()
    }).listen(0, '127.0.0.1')
    await once(flood, 'listening')
    const origin = `http://127.0.0.1:${(flood.address() as AddressInfo).port}`
    const { send, close } = guardedClient(new Set([origin]))
    const { $ } = await shown(request => send({ ...request, url: origin }))
    expect($('h1').text()).toBe('OCID 7001')
    await close()
    flood.closeAllConnections()
    flood.close()
  })

  test('is waited for no longer than three seconds', async () => {
    const on = fixture({ send: () => new Promise<never>(() => {}) })
    const path = await requestGrant(on)
    let page: string | undefined
    const opening = on.get(path).then(({ body }) => {
      page = body
    })
    while (on.sent.length === 0) await on.time.advance(0)
    await on.time.advance(2999)
    expect(page).toBeUndefined()
    await on.time.advance(1)
    await opening
    expect(load(page ?? '')('h1').text()).toBe('OCID 7001')
    expect(on.sent[0]?.signal.aborted).toBe(true)
  })
})

describe('a submission', () => {
  test('leaves nothing undecided: the page comes again, and keeps what was chosen', async () => {
    const on = fixture()
    const form = await openForm(on)
    const answer = await submit(on, form, { choice_name: 'denied' })
    const $ = load(answer.body)
    expect([answer.statusCode, $('[role=alert]').text(), $(':checked').attr('value')]).toEqual([
      400,
      'Nothing has been sent yet. Please decide on: Email address.',
      'denied',
    ])
    expect(on.decisions()).toEqual([])
    const again = { ...formIn(answer), cookie: form.cookie }
    expect((await submit(on, again, { choice_name: 'denied', choice_email: 'granted' })).statusCode).toBe(303)
  })

  test.each([
    ['another callback address', { callback_url: 'https://evil.example/' }],
    ['no callback address', { callback_url: undefined }],
    ['another user', { user_ocid: '8003' }],
    ['a user in another spelling', { user_ocid: '8001.0' }],
    ['no user', { user_ocid: undefined }],
    ['a permission that was not asked', { choice_liveness: 'granted' }],
    ['a list with one that was not asked', { granted_permissions: 'name,liveness', denied_permissions: 'email' }],
    ['one permission in both lists', { granted_permissions: 'name,email', denied_permissions: 'name' }],
    ['lists against the choices', { granted_permissions: 'name', denied_permissions: 'email' }],
    ['two choices for one', { choice_name: ['granted', 'denied'] }],
    ['neither granted nor denied', { choice_name: 'maybe' }],
  ])('with %s is refused, and stores nothing', async (_what, changes) => {
    const on = fixture()
    const form = await openForm(on, grantUrl({ state: 's' }))
    const answer = await submit(on, form, { ...bothGranted, ...changes })
    expect([answer.statusCode, answer.headers.location]).toEqual([400, undefined])
    expect(on.decisions()).toEqual([])
    expect((await submit(on, form, bothGranted)).statusCode).toBe(303)
  })

  test('comes from its page, in the browser that the page was sent to', async () => {
    const on = fixture()
    const form = await openForm(on)
    const other = await openForm(on)
    const refused = async (changes: object, headers: Record<string, string> = {}) =>
      expect((await submit(on, form, { ...bothGranted, ...changes }, headers)).statusCode).toBe(403)
    await refused({ token: undefined })
    await refused({ token: '0'.repeat(64) })
    await refused({ token: other.fields.get('token') ?? '' })
    await refused({}, { cookie: '' })
    await refused({}, { cookie: other.cookie })
    expect(on.decisions()).toEqual([])
  })

  test('of one tab does not disturb another', async () => {
    const on = fixture()
    const [first, second] = await Promise.all([
      openForm(on, grantUrl({ state: 'first' })),
      openForm(on, grantUrl({ state: 'second', callback_url: 'https://second.example/' })),
    ])
    const cookie = `${first.cookie}; ${second.cookie}`
    const denied = { choice_name: 'denied', choice_email: 'denied' }
    const answers = [
      await submit(on, { ...second, cookie }, denied),
      await submit(on, { ...first, cookie }, bothGranted),
    ]
    expect(answers.map(({ headers }) => headers.location)).toEqual([
      'https://second.example/?status=denied&user_ocid=8001&state=second',
      `${callbackUrl}?status=granted&grants=name,email&user_ocid=8001&state=first`,
    ])
  })

  test('of another kind is answered as a page', async () => {
    const on = fixture()
    const form = await openForm(on)
    const statuses = []
    for (const type of ['application/json', 'text/plain', 'multipart/form-data; boundary=x'])
      statuses.push((await submit(on, form, bothGranted, { 'content-type': type })).statusCode)
    statuses.push((await submit(on, form, { filler: 'x'.repeat(70_000) })).statusCode)
    expect(statuses).toEqual([404, 415, 415, 413])
  })
})
