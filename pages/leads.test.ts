import { createSocket } from 'node:dgram'
import { existsSync, realpathSync } from 'node:fs'
import { createServer } from 'node:net'
import { networkInterfaces } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { Leads } from '../harness/http/leads.ts'
import { callback, inBrowser, missing, shop, useBrowser } from './browser/browser.test.fixture.ts'
import { type Chromium, createChromium } from './browser/process/chromium.ts'
import { createCustomer } from './checkout/page.ts'
import { createUser } from './consent/page.ts'
import { formsDrivers } from './forms-driver.ts'
import { type Site, type SiteReply, serveSite } from './site.test.fixture.ts'

useBrowser()

/** A non-loopback address of this machine, if it has one: a browser may treat it differently. */
const host =
  Object.values(networkInterfaces())
    .flatMap(addresses => addresses ?? [])
    .find(({ family, internal }) => family === 'IPv4' && !internal)?.address ?? '127.0.0.1'

/** The traffic on a port of this machine: connections and datagrams. */
const arrived = { connections: 0, datagrams: 0 }
let port = 0
const tcp = createServer(socket => {
  arrived.connections += 1
  socket.on('error', () => undefined).end('HTTP/1.1 200 OK\r\ncontent-length: 2\r\n\r\n{}')
})
const udp = createSocket('udp4', () => {
  arrived.datagrams += 1
})

beforeAll(async () => {
  await new Promise<void>(resolve => tcp.listen(0, '0.0.0.0', resolve))
  port = (tcp.address() as { port: number }).port
  await new Promise<void>(resolve => udp.bind(port, '0.0.0.0', resolve))
})
beforeEach(() => {
  arrived.connections = 0
  arrived.datagrams = 0
})
afterAll(() => {
  tcp.close()
  udp.close()
})

/** A target at a public address, whose pages the test serves here. */
const elsewhere = (base: string) => new Leads({ targets: ['https://93.184.215.14'], named: [base] })

const inner = (path = '/') => `http://127.0.0.1:${port}${path}`

const form = '<form method=post action=/api/pay><button>Pay now</button></form>'

/** The first page of the target; every submission leads back to the shop. */
const paying =
  (first: () => SiteReply): Site =>
  ({ method }) =>
    method === 'GET' ? first() : { to: `${shop}/completed` }

const ways: Record<string, () => SiteReply> = {
  'a redirect (303)': () => ({ to: inner() }),
  'a redirect (307)': () => ({ status: 307, headers: { location: inner() } }),
  'a refresh of the page': () => ({ html: `<meta http-equiv=refresh content="0;url=${inner()}">` }),
  'a Refresh header': () => ({ headers: { refresh: `0;url=${inner()}` } }),
}

type Driver = typeof inBrowser

/** The forms driver, with the interface of the browser fixture. */
const inForms = (async (site, hints = {}, { leadsOf } = {}) => {
  const served = await serveSite(site, leadsOf)
  const pages = { checkout: hints, consent: hints, secrets: {}, drivers: formsDrivers }
  const run = { target: { apiUrl: served.base }, counterpart: { baseUrl: shop }, changesState: true, pages }
  const sender = { send: served.send, hold: () => undefined }
  const user = createUser(run, sender, [callback])
  return { ...served, customer: createCustomer(run, sender), user, end: async () => undefined }
}) satisfies Driver

const drivers: [name: string, open: Driver, isMissing: boolean][] = [
  ['forms', inForms, false],
  ['a browser', inBrowser, missing !== undefined],
]

// The origin of a blob is that of the address inside, which belongs to the target.
const blobOf = (base: string) => `blob:${base}/checkout/1`

describe.each(drivers)('%s does not treat a blob as a page of the target', (_name, open, isMissing) => {
  test.skipIf(isMissing)('as the address of a hosted page', async () => {
    const { customer, base, end } = await open(() => ({ html: form }))
    await expect(customer.open(blobOf(base))).rejects.toThrow('is not an address on the web')
    await end()
  })

  test.skipIf(isMissing)('where a page leads', async () => {
    const site: Site = ({ headers }) => ({ to: blobOf(`http://${headers.host}`) })
    const { customer, base, end } = await open(site)
    expect((await customer.visit(`${base}/checkout/1`)).redirectedTo).toBe(blobOf(base))
    await end()
  })
})

describe.each(drivers)('a target elsewhere does not lead %s to this machine', (_name, open, isMissing) => {
  describe.skipIf(isMissing)('', () => {
    test.each(Object.entries(ways))('from a consent page by %s', async (_way, reply) => {
      const { user, base, end } = await open(reply, {}, { leadsOf: elsewhere })
      await expect(user.visit(`${base}/kyc/grant/7001`, ['name'])).rejects.toThrow(
        `add "http://127.0.0.1:${port}" to target.origins in the config`,
      )
      expect(arrived).toEqual({ connections: 0, datagrams: 0 })
      await end()
    })

    test('by the address of a hosted page', async () => {
      const { customer, end } = await open(() => ({ html: form }), {}, { leadsOf: elsewhere })
      await expect(customer.open(inner('/checkout/1'))).rejects.toThrow('target.origins in the config')
      expect(arrived.connections).toBe(0)
      await end()
    })

    test.each([
      ['a form', () => `<form method=post action="${inner()}"><button>Pay now</button></form>`],
      ['a form that is sent by GET', () => `<form action="${inner()}"><button>Pay now</button></form>`],
      ['a link', () => `<a href="${inner()}">Pay now</a>`],
    ])('by %s', async (_name, html) => {
      const hints = { pay: html().startsWith('<a') ? 'link:Pay now' : 'button:Pay now' }
      const { customer, base, end } = await open(() => ({ html: html() }), hints, { leadsOf: elsewhere })
      const { redirectedTo } = await (await customer.open(`${base}/checkout/1`)).pay()
      expect([redirectedTo?.replace('?', ''), arrived.connections]).toEqual([inner(), 0])
      await end()
    })

    test('but to addresses of the config', async () => {
      const leadsOf = (base: string) => new Leads({ targets: ['https://93.184.215.14'], named: [base, inner()] })
      const { user, base, end } = await open(() => ({ to: inner() }), {}, { leadsOf })
      await user.visit(`${base}/kyc/grant/7001`, ['name'])
      expect(arrived.connections).toBeGreaterThan(0)
      await end()
    })
  })
})

