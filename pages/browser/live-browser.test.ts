import { describe, expect, test } from 'vitest'
import type { Site } from '../site.test.fixture.ts'
import { serveSite } from '../site.test.fixture.ts'
import { withheldFrom } from '../visit/withheld.ts'
import { callback, inBrowser, missing, shop, useBrowser } from './browser.test.fixture.ts'
import { createChromium } from './process/chromium.ts'

useBrowser()

const completed = `${shop}/completed`
const urls = { completed, cancelled: `${shop}/cancelled` }

/** The first page of the target, and its response to any submission. */
const page =
  (html: string, answer: Site): Site =>
  request =>
    request.method === 'GET' && !request.url.includes('/api') ? { html } : answer(request)

const paid: Site = () => ({ to: completed })

const byScript = `<!doctype html><title>Pay</title><main id=app></main><script>
  const button = document.createElement('button'); button.type = 'button'; button.textContent = 'Pay now'
  button.onclick = async () => { const answer = await (await fetch('/api/pay', { method: 'POST', body: JSON.stringify({ way: 'card' }),
    headers: { 'content-type': 'application/json' } })).json(); location.href = answer.to }
  setTimeout(() => app.append(button), 50)</script>`

const inShadow = `<!doctype html><title>Pay</title><x-pay></x-pay><script>
  customElements.define('x-pay', class extends HTMLElement { connectedCallback() {
    this.attachShadow({ mode: 'closed' }).innerHTML = '<form method=post action=/api/pay><button aria-label="Pay now">→</button></form>' } })</script>`

const inFrame = `<!doctype html><title>Pay</title><h1>Lamp</h1><iframe srcdoc="<form method=post target=_top action=/api/pay>
  <label>Card number <input autocomplete=cc-number required></label><button>Pay now</button></form>"></iframe>`

const writtenAnew = `<!doctype html><title>Share your data</title><main id=app></main><script>
  const chosen = new Set()
  const box = name => '<label><input type=checkbox name=grant value=' + name + (chosen.has(name) ? ' checked' : '') + '> Share your ' + name + '</label>'
  const show = () => { app.innerHTML = '<form method=post action=/api/decide>' + box('name') + box('email') + '<button>Continue</button></form>' }
  app.onchange = ({ target }) => { if (target.checked) chosen.add(target.value); else chosen.delete(target.value); show() }
  show()</script>`

const inOtherTab =
  '<!doctype html><title>Pay</title><form method=post action=/api/pay target=_blank><button>Pay now</button></form>'

