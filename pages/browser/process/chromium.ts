import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { activity } from '../../../harness/activity.ts'
import { blocked } from '../../../harness/outcome.ts'
import { findPackage } from '../../../protocol/optional-package.ts'
import { createContexts, type Lease } from './contexts.ts'
import { requireBrowser, usualFolders } from './installed.ts'
import { boundMemory } from './memory.ts'
import { countResponses, type Responses } from './responses.ts'
import { createSeats, type Seats } from './seats.ts'

/** The browser of a run. It is started with the first page, or before, and has no network of its own. */
export type Chromium = {
  /** The checks that use it at the same time. */
  readonly seats: Seats
  readonly responses: Responses
  /** Starts the browser, where one is there, so that the first page does not wait for it. */
  start(): void
  /** Lends a context to a customer or user. Blocks the check if there is no browser. */
  lend(): Promise<Lease>
  /** Ends the browser, and removes its profile and files. */
  close(): Promise<void>
}

/** Returns playwright-core, from the program or from a folder; `undefined` if it cannot be loaded. */
const loadPlaywright = async (folders: readonly string[]): Promise<typeof import('playwright-core') | undefined> => {
  const found = findPackage('playwright-core', folders)
  if (found && !found.isOwn) return found.load() as typeof import('playwright-core')
  return import('playwright-core').catch(() => undefined)
}

const prefix = 'oc-conformance-browser-'

/** Removes what browsers have left whose harness ended without closing them. */
const removeLeftovers = (): void => {
  for (const name of readdirSync(tmpdir()).filter(each => each.startsWith(prefix)))
    if (!isRunning(Number(name.slice(prefix.length).split('-')[0]))) remove(join(tmpdir(), name))
}

/** The folders of the browsers of this process. */
const folders = new Set<string>()

const removeFolders = (): void => {
  for (const folder of folders) remove(folder)
}

const isRunning = (pid: number): boolean => {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    return (error as { code?: string }).code === 'EPERM'
  }
}

const remove = (folder: string): void => {
  if (folders.delete(folder) && folders.size === 0) process.off('exit', removeFolders)
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 50 })
  } catch {
    // A browser that is still ending writes into it; the next run removes it.
  }
}

/** Arguments that leave the browser without a network: whatever it asks for is answered by the harness, or not at all. */
const sealed = [
  // The discard port: nothing answers there.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  // WebRTC, QUIC and DNS go by UDP, which knows no proxy. The headless shell reads the first of the two policies, Chromium the second.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  // Frames of all origins in one process: one session sees all requests of a page.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=8',
  // What Playwright switches off, windows of the browser's own that cost a process each, and a new frame for each document.
  `--disable-features=${[
    'AvoidUnnecessaryBeforeUnloadCheckSync,DestroyProfileOnBrowserClose,HttpsFirstBalancedModeAutoEnable,HttpsUpgrades,MediaRouter',
    'OptimizationHints,PaintHolding,Translate,LensOverlay,NetworkTimeServiceQuerying,AimEnabled,AvoidCorsURLLoaderRestartOnRedirect',
    'WebUIOmniboxPopup,WebUIOmniboxAimPopup,WebUIOmniboxFullPopup,RenderDocument',
  ].join(',')}`,
  '--js-flags=--max-old-space-size=256',
  '--deny-permission-prompts',
  '--disable-print-preview',
  '--disable-gpu',
  '--disable-software-rasterizer',
  // Without a GPU its process only puts pictures together, which the browser's own does for less.
  ...(process.platform === 'linux' ? ['--in-process-gpu'] : []),
]

const launchMs = 60_000

let lastStart: Promise<unknown> = Promise.resolve()

/** Does one start after the other: each has TMPDIR for itself meanwhile, and finds it as it was. */
const inTurn = <T>(start: () => Promise<T>): Promise<T> => {
  const started = lastStart.then(start)
  lastStart = started.catch(() => undefined)
  return started
}

const launch = async (path: string, folder: string, packages: readonly string[]): Promise<Browser> => {
  const playwright = await loadPlaywright(packages)
  if (playwright === undefined) throw new Error('playwright-core has gone')
  const before = process.env.TMPDIR
  // Playwright makes the profile in the folder for temporary files.
  process.env.TMPDIR = folder
  try {
    const browser = await playwright.chromium.launch({
      executablePath: path,
      args: sealed,
      // Playwright switches off what keeps a page from flooding the browser, such as with entries of its history.
      ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
      // Chromium refuses to start with its sandbox for root, as in a container.
      chromiumSandbox: process.getuid?.() !== 0,
      env: { ...environment(), TMPDIR: folder },
      timeout: launchMs,
      handleSIGINT: false,
      handleSIGTERM: false,
      handleSIGHUP: false,
    })
    await boundMemory(browser)
    return browser
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
}

/** The environment without what may be secret: only what a program needs to start. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        /^(?:PATH|HOME|LANG|LC_\w+|DISPLAY|TZ|SystemRoot|XDG_\w+)$/.test(entry[0]) && entry[1] !== undefined,
    ),
  )

/** Creates the browser of a run; `given`: its path; `packages`: folders in which playwright-core is looked for, too. */
export const createChromium = (given?: string, packages = usualFolders()): Chromium => {
  let started: Promise<{ browser: Browser; folder: string }> | undefined
  let isClosed = false
  const start = async () => {
    const path = requireBrowser(given, packages)
    removeLeftovers()
    const folder = mkdtempSync(join(tmpdir(), `${prefix}${process.pid}-`))
    folders.add(folder)
    if (folders.size === 1) process.once('exit', removeFolders)
    try {
      return { browser: await activity.during(launch(path, folder, packages)), folder }
    } catch (error) {
      remove(folder)
      return blocked(
        `the browser ${path} does not start: ${String((error as Error).message)
          .split('\n')[0]
          ?.slice(0, 200)}`,
      )
    }
  }
  const running = async (): Promise<Browser> => {
    if (isClosed) blocked('the browser is closed: the run has ended')
    started ??= inTurn(start)
    const { browser, folder } = await started
    if (browser.isConnected()) return browser
    // It has crashed; the pages that were open are lost, and the next ones get another one.
    started = undefined
    remove(folder)
    return running()
  }
  return {
    seats: createSeats(mostChecks),
    responses: countResponses(),
    // The first page reports why it does not start.
    start: () => void running().catch(() => undefined),
    lend: createContexts(async () => {
      const browser = await running()
      const userAgent = `Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/${browser.version()} Safari/537.36 oc-conformance`
      return browser.newContext({ ...contextOptions, userAgent })
    }),
    close: async () => {
      isClosed = true
      const open = await started?.catch(() => undefined)
      if (open === undefined) return
      await Promise.race([open.browser.close().catch(() => undefined), afterClosing()])
      remove(open.folder)
    },
  }
}

/** Checks that use the browser at the same time: more of them wait for the processor, not for the target. */
const mostChecks = 3

const contextOptions = {
  locale: 'en',
  serviceWorkers: 'block',
  acceptDownloads: false,
  /** In CSS pixels: each of them is painted anew for each page and each change of it. */
  viewport: { width: 800, height: 600 },
  /** Pages that ask for it move nothing for the sake of looks, which would be painted sixty times a second. */
  reducedMotion: 'reduce',
} as const

const closeMs = 10_000

/** Ends the wait for a browser that does not close: its process ends with the pipe to it. */
const afterClosing = () =>
  new Promise<void>(resolve => {
    setTimeout(resolve, closeMs).unref()
  })
