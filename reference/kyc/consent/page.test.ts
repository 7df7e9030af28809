import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { bothGranted, fixture, formIn, grantUrl, openForm, requestGrant, submit } from '../fixture.test.support.ts'

describe('the consent page', () => {
  test('shows who asks, each permission with the data that it shares, and a choice for each', async () => {
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
      /^oc_page_[0-9a-f]{64}=[0-9a-f]{32}; Max-Age=86400; Path=\/api\/kyc; HttpOnly; Secure; SameSite=Lax$/,
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
