import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { lateDrawingOf } from './late-drawing.ts'
import type { PageVisit } from './page-visit.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance'] }))
afterEach(() => void vi.useRealTimers())

const visitOf = (url: string) => ({ url }) as PageVisit

/** A browser whose page changes to each of the addresses in turn, a second apart; counts how often it is read. */
const browserWith = (...urls: string[]) => {
  const look = vi.fn(async () => {
    vi.advanceTimersByTime(1_000)
    const url = urls.shift()
    return url === undefined ? undefined : visitOf(url)
  })
  return { look }
}

const awaitPaid = (browser: ReturnType<typeof browserWith>, pages: object) =>
  lateDrawingOf({ browser, run: { pages } }, visitOf('loading'), ({ url }) => url)?.(url => url === 'paid')

test('a page is read again until it shows its required parts, or the time limit has passed', async () => {
  expect(await awaitPaid(browserWith('half', 'paid'), {})).toBe(true)
  const pageOf = ({ url }: PageVisit) => url
  const awaits = lateDrawingOf({ browser: browserWith('half', 'paid'), run: { pages: {} } }, visitOf('loading'), pageOf)
  for (const wanted of ['half', 'paid', 'paid']) expect(await awaits?.(url => url === wanted)).toBe(true)
  const browser = browserWith('half')
  expect(await awaitPaid(browser, {})).toBe(false)
  expect(browser.look.mock.calls.length).toBeGreaterThan(5)
})

test('once a page of the run has not changed, the next one is looked at once, unless one has drawn late', async () => {
  const pages = {}
  await awaitPaid(browserWith(), pages)
  const next = browserWith('half', 'paid')
  expect([await awaitPaid(next, pages), next.look.mock.calls.length]).toEqual([false, 1])
  const late = {}
  await awaitPaid(browserWith('paid'), late)
  await awaitPaid(browserWith(), late)
  expect(await awaitPaid(browserWith('paid'), late)).toBe(true)
})

test('a browser without script has nothing to read again', () => {
  expect(lateDrawingOf({ browser: {}, run: { pages: {} } }, visitOf('a'), visit => visit)).toBeUndefined()
})
