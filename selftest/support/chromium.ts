import { existsSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { AxeResults } from 'axe-core'
import type { Browser, BrowserContext, Page } from 'playwright-core'

const isInstalled = (name: string): boolean => {
  try {
    createRequire(import.meta.url).resolve(name)
    return true
  } catch {
    return false
  }
}

/** Both packages are optional, and loaded only by tests that need them. */
const hasPackages = ['playwright-core', 'axe-core'].every(isInstalled)

const usualPaths = [
  process.env.OC_CONFORMANCE_BROWSER ?? '',
  '/usr/bin/chromium',
  '/usr/bin/google-chrome',
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
]

/** The installed Chromium, for tests of our own pages; `undefined` without one or without a driver. */
export const chromiumPath: string | undefined = hasPackages
  ? usualPaths.find(path => path !== '' && existsSync(path))
  : undefined

export const launchChromium = async (): Promise<Browser> => {
  const { chromium } = await import('playwright-core')
  return chromium.launch({ executablePath: chromiumPath ?? '', chromiumSandbox: process.getuid?.() !== 0 })
}

/** A width in pixels and a colour scheme. */
export type View = { width: number; colorScheme: 'light' | 'dark' }

/** The views of our own pages: a desktop and a small phone, light and dark. */
export const views: readonly View[] = [1280, 360].flatMap(width =>
  (['light', 'dark'] as const).map(colorScheme => ({ width, colorScheme })),
)

/** Opens a new profile with this view. */
export const openProfile = (browser: Browser, { width, colorScheme }: View): Promise<BrowserContext> =>
  browser.newContext({ viewport: { width, height: 800 }, colorScheme, reducedMotion: 'reduce' })

/** Changes the width and colour scheme of an open page, without reloading it. */
export const showAs = async (page: Page, { width, colorScheme }: View): Promise<void> => {
  await page.setViewportSize({ width, height: 800 })
  await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
}

/**
 * Returns axe-core's violations on the current page: rule, element and help. In the dark scheme only colours are checked, since nothing
 * else differs.
 */
export const accessibilityFaults = async (page: Page, { colorScheme }: View): Promise<string[]> => {
  // Unlike a script element, evaluating the source is not subject to the page's content security policy.
  if (!(await page.evaluate<boolean>(`'axe' in window`))) await page.evaluate((await import('axe-core')).default.source)
  const { violations } = await page.evaluate<AxeResults>(
    colorScheme === 'light' ? 'axe.run()' : `axe.run({ runOnly: ['color-contrast', 'link-in-text-block'] })`,
  )
  return violations.flatMap(({ id, help, nodes }) => nodes.map(({ target }) => `${id} ${target.join(' ')}: ${help}`))
}

const findOverflows = `(() => {
  const { clientWidth, scrollWidth } = document.documentElement
  if (scrollWidth <= clientWidth) return []
  const isWide = element => element.getBoundingClientRect().right > clientWidth
  return [...document.querySelectorAll('body *')].filter(isWide).map(element => element.outerHTML.slice(0, 80))
})()`

/** Returns the elements that are wider than the window and cause horizontal scrolling. */
export const overflows = (page: Page): Promise<string[]> => page.evaluate(findOverflows)

// Tab reaches one of a group of radio buttons, the arrow keys the others.
const markControls = `(() => {
  const groups = new Set()
  const isFirst = ({ type, name }) => type !== 'radio' || (!groups.has(name) && Boolean(groups.add(name)))
  const all = [...document.querySelectorAll('a[href], button, input:not([type=hidden]), summary, textarea, select, [tabindex="0"]')]
  const shown = all.filter(element => element.checkVisibility({ contentVisibilityAuto: true }) && isFirst(element))
  for (const element of shown) element.setAttribute('data-unreached', '')
  return shown.length
})()`

const visitFocused = `(() => {
  const element = document.activeElement
  if (element === document.body) return undefined
  const isSame = ({ type, name }) => element.type === 'radio' && type === 'radio' && name === element.name
  for (const other of [element, ...document.querySelectorAll('input')])
    if (other === element || isSame(other)) other.removeAttribute('data-unreached')
  const rings = [element, element.closest('.option')].map(shown => shown && getComputedStyle(shown).outlineStyle)
  return rings.some(ring => ring && ring !== 'none') ? undefined : 'no ring: ' + element.outerHTML.slice(0, 80)
})()`

const findUnreached = `[...document.querySelectorAll('[data-unreached]')].map(({ outerHTML }) => 'not reached: ' + outerHTML.slice(0, 80))`

/** Returns the controls that Tab does not reach, or that do not show the focus. */
export const unreachable = async (page: Page): Promise<string[]> => {
  const faults: string[] = []
  const count = await page.evaluate<number>(markControls)
  for (let step = 0; step < count; step++) {
    await page.keyboard.press('Tab')
    const fault = await page.evaluate<string | undefined>(visitFocused)
    if (fault !== undefined) faults.push(fault)
  }
  return [...faults, ...(await page.evaluate<string[]>(findUnreached))]
}

/** Presses Tab until an element with this accessible name has the focus. */
export const tabTo = async (page: Page, role: 'button' | 'radio' | 'link', name: string | RegExp): Promise<void> => {
  const wanted = page.getByRole(role, { name }).first()
  for (let step = 0; step < mostTabs; step++) {
    await page.keyboard.press('Tab')
    if ((await wanted.and(page.locator(':focus')).count()) === 1) return
  }
  throw new Error(`${role} ${String(name)} cannot be reached with Tab`)
}

/** Enough tabs to reach any control of a page. */
const mostTabs = 60