describe.skipIf(missing !== undefined)(`a customer in a browser${missing ? ` (${missing})` : ''}`, () => {
  test.each([
    ['a form', '<form method=post action=/api/pay><button>Pay now</button></form>'],
    ['a shadow tree', inShadow],
    ['a frame', inFrame],
    ['another tab', inOtherTab],
  ])('pays with %s', async (_name, html) => {
    const { customer, base, requests, end } = await inBrowser(page(html, paid))
    const hosted = await customer.open(`${base}/checkout/1`, urls)
    expect(hosted.controls.pay).toBe(true)
    expect(await hosted.pay()).toMatchObject({ redirectedTo: completed, redirectStatus: 303 })
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(1)
    await end()
  })

  test.each([
    ['a script', (other: string) => `<script src="${other}/app.js"></script>`, 'origins of pages.checkout'],
    ['data', (other: string) => `<script>fetch("${other}/order").catch(() => 0)</script>`, 'origins of pages.checkout'],
    ['a frame', (other: string) => `<iframe src="${other}/order"></iframe>`, 'origins of pages.checkout'],
    ['a WebSocket', (other: string) => `<script>new WebSocket("${other.replace('http', 'ws')}")</script>`, '"person"'],
  ])('names %s that a page requests and does not get', async (_name, part, remedy) => {
    const other = 'http://127.0.0.1:9'
    const html = `<form method=post><button>Pay now</button></form><img src="${other}/logo.png">`
    const { customer, base, end } = await inBrowser(page(`${html}${part(other)}`, paid))
    const { $ } = await customer.open(`${base}/checkout/1`, urls)
    expect(withheldFrom($)).toContain(remedy)
    expect(withheldFrom($)).toContain('127.0.0.1:9')
    await end()
    const whole = await inBrowser(page(html, paid))
    expect(withheldFrom((await whole.customer.open(`${whole.base}/checkout/1`, urls)).$)).toBeUndefined()
    await whole.end()
  })

  test('chooses a way to pay even if something intercepts the mouse click', async () => {
    const choices = ['paid', 'declined'].map(
      (way, at) =>
        `<label><input type=radio name=way value=${way} ${at === 0 ? 'checked' : ''}> A card that is ${way}</label>`,
    )
    const html = `<form method=post action=/api/pay>${choices.join('')}<button>Pay now</button></form><script>
      addEventListener('click', event => { if (event.detail > 0 && event.target.type === 'radio') event.preventDefault() }, true)</script>`
    const { customer, base, end } = await inBrowser(
      page(html, ({ body }) => ({ to: body.includes('declined') ? urls.cancelled : completed })),
    )
    const hosted = await customer.open(`${base}/checkout/1`, urls)
    expect(await hosted.fail()).toMatchObject({ redirectedTo: urls.cancelled })
    await end()
  })

  test('pays on a scripted page, and sees its request', async () => {
    const { customer, base, end } = await inBrowser(
      page(byScript, () => ({
        html: JSON.stringify({ to: completed }),
        headers: { 'content-type': 'application/json' },
      })),
    )
    const hosted = await customer.open(`${base}/checkout/1`, urls)
    const { redirectedTo, steps } = await hosted.pay()
    expect(redirectedTo).toBe(completed)
    expect(steps).toMatchObject([{ method: 'POST', fields: [['way', 'card']], enctype: 'application/json' }])
    expect(await end()).toMatchObject({ title: 'Pay', picture: expect.any(Uint8Array) })
  })

  test('decides on a page that is redrawn after each choice', async () => {
    const { user, base, requests, end } = await inBrowser(
      page(writtenAnew, () => ({ to: `${callback}?status=granted&grants=name&denied=email` })),
    )
    const permissions = ['name', 'email']
    const query = new URLSearchParams({ grants: permissions.join(), callback_url: callback })
    const consent = await user.open(`${base}/kyc/grant/7001?${query}`, permissions)
    const { redirectedTo } = await consent.decide({ granted: ['name'], denied: ['email'] })
    expect(redirectedTo).toContain(callback)
    expect(requests.find(({ method }) => method === 'POST')?.body).toBe('grant=name')
    await end()
  })

  test('changes the request of a scripted page', async () => {
    const { customer, base, requests, end } = await inBrowser(
      page(byScript, () => ({ html: '{}', headers: { 'content-type': 'application/json' } })),
    )
    const hosted = await customer.open(`${base}/checkout/1`, urls)
    await hosted.pay(submission => ({ ...submission, fields: [['way', 'none']] }))
    expect(requests.find(({ method }) => method === 'POST')?.body).toBe('{"way":"none"}')
    await end()
  })

  test('pays once more from a page that was left', async () => {
    const { customer, base, requests, end } = await inBrowser(
      page('<form method=post action=/api/pay><button>Pay now</button></form>', paid),
    )
    const hosted = await customer.open(`${base}/checkout/1`, urls)
    await hosted.pay()
    expect((await hosted.pay()).redirectedTo).toBe(completed)
    expect(requests.filter(({ method }) => method === 'POST')).toHaveLength(2)
    await end()
  })

  test('fetches nothing from elsewhere', async () => {
    const foreign = await serveSite(() => ({ html: 'alert(1)' }))
    const html = `<img src="${foreign.base}/a.png"><script src="${foreign.base}/b.js"></script><iframe src="${foreign.base}/c"></iframe>
      <script>fetch('${foreign.base}/d').catch(() => 0); new WebSocket('${foreign.base.replace('http', 'ws')}/e'); navigator.sendBeacon('${foreign.base}/f')</script>
      <form method=post action=/api/pay><button>Pay now</button></form>`
    const { customer, base, end } = await inBrowser(page(html, paid))
    expect((await (await customer.open(`${base}/checkout/1`, urls)).pay()).redirectedTo).toBe(completed)
    expect(foreign.requests).toEqual([])
    await end()
  })

  test('passes a page of a configured bank, and stops before one that is not configured', async () => {
    const bank = await serveSite(request =>
      request.method === 'GET'
        ? { html: '<title>Bank</title><form method=post><button>Confirm payment</button></form>' }
        : { to: completed },
    )
    const site = page('<form method=post action=/api/pay><button>Pay now</button></form>', () => ({
      to: `${bank.base}/3ds`,
    }))
    const named = await inBrowser(site, { origins: [bank.base] })
    expect((await (await named.customer.open(`${named.base}/checkout/1`, urls)).pay()).redirectedTo).toBe(completed)
    const unnamed = await inBrowser(site)
    expect(await (await unnamed.customer.open(`${unnamed.base}/checkout/1`, urls)).pay()).toMatchObject({
      redirectedTo: `${bank.base}/3ds`,
      obstacle: expect.stringContaining('origins'),
    })
    await named.end()
  })

  test('opens no more pages after several in a row kept it busy', async () => {
    const browser = createChromium()
    try {
      for (const hasResponded of [false, false, true, false, false]) browser.responses.note('opening', hasResponded)
      const { customer, base, end } = await inBrowser(page('<button>Pay now</button>', paid), {}, { browser })
      expect((await customer.open(`${base}/checkout/1`, urls)).controls).toBeDefined()
      for (let busy = 0; busy < 3; busy++) browser.responses.note('opening', false)
      const other = await inBrowser(page('<button>Pay now</button>', paid), {}, { browser })
      await expect(other.customer.open(`${other.base}/checkout/1`, urls)).rejects.toThrow('kept the browser busy')
      await end()
    } finally {
      await browser.close()
    }
  })

  test('reports its answer to a page that asks a question and does not cancel', async () => {
    const html = `<form method=post action=/api/cancel><button onclick="return !confirm('Stay and pay?')">Cancel</button></form>`
    const { customer, base, end } = await inBrowser(page(html, () => ({ to: urls.cancelled })))
    const opened = await customer.open(`${base}/checkout/1`, urls)
    expect((await opened.cancel()).obstacle).toMatch(/“Stay and pay\?”, which is answered with “OK”.*"person"/)
    await end()
  })

  test.each([
    ['opens windows', 'setInterval(() => open("/other"), 5)'],
    ['asks and alerts', 'alert(1); confirm(2); prompt(3)'],
    [
      'asks whether to leave it',
      'onbeforeunload = () => "stay"; addEventListener("beforeunload", event => event.preventDefault())',
    ],
    ['prints', 'print()'],
    [
      'downloads',
      'const a = document.createElement("a"); a.href = "data:application/octet-stream,x"; a.download = "x"; a.click()',
    ],
  ])('pays despite a page that %s', async (_name, script) => {
    const html = `<script>${script}</script><form method=post action=/api/pay><button>Pay now</button></form>`
    const { customer, base, end } = await inBrowser(page(html, paid))
    expect((await (await customer.open(`${base}/checkout/1`, urls)).pay()).redirectedTo).toBe(completed)
    await end()
  })
})

