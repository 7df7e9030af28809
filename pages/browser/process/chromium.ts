import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Browser } from 'playwright-core'
import { activity } from '../../../harness/activity.ts'
import { blocked } from '../../../harness/outcome.ts'
import { findPackage } from '../../../protocol/optional-package.ts'
import { usualSize } from '../page/window.ts'
import { createContexts, type Lease } from './contexts.ts'
import { requireBrowser, usualFolders } from './installed.ts'
import { boundMemory } from './memory.ts'
import { countResponses, type Responses } from './responses.ts'
import { createSeats, type Seats } from './seats.ts'

/** The browser of a run. It starts with the first page, or earlier, and has no network access. */
export type Chromium = {
  /** The seats of the checks that use it concurrently. */
  readonly seats: Seats
  readonly responses: Responses
  /** Starts the browser, if there is one, so that the first page need not wait for it. */
  start(): void
  /** Lends a context to a customer or user. Blocks the check if there is no browser. */
  lend(): Promise<Lease>
  /** Ends the browser, and removes its profile and files. */
  close(): Promise<void>
}

/** Returns playwright-core, from this package or from a folder; `undefined` if it cannot be loaded. */
const loadPlaywright = async (folders: readonly string[]): Promise<typeof import('playwright-core') | undefined> => {
  const found = findPackage('playwright-core', folders)
  if (found && !found.isOwn) return found.load() as typeof import('playwright-core')
  return import('playwright-core').catch(() => undefined)
}

const prefix = 'oc-conformance-browser-'

/** Removes the files of browsers whose harness ended without closing them. */
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
    // A browser that is still exiting writes into it; the next run removes it.
  }
}

/** Arguments that cut the browser off from the network: only the harness answers its requests. */
const sealed = [
  // The discard port, where nothing answers.
  '--proxy-server=http://127.0.0.1:9',
  '--proxy-bypass-list=<-loopback>',
  // WebRTC, QUIC and DNS use UDP, which bypasses the proxy. The headless shell reads the first policy, Chromium the second.
  '--force-webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--webrtc-ip-handling-policy=disable_non_proxied_udp',
  '--disable-quic',
  '--dns-prefetch-disable',
  '--host-resolver-rules=MAP * ~NOTFOUND',
  '--disable-background-networking',
  // Frames of all origins share a process, so one session sees all requests of a page.
  '--disable-site-isolation-trials',
  '--renderer-process-limit=8',
  // Disables the features that Playwright disables, the browser's own windows, which cost one process each, and a new frame per document.
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
  // Without a GPU, the GPU process only composites, which the browser process does more cheaply.
  ...(process.platform === 'linux' ? ['--in-process-gpu'] : []),
]

const launchMs = 60_000

let lastStart: Promise<unknown> = Promise.resolve()

/** Serializes starts: each changes TMPDIR, and restores it. */
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
      // Restores the protection against pages that flood the browser, for example with history entries, which Playwright disables.
      ignoreDefaultArgs: ['--disable-ipc-flooding-protection'],
      // Chromium does not start its sandbox as root, the usual user in a container.
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

/** The environment without possible secrets: only variables that a program needs to start. */
const environment = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      (entry): entry is [string, string] =>
        /^(?:PATH|HOME|LANG|LC_\w+|DISPLAY|TZ|SystemRoot|XDG_\w+)$/.test(entry[0]) && entry[1] !== undefined,
    ),
  )

/** Creates the browser of a run; `given`: its path; `packages`: further folders to search for playwright-core. */
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
    // After a crash, open pages are lost, and later ones get a new browser.
    started = undefined
    remove(folder)
    return running()
  }
  return {
    seats: createSeats(mostChecks),
    responses: countResponses(),
    // The first page reports why it fails to start.
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

/** How many checks use the browser concurrently: more would wait for the CPU, not for the target. */
const mostChecks = 3

const contextOptions = {
  locale: 'en',
  serviceWorkers: 'block',
  acceptDownloads: false,
  viewport: usualSize,
  /** Avoids animations, which would be painted sixty times a second. */
  reducedMotion: 'reduce',
} as const

const closeMs = 10_000

/** Limits the wait for a browser that does not close: its process ends when its pipe closes. */
const afterClosing = () =>
  new Promise<void>(resolve => {
    setTimeout(resolve, closeMs).unref()
  })
