import type { Browser, BrowserContext, Locator, Page } from 'playwright-core'
import type { Permission } from '../../protocol/states.ts'
import { descriptions } from '../../reference/kyc/consent/permissions.ts'

/** The tasks that a scripted person did, and could not do. */
export type PersonLog = { done: string[]; notDone: string[] }

/**
 * A person with a browser who follows the page of the run: opens each link, does its task on the page of the reference or of a scripted
 * application, and returns; enters the address if the browser cannot open it. Resolves when the run has ended.
 */
export const followPage = async (
  browser: Browser,
  url: string,
  log: PersonLog = { done: [], notDone: [] },
): Promise<PersonLog> => {
  const context = await browser.newContext()
  const list = await context.newPage()
  await list.goto(url)
  const status = list.locator('#status')
  for (;;) {
    const task = list.locator('#tasks > li').first()
    await Promise.race([task.waitFor({ timeout: 0 }), list.getByText('The run has ended').waitFor({ timeout: 0 })])
    if ((await status.textContent())?.includes('ended') === true) break
    await doTask(context, list, log).catch(error => void log.notDone.push(String(error)))
  }
  await context.close()
  return log
}

const doTask = async (context: BrowserContext, list: Page, log: PersonLog): Promise<void> => {
  const id = (await list.locator('#tasks > li').first().getAttribute('id')) ?? ''
  const task = list.locator(`#${id}`)
  const title = (await task.getByRole('heading').textContent()) ?? ''
  const isPasted = (await task.locator('details').count()) === 0
  const opened = context.waitForEvent('page')
  await task.getByRole('link').click()
  const page = await opened
  try {
    await page.waitForURL(/^http/)
    const end = await useReference(page, title)
    log.done.push(title)
    if (end !== undefined && isPasted) {
      await task.getByLabel('Address at which it ended').fill(end)
      await task.getByRole('button', { name: 'Continue' }).click()
    }
  } catch (error) {
    log.notDone.push(`${title}: ${String(error).split('\n')[0]}`)
    await task
      .getByRole('button', { name: 'I cannot' })
      .click({ timeout: patienceMs })
      .catch(() => undefined)
  } finally {
    void page.close().catch(() => undefined)
  }
  await list.locator(`#${id}`).waitFor({ state: 'detached' })
}

/** Chooses by a radio button, or by a button. */
const chooseIn = (group: Locator, choice: string): Promise<void> =>
  group
    .getByRole('radio', { name: choice })
    .or(group.getByRole('button', { name: choice }))
    .click({ timeout: patienceMs })

/** Does the task of a title on the page of the reference. Returns the address that the browser was sent to. */
const useReference = (page: Page, title: string): Promise<string | undefined> => {
  if (title.startsWith('Pay')) return pressed(page, /^Pay/)
  if (title.startsWith('Cancel')) return pressed(page, 'Cancel')
  return title.startsWith('Let the payment') ? letFail(page) : decide(page, title)
}

const patienceMs = 30_000

/** Presses a button, and waits until the browser leaves the origin. */
const pressed = async (page: Page, name: string | RegExp): Promise<string | undefined> => {
  if ((await page.getByRole('button', { name }).count()) === 0) throw new Error(`${await page.title()}: no ${name}`)
  const { origin } = new URL(page.url())
  const isElsewhere = (url: string) => new URL(url).origin !== origin
  const left = page.waitForRequest(request => request.isNavigationRequest() && isElsewhere(request.url()), {
    timeout: patienceMs,
  })
  // The click may wait for a page that is gone by then.
  void page
    .getByRole('button', { name })
    .click({ noWaitAfter: true })
    .catch(() => undefined)
  const request = await left
  // Closing a page during a navigation waits for a response, which may never arrive.
  await Promise.race([request.response(), page.waitForTimeout(patienceMs)])
  await page.waitForLoadState('load', { timeout: patienceMs })
  return request.url()
}

const letFail = async (page: Page): Promise<string | undefined> => {
  await page.getByRole('radio', { name: /^Declined/ }).check({ timeout: patienceMs })
  return pressed(page, /^Pay/)
}

const labelOf = (permission: string): string => descriptions[permission as Permission]?.label ?? permission

/** Makes the choices of a title, such as “Allow name; deny email, phone”. */
const decide = async (page: Page, title: string): Promise<string | undefined> => {
  for (const part of title.split('; ')) {
    const [, word = '', list = ''] = /^(\w+) (.*)$/.exec(part) ?? []
    const choice = word.toLowerCase() === 'allow' ? 'Allow' : 'Deny'
    for (const permission of list.split(', '))
      await chooseIn(page.getByRole('group', { name: labelOf(permission) }), choice)
  }
  return pressed(page, 'Send my answer')
}
