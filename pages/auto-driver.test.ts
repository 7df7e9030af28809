import { expect, test } from 'vitest'
import { Blocked, blocked, WrongPageDriver } from '../harness/outcome.ts'
import type { ConsentPage, Customer, Page, PageDriver, PageRun, PageSender, User } from '../harness/pages.ts'
import { autoDriver } from './auto-driver.ts'

const urls = { order: [], completed: '', cancelled: '' }

const driverOf = (name: string, actions: (url: string) => Partial<Page> = () => ({})): PageDriver => {
  const page = { url: `http://target.example/${name}`, response: { status: 200 }, controls: { pay: true } }
  const open = async (url: string) => ({
    ...page,
    ...(url === 'http://target.example/' ? {} : { url }),
    ...actions(url),
  })
  const customer = { open } as unknown as Customer
  return { name: 'forms', customer: () => customer, user: () => expect.fail('no user is asked for') }
}

test('a page of the first driver can be copied like any other value', async () => {
  const driver = autoDriver([driverOf('first'), driverOf('next')])
  const page = await driver.customer({} as PageRun, {} as PageSender).open('http://target.example/', urls)
  expect({ ...page }).toMatchObject({ url: 'http://target.example/first', response: { status: 200 } })
})

test.each([
  ['shows them', 'Lamp', true],
  ['does not, either', 'Chair', false],
])('what the scripts of a page may show is awaited in the next driver, which %s', async (_, text, expected) => {
  const drivers = [
    driverOf('first', () => ({ scripted: 'it has a script', text: '' })),
    driverOf('next', () => ({ text })),
  ] as const
  const customer = autoDriver(drivers).customer({} as PageRun, {} as PageSender)
  const page = await customer.open('http://target.example/', urls)
  expect(await page.awaits?.(({ text }) => text === 'Lamp')).toBe(expected)
})

test('a page that the next driver cannot open shows no more', async () => {
  const drivers = [
    driverOf('first', () => ({ scripted: 'it has a script' })),
    driverOf('next', () => blocked('no browser')),
  ] as const
  const customer = autoDriver(drivers).customer({} as PageRun, {} as PageSender)
  const page = await customer.open('http://target.example/', urls)
  expect(await page.awaits?.(() => true)).toBe(false)
})

/** A driver that opens consent pages, or fails at an obstacle; `opened` lists the pages. */
const consentDriver = (isStopped: boolean, scripted?: string) => {
  const opened: string[] = []
  const page = { response: { status: 200 }, separate: () => ['name'] } as unknown as ConsentPage
  const open = async (url: string): Promise<ConsentPage> => {
    opened.push(url)
    if (isStopped) throw new Blocked('the page is over')
    return page
  }
  const driver: PageDriver = {
    name: 'forms',
    customer: () => expect.fail('no customer is asked for'),
    user: () => ({ open, visit: async () => ({ page: { ...page, scripted }, responses: [] }) }) as unknown as User,
  }
  return { driver, opened }
}

test.each([
  ['gets further is used from then on', false, { first: 1, next: 2 }],
  ['gets no further, either, is not', true, { first: 2, next: 2 }],
])('a next driver that %s', async (_, isStopped, expected) => {
  const [first, next] = [consentDriver(true, 'it needs script'), consentDriver(isStopped)]
  const driver = autoDriver([first.driver, next.driver])
  for (const url of ['http://target.example/1', 'http://target.example/2']) {
    const user = driver.user({ changesState: true } as PageRun, {} as PageSender, undefined as never)
    await user.open(url, ['name']).catch(() => undefined)
  }
  expect({ first: first.opened.length, next: next.opened.length }).toEqual(expected)
})

test('a page without script that stops the first driver is not tried by the next', async () => {
  const [first, next] = [consentDriver(true), consentDriver(false)]
  const user = autoDriver([first.driver, next.driver]).user({} as PageRun, {} as PageSender, undefined as never)
  await expect(user.open('http://target.example/over', ['name'])).rejects.toThrow(Blocked)
  expect(next.opened).toEqual([])
})

test('a page that was opened before the next driver was needed, and has expired since, is retried with its check', async () => {
  const stuck: Partial<Page> = { pay: async () => ({ responses: [], steps: [], obstacle: 'it needs script' }) }
  const paid: Partial<Page> = { pay: async () => ({ responses: [], steps: [], redirectedTo: urls.completed }) }
  const over: Partial<Page> = { pay: async () => blocked('it has no control to pay') }
  const drivers = [
    driverOf('first', () => stuck),
    driverOf('next', url => (url.endsWith('/over') ? over : paid)),
  ] as const
  const customer = autoDriver(drivers, () => true).customer({} as PageRun, {} as PageSender)
  const [isOver, isNot] = [
    await customer.open('http://target.example/over', urls),
    await customer.open('http://target.example/open', urls),
  ]
  await expect(isOver.pay()).rejects.not.toThrow(WrongPageDriver)
  expect(await isNot.pay()).toMatchObject({ redirectedTo: urls.completed })
  await expect(isOver.pay()).rejects.toThrow(WrongPageDriver)
})
