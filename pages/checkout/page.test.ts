import { describe, expect, test } from 'vitest'
import { NotApplicable } from '../../harness/outcome.ts'
import type { Site } from '../site.test.fixture.ts'
import { cancelled, completed, openPage } from './page.test.fixture.ts'

/** Redirects to urls.completed if the form contains one of `good`, else to urls.cancelled. */
const decide =
  (body: string, ...good: string[]): Site =>
  request => {
    if (request.method === 'GET') return { html: body }
    return { to: good.some(word => request.body.includes(word)) ? completed : cancelled }
  }

const optionButtons = `<!doctype html><title>Pay</title><h1>Lamp</h1><a href="/terms">Terms</a>
  <form method=post action=/checkout/s1><input type=hidden name=token value="a&amp;b">
  <button name=option value=declined>Declined card</button><button name=option value=card>Test card</button>
  <button name=option value=bank>Bank transfer</button><button name=option value=cancel>Cancel</button></form>`

const radios = `<form method=post><fieldset><legend>How</legend><label><input type=radio name=how value=bad> Insufficient funds</label>
  <label><input type=radio name=how value=good> Visa</label></fieldset><input name=mail type=email required>
  <fieldset disabled><input name=off value=1></fieldset><button type=submit>Pay now</button></form>
  <form method=post action=/checkout/s1/cancel><input type=submit value="Back to shop"></form>`

const lists = `<form method=post id=f><select name=how><option value="">Please choose</option><option value=bad>Card that fails</option>
  <option value=good>Card</option></select></form><button form=f aria-label="Buy">→</button><a href="${cancelled}">✕</a>`

const german = `<form method=post><p><input type=radio name=art value=nein id=a><label for=a>Abgelehnte Karte</label>
  <p><input type=radio name=art value=gut id=b><label for=b>Überweisung</label><button name=los value=1>Jetzt bezahlen</button></form>
  <form method=post action="?"><button>Zurück zum Händler</button></form><a href="/de">Datenschutz</a>`

