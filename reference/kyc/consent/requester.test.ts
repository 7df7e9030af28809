import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { guardedClient } from '../../service/guarded-client.ts'
import type { Send } from '../../service/ports.ts'
import { actors, documentWith, fixture, grantUrl, openForm, requestGrant } from '../fixture.test.support.ts'

const answering =
  (text: string): Send =>
  async () => ({ status: 200, text })

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
