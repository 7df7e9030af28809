import { expect, test } from 'vitest'
import { urlencoded } from '../document/submission.ts'
import { serveSite } from '../site.test.fixture.ts'
import { createBrowser } from './form-browser.ts'

const cookies = [
  'strict=1; SameSite=Strict',
  'lax=1; SameSite=Lax',
  'none=1; SameSite=None; Secure',
  'insecure=1; SameSite=None',
  'elsewhere=1; Path=/other',
  'foreign=1; Domain=shop.example',
]

test('a browser sends each cookie where its attributes allow it', async () => {
  const site = await serveSite(({ url }) =>
    url.startsWith('/set')
      ? { html: '', headers: { 'set-cookie': cookies[Number(url.slice(5))] ?? '' } }
      : { html: 'x' },
  )
  const browser = createBrowser({ send: site.send, isBeyond: () => false })
  for (const at of cookies.keys()) await browser.open(`${site.base}/set?${at}`)
  const other = site.base.replace('127.0.0.1', 'localhost')
  const { visit: here } = await browser.open(`${site.base}/page`)
  const { visit: there } = await browser.open(`${other}/page`)
  if (here === undefined || there === undefined) throw new Error('a page is missing')
  const sentFrom = async (from: typeof here, method: 'GET' | 'POST') => {
    await browser.submit({ method, url: `${site.base}/page`, fields: [], enctype: urlencoded }, from)
    const headers = site.requests.at(-1)?.headers
    return [headers?.['sec-fetch-site'], String(headers?.cookie).replaceAll('=1', '')]
  }
  expect(await sentFrom(here, 'POST')).toEqual(['same-origin', 'strict; lax; none'])
  expect(await sentFrom(there, 'GET')).toEqual(['cross-site', 'lax; none'])
  expect(await sentFrom(there, 'POST')).toEqual(['cross-site', 'none'])
})

test('another port is the same site, but another origin', async () => {
  const [site, bank] = [
    await serveSite(() => ({ html: 'x', headers: { 'set-cookie': 's=1; SameSite=Strict; Path=/' } })),
    await serveSite(() => ({ html: 'x' })),
  ]
  const browser = createBrowser({ send: site.send, isBeyond: () => false })
  await browser.open(`${site.base}/`)
  const { visit } = await browser.open(`${bank.base}/`)
  if (visit === undefined) throw new Error('the page is missing')
  await browser.submit({ method: 'POST', url: `${site.base}/`, fields: [], enctype: urlencoded }, visit)
  expect(site.requests.at(-1)?.headers).toMatchObject({ 'sec-fetch-site': 'same-site', cookie: 's=1' })
})
