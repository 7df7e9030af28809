import type { FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Implementation } from '../../implementations/implementation.ts'
import { inBrowser } from '../../implementations/support/in-browser.ts'
import { scriptTag } from '../../implementations/support/scripts.ts'
import { missingForBrowser } from '../../pages/browser/process/installed.ts'
import { consentHeaders } from '../../reference/kyc/consent/markup.ts'
import type { KycPolicies } from '../../reference/kyc/contract.ts'
import { kycPolicies } from '../../reference/kyc/policies.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'
import { type LeftBehind, watchLeftBehind } from '../support/left-behind.ts'

/** Adds a script to every page of a conformant provider. */
const runOnPage = (script: string): Implementation<KycPolicies> => ({
  name: script,
  story: 'The page tries to harm its visitors.',
  policies: {
    consentPage: view => kycPolicies.consentPage(view).replace('</main>', () => `</main>${scriptTag(script).text}`),
    pageHeaders: requester => ({ ...consentHeaders(requester), 'content-security-policy': "frame-ancestors 'none'" }),
  },
  prepare: serveDownload,
  settings: inBrowser,
})

const serveDownload = (server: FastifyInstance): void => {
  server.get('/download', async (_request, reply) =>
    reply.header('content-disposition', 'attachment; filename=bad.exe').type('application/x-msdownload').send('MZ'),
  )
}

/** The behaviour of a page that remains usable. */
const nuisances: Readonly<Record<string, string>> = {
  'opens windows': 'for (let i = 0; i < 20; i++) open(location.href)',
  'shows dialogs': `alert(1); confirm(2); prompt(3)
addEventListener('click', () => { alert(4); confirm(5) }, true)
addEventListener('beforeunload', event => { event.preventDefault(); event.returnValue = 'Stay' })`,
  'starts downloads': `for (const href of ['/download', 'data:application/octet-stream,MZ'])
  Object.assign(document.createElement('a'), { href, download: 'bad.exe' }).click()`,
  prints: 'print(); addEventListener("click", () => print(), true)',
  'asks for everything': `navigator.geolocation.getCurrentPosition(() => {}, () => {})
Notification.requestPermission()
navigator.mediaDevices?.getUserMedia({ audio: true, video: true }).catch(() => {})
document.documentElement.requestFullscreen?.().catch(() => {})`,
  'sends requests elsewhere': `fetch('http://127.0.0.1:9/').catch(() => {})
new Image().src = 'http://169.254.169.254/latest/meta-data'
navigator.sendBeacon('http://elsewhere.example/', 'x')
new WebSocket('ws://127.0.0.1:9/').onerror = () => {}`,
  'has a worker that never ends': `new Worker(URL.createObjectURL(new Blob(['for (;;) {}'])))`,
  'leads to a file': 'location.href = "file:///etc/passwd"',
}

/** The endless behaviour of a page: whether it remains usable may depend on the machine. */
const floods: Readonly<Record<string, string>> = {
  'pushes history': `setInterval(() => { for (let i = 0; i < 50; i++) history.pushState({ i }, '', '#' + i) }, 10)`,
  'sends requests': 'const more = () => fetch(location.href).then(more, more); for (let i = 0; i < 8; i++) more()',
  'makes frames': `setInterval(() => document.body.append(Object.assign(document.createElement('iframe'), { srcdoc: '<p>more' })), 1)`,
  'writes messages': `setInterval(() => { for (let i = 0; i < 100; i++) console.error('x'.repeat(10_000)) }, 10)`,
}

/** The behaviour that makes a page unusable. */
const assaults: Readonly<Record<string, string>> = {
  'opens windows when it is used': 'addEventListener("click", () => open("/elsewhere"), true)',
  'loops forever': 'for (;;) {}',
  'loops forever when it is used': 'addEventListener("click", () => { for (;;) {} }, true)',
  'eats memory': 'const all = []; for (;;) all.push(new Array(1e6).fill(Math.random()))',
  'eats memory in buffers': 'const all = []; for (;;) all.push(new Uint8Array(64e6).fill(1))',
  'loads itself again and again': 'location.reload()',
  'leads in circles': 'location.href = location.href.split("#")[0] + "?" + Math.random()',
  'removes itself': 'document.documentElement.remove()',
  'never stops growing': 'for (;;) document.body.append(document.createElement("p"))',
}

const only = ['CONSENT-01', 'CALLBACK-01']

const missing = missingForBrowser()

describe.skipIf(missing !== undefined)(`a page that tries to harm the run${missing ? `: ${missing}` : ''}`, () => {
  let leftBehind: LeftBehind
  beforeEach(() => {
    leftBehind = watchLeftBehind()
  })
  afterEach(() => leftBehind.end())

  const certify = async (script: string) => {
    const certifying = certifyImplementation('kyc', runOnPage(script), { only })
    await leftBehind.lookDuring(certifying)
    await expect.poll(leftBehind.remains, { timeout: 20_000 }).toEqual([])
    return certifying
  }

  test.each(Object.entries(nuisances))('%s, and is used', async (_what, script) => {
    const certified = await certify(script)
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
    expect(clausesThat(certified, 'pass')).toEqual(expect.arrayContaining(only))
  })

  test.each(Object.entries(floods))('%s without end, and fails nothing', async (_what, script) => {
    const certified = await certify(script)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  })

  test.each(Object.entries(assaults))('%s, and is an obstacle', async (_what, script) => {
    const certified = await certify(script)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).toContain('CALLBACK-01')
    expect(certified.exitCode).toBe(3)
  })
})
