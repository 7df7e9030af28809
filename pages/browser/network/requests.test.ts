import { expect, test } from 'vitest'
import { Blocked } from '../../../harness/outcome.ts'
import { inBrowser, missing, shop, useBrowser } from '../browser.test.fixture.ts'
import { headerOf, protocolText } from './header-text.ts'
import { outgoingOf, type PausedRequest, submissionOf, withSubmission } from './requests.ts'

useBrowser()

const sending = (type: string, body: string): PausedRequest => ({
  requestId: '1',
  frameId: '1',
  resourceType: 'Fetch',
  request: { url: 'http://pay.example/api', method: 'POST', headers: { 'Content-Type': type }, postData: body },
})

const types = [
  'application/json',
  'application/x-www-form-urlencoded',
  'multipart/form-data; boundary=x',
  'text/plain',
  '',
]
const bodies = [
  '',
  'not json',
  'null',
  '5',
  '"text"',
  '[1]',
  '{"a":[1,{"b":2}]}',
  '{"__proto__":1}',
  '%',
  '--x\r\n',
  '{'.repeat(9_000),
]

test('anything that a page sends is read, and changed or blocked', async () => {
  for (const type of types)
    for (const body of bodies) {
      const paused = sending(type, body)
      const submission = await submissionOf(paused)
      const fields = [...submission.fields, ['way', 'other'] as const]
      const changed = await withSubmission(outgoingOf(paused, undefined), { ...submission, fields }).catch(
        error => error,
      )
      if (!(changed instanceof Blocked)) expect(String(changed.body)).toContain('other')
    }
})

test('the members of a JSON object keep their types', async () => {
  const paused = sending('application/json', '{"amount":5,"ways":["card"]}')
  const submission = await submissionOf(paused)
  const { body } = await withSubmission(outgoingOf(paused, undefined), submission)
  expect(body).toBe('{"amount":5,"ways":["card"]}')
})

test('headers have one character per byte', () => {
  for (const text of ['seen=1', 'é', '日本']) expect(protocolText(headerOf(text))).toBe(text)
  expect(protocolText('\u00e9')).toBe('\u00e9')
})

test.skipIf(missing !== undefined)('cookies of a page and of its server reach the server as bytes', async () => {
  const urls = { completed: `${shop}/completed`, cancelled: `${shop}/cancelled` }
  const html = `<!doctype html><title>Pay</title><form method=post action=/api><button>Pay now</button></form>
    <script>document.cookie = 'seen=\\u65e5; path=/'</script>`
  const { customer, base, requests, end } = await inBrowser(({ method }) =>
    method === 'GET' ? { html, headers: { 'set-cookie': 'kept=1; Path=/' } } : { to: urls.completed },
  )
  const page = await customer.open(`${base}/checkout/1`, urls)
  // The second request is repeated without the browser.
  for (let time = 0; time < 2; time++) expect((await page.pay()).redirectedTo).toBe(urls.completed)
  const cookies = requests.filter(({ method }) => method === 'POST').map(({ headers }) => headers.cookie)
  expect(cookies).toEqual(Array(2).fill(`kept=1; seen=${headerOf('日')}`))
  await end()
})