describe('a customer', () => {
  test.each([
    ['option buttons', decide(optionButtons, 'option=card', 'option=bank')],
    ['radio buttons and a cancel form', decide(radios, 'how=good&mail=customer%40customer.example')],
    ['a list, a button outside of the form, a link that cancels', decide(lists, 'how=good')],
    ['a German page', decide(german, 'art=gut&los=1')],
  ])('pays, fails and cancels: %s', async (_name, site) => {
    const { page } = await openPage(site)
    expect(page.controls).toMatchObject({ pay: true, cancel: true, fail: true })
    expect(page.controls.options).toBeGreaterThan(1)
    expect((await page.pay()).redirectedTo).toBe(completed)
    expect((await page.fail()).redirectedTo).toBe(cancelled)
    expect((await page.cancel()).redirectedTo).toBe(cancelled)
  })

  test('goes from page to page: option, then confirmation', async () => {
    const second =
      '<form method=post action=/checkout/s1/pay><input type=hidden name=o value=1><button>Confirm and pay</button></form>'
    const first =
      '<form action=/checkout/s1/option><input type=radio name=o value=1 checked>Card <b>4242</b><button>Continue</button></form>'
    const { page, requests } = await openPage(({ url, method }) => {
      if (method === 'POST') return { to: '/checkout/s1/done' }
      if (url === '/checkout/s1/done') return { to: completed }
      return { html: url.includes('/option') ? second : first }
    })
    const result = await page.pay()
    expect(result).toMatchObject({ redirectedTo: completed, redirectStatus: 303 })
    expect(requests.map(({ method, url }) => `${method} ${url}`)).toEqual([
      'GET /checkout/s1',
      'GET /checkout/s1/option?o=1',
      'POST /checkout/s1/pay',
      'GET /checkout/s1/done',
    ])
    expect(result.steps.map(step => step.method)).toEqual(['GET', 'POST'])
  })

  test('without a failing option is not applicable, without a control is blocked', async () => {
    const { page } = await openPage(decide('<form method=post><button>Pay</button></form>', ''))
    expect(page.controls).toEqual({ pay: true, cancel: false, fail: false, options: 1, cancels: 0, unread: 0 })
    await expect(page.fail()).rejects.toThrow(NotApplicable)
    await expect(page.cancel()).rejects.toThrow('pages.checkout.cancel')
    expect((await page.pay()).redirectedTo).toBe(completed)
  })

  test('that does not load is blocked with its status', async () => {
    const { page } = await openPage(() => ({ html: '<title>Gone</title><p>There is no such session.', status: 410 }))
    await expect(page.pay()).rejects.toThrow(/cannot be used to pay: .*“Gone”.* answers 410/)
  })

  test.each([
    [
      'an option',
      'o=card',
      '<input type=radio name=o value=card checked>Card<input type=radio name=o value=x>Declined card',
    ],
    ['a list', 'o=card', '<select name=o><option value=card>Card<option value=x>Declined card</select>'],
  ])('has no other way to pay if %s of two fails', async (_, expected, choice) => {
    const { page } = await openPage(decide(`<form method=post>${choice}<button>Pay</button></form>`, expected))
    expect((await page.payOtherwise?.())?.redirectedTo).toBe(completed)
  })

  test('cancels beside the button that pays, and by each control that may', async () => {
    const receipt = '<form action="?r"><input name=mail><button name=r value=no>Cancel</button></form>'
    const { page } = await openPage(
      decide(
        `${receipt}<form method=post><button name=a value=pay>Pay</button><button>Decline</button></form>`,
        'a=pay',
      ),
    )
    expect(page.controls).toMatchObject({ cancel: true, cancels: 2 })
    expect((await page.cancel(1)).redirectedTo).toBe(cancelled)
    expect((await page.cancel()).obstacle).toContain('is not the only control that may cancel')
  })

  test('is sure of a page with plain words alone', async () => {
    const unseenOf = async (body: string) => (await openPage(decide(body))).page.unseen
    const plain = '<form method=post><button>Pay now</button><button>Cancel</button></form>'
    expect(await unseenOf(plain)).toBeUndefined()
    expect(await unseenOf('<form method=post><input name=tel><button>Next</button></form>')).toContain('checkout.login')
    expect(await unseenOf('<form method=post><button>Log in with the bank</button></form>')).toContain('checkout.login')
    expect(
      await unseenOf(`${plain}<p>3 lamps <a href=/terms>Terms</a> <a href=https://shop.example>Shop</a>`),
    ).toBeUndefined()
    for (const more of [
      '<button aria-expanded=false>Help</button>',
      '<a href=/all>All items</a>',
      '<a href=/b>Declined?</a>',
    ])
      expect(await unseenOf(plain + more)).toContain('may show or offer more')
  })

  test('does not treat an empty link as a control', async () => {
    const body = `<form method=post><button>Pay now</button></form><a href="${cancelled}">`
    expect((await openPage(decide(`${body}</a>`))).page.controls.cancel).toBe(false)
    expect((await openPage(decide(`${body}<i class=x></i></a>`))).page.controls.cancel).toBe(true)
  })

  test('pays with the option that may work, and blocks if an ambiguous control does not reach its goal', async () => {
    const body = `<form method=post><label><input type=radio name=how value=card> Card (Amex not accepted)</label>
      <button name=go value=pay>Pay 4.56 · free cancellation</button></form><a href="?note=1">Leave a note for the merchant</a>`
    const { page } = await openPage(decide(body, 'how=card&go=pay'))
    expect((await page.pay()).redirectedTo).toBe(completed)
    expect((await page.fail()).obstacle).toMatch(
      /“radio:Card \(Amex not accepted\)” may mean something else.*"fail": \[/,
    )
    expect((await page.cancel()).obstacle).toMatch(/may mean something else.*"cancel": "link:Leave a note/)
    const told = await openPage(decide(body, 'how=card&go=pay'), { cancel: 'link:Leave a note' })
    expect((await told.page.cancel()).obstacle).toBeUndefined()
  })

  test.each([
    [
      'the other option',
      '<input type=radio name=o value=card checked>Card<input type=radio name=o value=other>Wallet<button>Pay</button>',
    ],
    [
      'the other one of a list',
      '<select name=o><option value=>Choose<option value=card>Card<option value=other>Wallet</select><button>Pay</button>',
    ],
    [
      'the other button',
      '<button name=o value=card>Pay by card</button><button name=o value=other>Pay by wallet</button>',
    ],
  ])('pays in another way with %s', async (_, choice) => {
    const { page } = await openPage(decide(`<form method=post>${choice}</form>`, 'o=other'))
    expect((await page.payOtherwise?.())?.redirectedTo).toBe(completed)
    const usual = await openPage(decide(`<form method=post>${choice}</form>`, 'o=card'))
    expect((await usual.page.pay()).redirectedTo).toBe(completed)
  })

  test('follows hints first', async () => {
    const body = `<form method=post><label><input type=radio name=o value=x> Blue</label><label><input type=radio name=o value=y> Green</label>
      <button name=b value=one>Pay</button><button name=b value=two>  Go   ahead </button></form><a href="${cancelled}">Adieu</a>`
    const hints = { pay: ['radio:Green', 'button:go ahead'], fail: 'radio:blue', cancel: 'link:Adieu' }
    const { page, requests } = await openPage(decide(body, 'o=y&b=two'), hints)
    expect((await page.pay()).redirectedTo).toBe(completed)
    expect((await page.fail()).redirectedTo).toBe(cancelled)
    expect(requests.at(-1)?.body).toBe('o=x&b=one')
    expect(await page.cancel()).toEqual({ redirectedTo: cancelled, responses: [], steps: [expect.anything()] })
  })

  test('sends the request of a browser: formaction, cookies, origin, relative addresses', async () => {
    const body = `<base href="/checkout/"><form method=get action=nowhere><textarea name=t>\na\nb</textarea>
      <button formmethod=post formaction="s1/pay?x=1" formenctype="multipart/form-data" name=go value="1">Pay</button></form>`
    const headers = { 'set-cookie': 'page=1; Path=/checkout; HttpOnly; SameSite=Strict' }
    const { page, requests, base } = await openPage(({ method }) =>
      method === 'GET' ? { html: body, headers } : { to: completed },
    )
    expect((await page.pay()).redirectedTo).toBe(completed)
    expect(requests[1]).toMatchObject({ method: 'POST', url: '/checkout/s1/pay?x=1' })
    expect(requests[1]?.headers).toMatchObject({
      cookie: 'page=1',
      origin: base,
      referer: `${base}/checkout/s1`,
      'sec-fetch-site': 'same-origin',
    })
    expect(requests[1]?.body).toContain('name="t"\r\n\r\na\r\nb\r\n')
    expect(requests[1]?.body).toContain('name="go"\r\n\r\n1\r\n')
  })

  test('hides its origin if the page forbids it', async () => {
    const body = '<form method=post><button>Pay</button></form>'
    const { page, requests } = await openPage(() => ({ html: body, headers: { 'referrer-policy': 'no-referrer' } }))
    await page.pay()
    expect(requests[1]?.headers.origin).toBe('null')
    expect(requests[1]?.headers).not.toHaveProperty('referer')
  })

  test('sends a forged form as another site would', async () => {
    const sent = async (cookie: string) => {
      const html = '<form method=post><button>Pay</button></form>'
      const { page, requests } = await openPage(() => ({ html, headers: { 'set-cookie': cookie } }))
      await page.pay(submission => ({ ...submission, forged: true }))
      expect(requests[1]?.headers).toMatchObject({
        origin: 'https://elsewhere.example',
        'sec-fetch-site': 'cross-site',
      })
      return requests[1]?.headers.cookie
    }
    expect(await sent('page=1; SameSite=Lax')).toBeUndefined()
    expect(await sent('page=1; SameSite=Strict')).toBeUndefined()
    expect(await sent('page=1')).toBe('page=1')
    expect(await sent('page=1; SameSite=None; Secure')).toBe('page=1')
  })

  test.each([
    ['a refresh of the page', { html: `<meta http-equiv="Refresh" content="0; URL='${completed}'">` }],
    ['a script address', { to: 'javascript:alert(1)' }],
  ])('never fetches an address beyond the target: %s', async (_name, reply) => {
    const { page } = await openPage(({ method }) =>
      method === 'GET' ? { html: '<form method=post><button>Pay</button></form>' } : reply,
    )
    expect((await page.pay()).redirectedTo).toMatch(/^(?:javascript:alert\(1\)|http:\/\/shop)/)
  })

  test.each([
    [`0; url=/it's`, `/it's`],
    [`0;URL='/next?state=1'; x`, '/next?state=1'],
    ['0, "/next"', '/next'],
    ['0 /next', '/next'],
    ['0;url=/next;more=1 ', '/next;more=1'],
  ])('reads the address of a refresh: %s', async (content, expected) => {
    const { page, requests } = await openPage(({ method }) =>
      method === 'GET'
        ? { html: '<form method=post><button>Pay</button></form>' }
        : { headers: { refresh: content }, html: 'x' },
    )
    await page.pay()
    expect(requests.map(({ url }) => url)).toContain(expected)
  })

  test('ends at a redirect loop, and at a page that it has seen', async () => {
    const round = await openPage(({ method, url }) =>
      method === 'POST' ? { to: url } : { html: '<form method=post><button>Pay</button></form>' },
    )
    expect((await round.page.pay()).page?.text).toBe('Pay')
    expect(round.requests).toHaveLength(3)
    const endless = await openPage(({ method }) =>
      method === 'POST' ? { to: '/x' } : { html: '<form method=post action=/x><button>Pay</button></form>' },
    )
    expect((await endless.page.pay()).redirectedTo).toBeUndefined()
    expect(endless.requests.length).toBeLessThan(10)
  })

  test('reads the visible text', async () => {
    const { page } = await openPage(() => ({
      html: `<title>T</title><style>s</style><p>Total <b>12</b>.<b>34</b></p><p hidden>no</p><p style="display: none">no</p>
        <input type=hidden value=no><template>no</template><img alt="Lamp"><canvas aria-label="4.56 USD"></canvas><script>no</script>`,
    }))
    expect(page.text).toBe('Total 12.34 Lamp 4.56 USD')
  })
})
