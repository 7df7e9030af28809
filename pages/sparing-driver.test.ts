import { expect, test } from 'vitest'
import type { CheckKind } from '../harness/check.ts'
import type { HttpRequest } from '../harness/http/http-request.ts'
import type { Customer, PageDriver, PageRun, PageSender } from '../harness/pages.ts'
import { serveSite } from './site.test.fixture.ts'
import { sparingDriver } from './sparing-driver.ts'

const form = '<!doctype html><title>Pay</title><form method=post action=/pay><button>Pay now</button></form>'

/** Serves pages in sequence; counts the customers who open them in the browser, which is a stub here. */
const serve = async (html: string | (() => string)) => {
  const site = await serveSite(() => ({ html: typeof html === 'string' ? html : html() }))
  const opened: string[] = []
  const customer = { open: async (url: string) => void opened.push(url) } as unknown as Customer
  const driver = sparingDriver({
    name: 'browser',
    customer: () => customer,
    user: () => expect.fail('no user'),
  } as PageDriver)
  const run = {
    target: { apiUrl: site.base },
    counterpart: undefined,
    changesState: true,
    pages: { checkout: {}, consent: {}, secrets: {} },
  }
  const open = async (
    clause: 'PAGE-01' | 'PAGE-07',
    kind: CheckKind = 'clause',
    { signal, program }: { signal: AbortSignal; program?: true } = new AbortController(),
  ) => {
    const send = (request: HttpRequest) => site.send(request)
    const sender: PageSender = {
      send,
      signal,
      hold: () => undefined,
      check: { clauses: [clause], kind },
      ...(program ? { program } : {}),
    }
    await driver.customer(run as PageRun, sender).open(`${site.base}/checkout/1`)
  }
  return { open, opened: () => opened.length }
}

test.each([
  ['the cases of a clause of pages', 'PAGE-01', 'clause', 1],
  ['generated values of such a clause', 'PAGE-01', 'property', 0],
  ['the cases of another clause', 'PAGE-07', 'clause', 0],
] as const)('a plain page is opened in the browser for %s only', async (_what, clause, kind, expected) => {
  const { open, opened } = await serve(form)
  await open(clause, kind)
  expect(opened()).toBe(expected)
})

test('a page with script is opened in the browser for every check', async () => {
  const { open, opened } = await serve(`${form}<script src=/app.js></script>`)
  await open('PAGE-01', 'property')
  await open('PAGE-07')
  expect(opened()).toBe(2)
})

test('the browser is for the first customers of a check', async () => {
  const { open, opened } = await serve(form)
  const controller = new AbortController()
  for (let customer = 0; customer < 10; customer++) await open('PAGE-01', 'clause', controller)
  expect(opened()).toBe(2)
})

test('a program reads a plain page without the browser, and is one of the first customers of its check', async () => {
  const { open, opened } = await serve(form)
  const { signal } = new AbortController()
  await open('PAGE-01', 'clause', { signal, program: true })
  expect(opened()).toBe(0)
  for (let customer = 0; customer < 3; customer++) await open('PAGE-01', 'clause', { signal })
  expect(opened()).toBe(1)
})

test('a page that is not plain is opened in the browser, and the plain ones after it are not', async () => {
  let html = form
  const { open, opened } = await serve(() => html)
  await open('PAGE-07')
  html = `${form}<img src=x onerror=alert(1)>`
  await open('PAGE-07')
  html = form
  await open('PAGE-07')
  expect(opened()).toBe(1)
})