/** Returns the browsers in the folders of PATH, each once. */
const browsersHere = (): string[] => {
  const names = ['chromium', 'chromium-headless-shell', 'google-chrome', 'chrome']
  const folders = (process.env.PATH ?? '').split(delimiter)
  const paths = names.flatMap(name => folders.map(folder => join(folder, name))).filter(path => existsSync(path))
  return [...new Set(paths.map(path => realpathSync(path)))]
}

/** Signals that a page is done, once it is loaded and WebRTC has tried every address. */
const done = `<script>let gathered
  onload = async () => { await gathered; fetch('/api/done') }</script>`

const inScript: Record<string, (http: string, ws: string) => string> = {
  frames: http => `<iframe src="${http}"></iframe><object data="${http}"></object><embed src="${http}">`,
  scripts: http => `<script src="${http}"></script><script type=module>import('${http}').catch(() => 0)</script>`,
  'links of the head': http =>
    ['stylesheet', 'icon', 'preconnect', 'dns-prefetch', 'prefetch', 'prerender', 'modulepreload', 'manifest']
      .map(rel => `<link rel="${rel}" href="${http}">`)
      .join(''),
  'speculation rules': http =>
    `<script type=speculationrules>{"prefetch":[{"source":"list","urls":["${http}"],"eagerness":"immediate"}],"prerender":[{"source":"list","urls":["${http}"],"eagerness":"immediate"}]}</script>`,
  pictures: http =>
    `<img src="${http}"><video src="${http}" poster="${http}" autoplay></video><p style="background:url(${http})">x</p><svg><image href="${http}"/></svg>`,
  requests: http =>
    `<script>fetch('${http}', { mode: 'no-cors', keepalive: true }).catch(() => 0); const x = new XMLHttpRequest(); x.open('POST', '${http}'); x.send('a');
     navigator.sendBeacon('${http}', 'a'); new EventSource('${http}')</script>`,
  'a WebSocket': (_http, ws) => `<script>new WebSocket('${ws}')</script>`,
  'WebTransport and QUIC': http =>
    `<script>try { new WebTransport('${http.replace('http:', 'https:')}').ready.catch(() => 0) } catch {}; fetch('${http.replace('http:', 'https:')}').catch(() => 0)</script>`,
  WebRTC: http =>
    `<script>const port = new URL('${http}').port
     const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:${host}:' + port }, { urls: ['turn:${host}:' + port, 'turn:${host}:' + port + '?transport=tcp'], username: 'a', credential: 'b' }] })
     gathered = new Promise(resolve => { peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && resolve() })
     peer.createDataChannel('a'); peer.createOffer().then(offer => peer.setLocalDescription(offer))</script>`,
  workers: http =>
    `<script>navigator.serviceWorker?.register('/api/sw.js').catch(() => 0)
     new Worker(URL.createObjectURL(new Blob(["fetch('${http}').catch(() => 0); try { new WebSocket('${http.replace('http', 'ws')}') } catch {}"])))
     try { new SharedWorker(URL.createObjectURL(new Blob(["fetch('${http}').catch(() => 0)"]))) } catch {}</script>`,
  'other windows': http =>
    `<script>open('${http}'); const a = document.createElement('a'); a.href = '${http}'; a.target = '_blank'; a.rel = 'noopener'; a.ping = '${http}'; document.documentElement.append(a); a.click()</script>`,
  'a download': http =>
    `<script>const a = document.createElement('a'); a.href = '${http}'; a.download = 'x'; document.documentElement.append(a); a.click()</script>`,
}

/** Shows a page that requests something from this machine, until it is done; returns the requests to the target. */
const show = async (write: (http: string, ws: string) => string, browser?: Chromium): Promise<string[]> => {
  const html = `<!doctype html><title>Pay</title>${done}${write(inner(), inner().replace('http', 'ws'))}${form}`
  const options = { leadsOf: elsewhere, ...(browser ? { browser } : {}) }
  const { customer, base, requests, end } = await inBrowser(
    paying(() => ({ html })),
    {},
    options,
  )
  const asked = () => requests.map(({ url }) => url)
  // A page that opens something else navigates away immediately; any other page signals when it is done.
  const isShown = await customer.open(`${base}/checkout/1`).then(
    () => true,
    () => false,
  )
  if (!isShown) return asked()
  await vi.waitFor(() => expect(asked()).toContain('/api/done'), { timeout: 15_000 })
  await end()
  return asked()
}

describe.skipIf(missing !== undefined)('a page in a browser sends nothing to this machine', () => {
  test.each(Object.entries(inScript))('by %s', async (_name, write) => {
    expect(await show(write)).toContain('/checkout/1')
    expect(arrived).toEqual({ connections: 0, datagrams: 0 })
  })

  // A headless shell and a full browser read different arguments.
  test.each(browsersHere())('by WebRTC of %s', async path => {
    const browser = createChromium(path)
    try {
      expect(await show(inScript.WebRTC ?? (() => ''), browser)).toContain('/api/done')
    } finally {
      await browser.close()
    }
    expect(arrived).toEqual({ connections: 0, datagrams: 0 })
  })
})
