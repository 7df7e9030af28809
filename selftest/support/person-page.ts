import type { Page } from 'playwright-core'
import { createDesk } from '../../engine/person/desk.ts'
import { servePerson } from '../../engine/person/server.ts'

/** Opens the page for a person with two tasks: one that ends at the counterpart, and one at another origin. */
export const openPersonPage = async (page: Page): Promise<void> => {
  const journal = {
    all: [],
    count: 0,
    find: () => [],
    wait: () => new Promise<never>(() => undefined),
    lossSince: () => undefined,
  }
  const desk = createDesk({ counterpart: { baseUrl: 'https://shop.example', journal }, patienceMs: 600_000 })
  const { url, close } = await servePerson(desk, 'https://pay.example/api')
  page.once('close', () => {
    desk.close()
    void close()
  })
  const link = 'https://pay.example/api/checkout/0123456789abcdef0123456789abcdef'
  const ask = (title: string, end: string) =>
    void desk.ask({ title, todo: 'Open the page, and do it.', link, ends: [end] }, undefined).catch(() => undefined)
  ask('Pay this order', 'https://shop.example/done')
  ask('Allow name; deny <b>email</b>', 'https://requester.example/callback')
  await page.goto(url)
}
