import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, describe, expect, test } from 'vitest'
import { createHttpClient } from '../http/http-client.ts'
import { PendingResponse } from '../http/pending-response.ts'
import { NotApplicable } from '../outcome.ts'
import type { PageHints, RunContext } from '../run-context.ts'
import { createCustomer, type Page } from './checkout-page.ts'

const shop = 'http://shop.example/2001'
const completed = `${shop}/completed?visit=1`
const cancelled = `${shop}/cancelled?visit=1`

type Request = { method: string; url: string; headers: Record<string, string | string[] | undefined>; form: string }
type Reply = { status?: number; to?: string; html?: string; headers?: Record<string, string> }
type Site = (request: Request) => Reply

const open: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const close of open.splice(0)) await close()
})

/** A target whose pages a function makes; everything else is as in a run. */
const play = async (site: Site, hints: PageHints = {}): Promise<{ page: Page; requests: Request[]; base: string }> => {
  const requests: Request[] = []
  const server: FastifyInstance = Fastify()
  server.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  server.all('/*', async (request, reply) => {
    const { method, url, headers } = request
    const seen = { method, url, headers, form: String(request.body ?? '') }
    requests.push(seen)
    const { status = 200, to, html = '', headers: more = {} } = site(seen)
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
    pages: { checkout: hints },
    counterpart: { baseUrl: shop },
  } as unknown as RunContext
  const sender = { check: 'test', signal: new AbortController().signal }
  const customer = createCustomer(run, {
    send: request => new PendingResponse({ attempt: () => http.send(request, sender), what: request.path }),
  })
  return { page: await customer.open(`${base}/checkout/s1`, { cancelled }), requests, base }
}

/** Leads to urls.completed where the form says one of `good`, else to urls.cancelled. */
const decide =
  (body: string, ...good: string[]): Site =>
  request => {
    if (request.method === 'GET') return { html: body }
    return { to: good.some(word => request.form.includes(word)) ? completed : cancelled }
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
  ])('finds its way: %s', async (_what, site) => {
    const { page } = await play(site)
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
    const { page, requests } = await play(({ url, method }) => {
      if (method === 'POST') return { to: '/checkout/s1/done' }
      if (url === '/checkout/s1/done') return { to: completed }
      return { html: url.includes('/option') ? second : first }
    })
    const landing = await page.pay()
    expect(landing).toMatchObject({ redirectedTo: completed, redirectStatus: 303 })
    expect(requests.map(one => `${one.method} ${one.url}`)).toEqual([
      'GET /checkout/s1',
      'GET /checkout/s1/option?o=1',
      'POST /checkout/s1/pay',
      'GET /checkout/s1/done',
    ])
    expect(landing.steps.map(step => step.method)).toEqual(['GET', 'POST'])
  })

  test('asks for nothing but what it found: no failing option is not applicable, no control is blocked', async () => {
    const { page } = await play(decide('<form method=post><button>Pay</button></form>', ''))
    expect(page.controls).toEqual({ pay: true, cancel: false, fail: false, options: 1, unread: 0 })
    await expect(page.fail()).rejects.toThrow(NotApplicable)
    await expect(page.cancel()).rejects.toThrow('pages.checkout.cancel')
    expect((await page.pay()).redirectedTo).toBe(completed)
  })

  test('follows hints first', async () => {
    const body = `<form method=post><label><input type=radio name=o value=x> Blue</label><label><input type=radio name=o value=y> Green</label>
      <button name=b value=one>Pay</button><button name=b value=two>  Go   ahead </button></form><a href="${cancelled}">Adieu</a>`
    const hints = { pay: ['radio:Green', 'button:go ahead'], fail: 'radio:blue', cancel: 'link:Adieu' }
    const { page, requests } = await play(decide(body, 'o=y&b=two'), hints)
    expect((await page.pay()).redirectedTo).toBe(completed)
    expect((await page.fail()).redirectedTo).toBe(cancelled)
    expect(requests.at(-1)?.form).toBe('o=x&b=one')
    expect(await page.cancel()).toEqual({ redirectedTo: cancelled, responses: [], steps: [expect.anything()] })
  })

  test('sends what a browser sends: formaction, cookies, origin, relative addresses', async () => {
    const body = `<base href="/checkout/"><form method=get action=nowhere><textarea name=t>\na\nb</textarea>
      <button formmethod=post formaction="s1/pay?x=1" formenctype="multipart/form-data" name=go value="1">Pay</button></form>`
    const headers = { 'set-cookie': 'page=1; Path=/checkout; HttpOnly; SameSite=Strict' }
    const { page, requests, base } = await play(one =>
      one.method === 'GET' ? { html: body, headers } : { to: completed },
    )
    expect((await page.pay()).redirectedTo).toBe(completed)
    expect(requests[1]).toMatchObject({ method: 'POST', url: '/checkout/s1/pay?x=1' })
    expect(requests[1]?.headers).toMatchObject({
      cookie: 'page=1',
      origin: base,
      referer: `${base}/checkout/s1`,
      'sec-fetch-site': 'same-origin',
    })
    expect(requests[1]?.form).toContain('name="t"\r\n\r\na\r\nb\r\n')
    expect(requests[1]?.form).toContain('name="go"\r\n\r\n1\r\n')
  })

  test('tells no origin where the page forbids it', async () => {
    const body = '<form method=post><button>Pay</button></form>'
    const { page, requests } = await play(() => ({ html: body, headers: { 'referrer-policy': 'no-referrer' } }))
    await page.pay()
    expect(requests[1]?.headers.origin).toBe('null')
    expect(requests[1]?.headers).not.toHaveProperty('referer')
  })

  test('forges as another site would', async () => {
    const headers = { 'set-cookie': 'page=1' }
    const { page, requests } = await play(() => ({ html: '<form method=post><button>Pay</button></form>', headers }))
    await page.pay(submission => ({ ...submission, forged: true }))
    expect(requests[1]?.headers).toMatchObject({ origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' })
    expect(requests[1]?.headers).not.toHaveProperty('cookie')
  })

  test.each([
    ['a refresh of the page', { html: `<meta http-equiv="Refresh" content="0; URL='${completed}'">` }],
    ['a script address', { to: 'javascript:alert(1)' }],
  ])('never fetches what leads away: %s', async (_what, reply) => {
    const { page } = await play(({ method }) =>
      method === 'GET' ? { html: '<form method=post><button>Pay</button></form>' } : reply,
    )
    expect((await page.pay()).redirectedTo).toMatch(/^(?:javascript:alert\(1\)|http:\/\/shop)/)
  })

  test('ends where redirects go round, and where a page comes again', async () => {
    const round = await play(({ method, url }) =>
      method === 'POST' ? { to: url } : { html: '<form method=post><button>Pay</button></form>' },
    )
    expect((await round.page.pay()).page?.text).toBe('Pay')
    expect(round.requests).toHaveLength(3)
    const endless = await play(({ method }) =>
      method === 'POST' ? { to: '/x' } : { html: '<form method=post action=/x><button>Pay</button></form>' },
    )
    expect((await endless.page.pay()).redirectedTo).toBeUndefined()
    expect(endless.requests.length).toBeLessThan(10)
  })

  test('reads what people see', async () => {
    const { page } = await play(() => ({
      html: `<title>T</title><style>s</style><p>Total <b>12</b>.<b>34</b></p><p hidden>no</p><p style="display: none">no</p>
        <input type=hidden value=no><template>no</template><img alt="Lamp"><script>no</script>`,
    }))
    expect(page.text).toBe('Total 12.34 Lamp')
  })
})
