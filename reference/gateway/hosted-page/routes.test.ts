import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../../../protocol/corpora.test.support.ts'
import { referenceProfile } from '../../../protocol/profile.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'
import { actors, friendlySend, publicKeyOf } from '../actors.test.support.ts'
import { fixture, openPage, payment, submit } from '../fixture.test.support.ts'

const signer = { publicKey: publicKeyOf(actors.gateway), dialect: referenceProfile }

describe('the hosted page', () => {
  test('shows merchant, items, amount, options and a way out, and may be neither framed nor cached', async () => {
    const on = fixture()
    const { path } = await openPage(on)
    const { statusCode, body, headers } = await on.server.inject({ method: 'GET', url: path })
    const $ = load(body)
    expect(statusCode).toBe(200)
    expect($('h1').text()).toBe('Corner <Shop>')
    expect(
      $('tbody td')
        .map((_, cell) => $(cell).text())
        .get(),
    ).toEqual(['Tea & <b>cake</b>', '2', '6.17'])
    expect($('.amount').text()).toBe('12.34USD')
    expect($('.memo').text()).toBe('Thank you')
    expect($('label input[type=radio]').length).toBe(2)
    expect(
      $('button')
        .map((_, button) => $(button).text())
        .get(),
    ).toEqual(['Pay 12.34 USD', 'Cancel'])
    expect($('script').length).toBe(0)
    expect(headers['content-security-policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-.+'; .*frame-ancestors 'none'$/,
    )
    expect(headers['x-frame-options']).toBe('DENY')
    expect(headers['cache-control']).toBe('no-store')
    expect(headers['set-cookie']).toMatch(
      /; Max-Age=86400; Path=\/api\/checkout\/[0-9a-f]+; HttpOnly; Secure; SameSite=Lax$/,
    )
  })

  test('a payment makes a proof, notifies the merchant, and then redirects the customer', async () => {
    const on = fixture()
    const { order, path } = await openPage(on)
    const { statusCode, headers } = await submit(on, path, payment)
    expect([statusCode, headers.location]).toEqual([303, `https://shop.example/done?id=${order.id}`])
    const [notification, ...more] = on.notifications()
    expect(more).toEqual([])
    expect(notification?.request.url).toBe('http://127.0.0.1:4900/2001/transfer/webhook')
    const { proof, signature } = notification?.message ?? { proof: undefined, signature: '' }
    expect(proof).toEqual({
      txid: expect.any(String),
      issuer: actors.gateway,
      from: { ocid: actors.gateway, reference: path.split('/').at(-1) },
      to: { ocid: actors.merchant, reference: order.id },
      amount: '12.34',
      currency: 'USD',
      timestamp: on.now(),
      memo: 'Thank you',
    })
    expect(proof && verifyPayload(proof, signature, signer)).toBe(true)
    expect((await on.get(`/verify/${proof?.txid}`)).body).toEqual({ status: 'completed', proof, signature })
    expect(on.store().balances).toContainEqual(['2001 USD', '1234'])
  })

  test('a declined payment and a cancel lead back; only the cancel closes the session', async () => {
    const on = fixture()
    const { order, path } = await openPage(on)
    const back = `https://shop.example/cancelled?id=${order.id}`
    const declined = await submit(on, path, { action: 'pay', option: 'declined' })
    expect([declined.statusCode, declined.headers.location]).toEqual([303, back])
    expect((await on.server.inject({ method: 'GET', url: path })).statusCode).toBe(200)
    const cancelled = await submit(on, path, { action: 'cancel' })
    expect([cancelled.statusCode, cancelled.headers.location]).toEqual([303, back])
    expect((await on.server.inject({ method: 'GET', url: path })).headers.location).toBe(back)
    expect(on.notifications()).toEqual([])
    expect(on.store().transactions).toEqual([])
  })

  test('a page opened before the cancel cannot pay after it', async () => {
    const on = fixture()
    const { order, path } = await openPage(on)
    const [cancelled, paid] = await Promise.all([submit(on, path, { action: 'cancel' }), submit(on, path, payment)])
    expect(on.store().transactions.length).toBe(0)
    expect(cancelled.headers.location).toBe(paid.headers.location)
    expect(paid.headers.location).toBe(`https://shop.example/cancelled?id=${order.id}`)
  })

  test('two payments at one moment make one proof, also through two sessions of one order', async () => {
    const on = fixture()
    const { order, path } = await openPage(on)
    const again = await openPage(on, order)
    const answers = await Promise.all([path, path, again.path, again.path].map(page => submit(on, page, payment)))
    expect(answers.map(({ headers }) => headers.location)).toEqual(Array(4).fill(on.urls(order.id).completed))
    expect(on.store().transactions.length).toBe(1)
    expect(on.notifications().length).toBe(1)
    const paid = await on.server.inject({ method: 'GET', url: path })
    expect(load(paid.body)('a').attr('href')).toBe(on.urls(order.id).completed)
  })

  test('neither a session nor an order is paid past its time', async () => {
    const on = fixture()
    const old = await openPage(on)
    const brief = await openPage(on, on.order({ expiresAt: on.now() + 60 }))
    const form = await on.server.inject({ method: 'GET', url: brief.path })
    await on.time.advance(61_000)
    expect((await submit(on, brief.path, payment)).statusCode).toBe(403)
    const token = /name="token" value="([0-9a-f]+)"/.exec(form.body)?.[1] ?? ''
    const cookie = String(form.headers['set-cookie']).split(';')[0] ?? ''
    expect((await submit(on, brief.path, { ...payment, token }, { cookie })).statusCode).toBe(410)
    expect((await on.server.inject({ method: 'GET', url: old.path })).statusCode).toBe(200)
    await on.time.advance(referenceProfile.sessionSeconds * 1000)
    expect((await on.server.inject({ method: 'GET', url: old.path })).statusCode).toBe(410)
    expect(on.store().transactions).toEqual([])
  })

  test('a form from elsewhere is refused', async () => {
    const on = fixture()
    const { path } = await openPage(on)
    const other = await openPage(on)
    expect((await submit(on, path, payment, { cookie: '' })).statusCode).toBe(403)
    expect((await submit(on, path, { ...payment, token: '' })).statusCode).toBe(403)
    expect((await submit(on, path, { ...payment, token: '0'.repeat(64) })).statusCode).toBe(403)
    expect((await submit(on, path, { ...payment, token: 'é'.repeat(64) })).statusCode).toBe(403)
    const theirs = await on.server.inject({ method: 'GET', url: other.path })
    const token = /name="token" value="([0-9a-f]+)"/.exec(theirs.body)?.[1] ?? ''
    const cookie = String(theirs.headers['set-cookie']).split(';')[0] ?? ''
    expect((await submit(on, path, { ...payment, token }, { cookie })).statusCode).toBe(403)
    expect((await submit(on, path, payment)).statusCode).toBe(303)
  })

  test('unknown sessions, options and bodies are refused', async () => {
    const on = fixture()
    const { path } = await openPage(on)
    expect((await on.server.inject({ method: 'GET', url: '/checkout/nothing' })).statusCode).toBe(404)
    expect((await submit(on, path, { action: 'pay', option: 'gold' })).statusCode).toBe(400)
    expect((await submit(on, path, { action: 'pay', filler: 'x'.repeat(20_000) })).statusCode).toBe(413)
    expect((await submit(on, path, payment, { 'content-type': 'application/json' })).statusCode).toBe(403)
    expect((await submit(on, path, payment, { 'content-type': 'text/plain' })).statusCode).toBe(415)
  })

  test('a merchant that does not answer delays the customer by two seconds at most', async () => {
    const hang = new Promise<never>(() => {})
    const on = fixture({ send: request => (request.method === 'POST' ? hang : friendlySend(request)) })
    const { order, path } = await openPage(on)
    const start = on.now()
    const submitted = submit(on, path, payment)
    await on.time.advance(0)
    while (on.notifications().length === 0) await on.time.advance(0)
    await on.time.advance(2000)
    expect((await submitted).headers.location).toBe(on.urls(order.id).completed)
    expect(on.now() - start).toBe(2)
  })
})

const strings = 'corpora/strings/blns.json'

describeCorpus('the hosted page and naughty strings', strings, () => {
  test('text stays text', async () => {
    const on = fixture()
    const naughty = jsonOf<string[]>(strings).filter(text => text.isWellFormed())
    const items = naughty.map((name, at) => ({ id: String(at), name, quantity: 1, price: '1.00' }))
    const { path } = await openPage(on, on.order({ items, memo: naughty.join('\n') }))
    const $ = load((await on.server.inject({ method: 'GET', url: path })).body)
    // Characters that HTML cannot carry are replaced, and a parser normalizes line breaks.
    const carried = (text: string): string =>
      text.replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd').replaceAll(/\r\n?/g, '\n')
    expect(
      $('tbody td:first-child')
        .map((_, cell) => $(cell).text())
        .get(),
    ).toEqual(naughty.map(carried))
    expect($('.memo').text()).toBe(carried(naughty.join('\n')))
    expect($('script, img, iframe, svg, [onload], [onerror], a').length).toBe(0)
  })
})
