import { expect, test } from 'vitest'
import { autoDriver } from './auto-driver.ts'
import type { Customer, Page, PageDriver, PageRun, PageSender } from './driver.ts'

const urls = { order: [], completed: '', cancelled: '' }

const driverOf = (name: string): PageDriver => {
  const response = { status: 200 }
  const page = { url: `http://target.example/${name}`, response, controls: { pay: true } } as unknown as Page
  const customer = { open: async () => page } as unknown as Customer
  return { name: 'forms', customer: () => customer, user: () => expect.fail('no user is asked for') }
}

test('a page of the first driver can be copied like any other value', async () => {
  const driver = autoDriver([driverOf('first'), driverOf('next')])
  const page = await driver.customer({} as PageRun, {} as PageSender).open('http://target.example/', urls)
  expect({ ...page }).toMatchObject({ url: 'http://target.example/first', response: { status: 200 } })
})
