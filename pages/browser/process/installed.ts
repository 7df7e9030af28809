import { accessSync, constants } from 'node:fs'
import { basename, delimiter, join } from 'node:path'
import { blocked } from '../../../harness/outcome.ts'
import { findPackage, placesOf } from '../../../protocol/optional-package.ts'

/** Names of executables, the most lightweight first: a headless shell draws no window. */
const names = [
  'chromium-headless-shell',
  'chrome-headless-shell',
  'chromium',
  'chromium-browser',
  'google-chrome-stable',
  'google-chrome',
  'chrome',
  'microsoft-edge-stable',
  'microsoft-edge',
]

const usualPlaces = [
  '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
  '/Applications/Chromium.app/Contents/MacOS/Chromium',
  '/Applications/Microsoft Edge.app/Contents/MacOS/Microsoft Edge',
  'C:\\Program Files\\Google\\Chrome\\Application\\chrome.exe',
  'C:\\Program Files (x86)\\Microsoft\\Edge\\Application\\msedge.exe',
]

const isExecutable = (path: string): boolean => {
  try {
    accessSync(path, constants.X_OK)
    return true
  } catch {
    return false
  }
}

/** Returns the path of a Chromium, Chrome or Edge on this machine: the given one, else a headless shell, else the first found. */
const findBrowser = (given?: string): string | undefined => {
  const folders = (process.env.PATH ?? '').split(delimiter).filter(folder => folder !== '')
  const found = names.flatMap(name => folders.map(folder => join(folder, name)))
  const candidates = given === undefined ? [...found, ...usualPlaces] : [given]
  return candidates.find(isExecutable)
}

/** Where a run searches for playwright-core besides this package: the working folder. */
export const usualFolders = (): readonly string[] => [process.cwd()]

/** Executables of browsers with other protocols. */
const others = /^(?:firefox|iceweasel|librewolf|safari|epiphany|webkit)/i

/** Returns what is missing for using a browser, and the remedy; `undefined` if nothing is. */
export const missingPart = (given?: string, folders = usualFolders()): { what: string; remedy: string } | undefined => {
  // Only locates the package, since most runs use no browser.
  if (findPackage('playwright-core', folders) === undefined)
    return {
      what: `the browser driver needs the package playwright-core, which is not installed (searched ${placesOf(folders)})`,
      remedy: 'install it beside the config with npm install playwright-core',
    }
  if (given !== undefined && others.test(basename(given)))
    return {
      what: `the browser driver cannot use ${given}: Firefox and Safari have no protocol to answer each request of a page`,
      remedy: 'name a Chromium, Chrome or Edge with --browser PATH',
    }
  if (findBrowser(given) !== undefined) return undefined
  return given === undefined
    ? {
        what: 'the browser driver does not find Chromium, Chrome or Edge',
        remedy: 'install one (Debian: apt-get install chromium-headless-shell), or name it with --browser PATH',
      }
    : {
        what: `the browser driver cannot start ${given}`,
        remedy: 'name a Chromium, Chrome or Edge with --browser PATH',
      }
}

/** Like `missingPart`, in one line. */
export const missingForBrowser = (given?: string, folders = usualFolders()): string | undefined => {
  const missing = missingPart(given, folders)
  return missing && `${missing.what}: ${missing.remedy}`
}

/** Returns the path of the browser; blocks the check if there is none. */
export const requireBrowser = (given: string | undefined, folders: readonly string[]): string => {
  const missing = missingForBrowser(given, folders)
  return missing === undefined ? (findBrowser(given) ?? '') : blocked(missing)
}