const app = `<!doctype html><title>Consent</title><script>
  const chosen = {}
  const add = (text, act) => { const button = document.createElement('button'); button.textContent = text; button.onclick = act; document.body.append(button) }
  onload = () => {
    document.body.append('Shop asks for your name and e-mail address.')
    for (const permission of ['name', 'email']) { add('Allow ' + permission, () => { chosen[permission] = true }); add('Deny ' + permission, () => { chosen[permission] = false }) }
    add('Send', async () => { const list = wanted => Object.keys(chosen).filter(key => chosen[key] === wanted).join()
      location.href = (await (await fetch('/api/submit', { method: 'POST', body: new URLSearchParams({ granted_permissions: list(true), denied_permissions: list(false) }) })).json()).to })
  }</script>`

describe.skipIf(missing !== undefined)('a user in a browser', () => {
  test('decides in a scripted application, and ends at the callback', async () => {
    const { user, base, end } = await inBrowser(
      page(app, ({ body }) => ({
        html: JSON.stringify({ to: `${callback}?${body}` }),
        headers: { 'content-type': 'application/json' },
      })),
    )
    const landing = await user.visit(`${base}/kyc/grant/7001`, ['name', 'email'])
    expect(landing).toMatchObject({ isConsent: true })
    const result = await landing.page?.decide({ granted: ['email'], denied: ['name'] })
    expect(result?.redirectedTo).toBe(`${callback}?granted_permissions=email&denied_permissions=name`)
    await end()
  })
})

test('the browser is installed where its tests are required', () => {
  expect(process.env.BROWSER_TESTS === 'required' ? missing : undefined).toBeUndefined()
})
