import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { requireBrowser } from './installed.ts'

const path = process.env.PATH
let folders: string[]

beforeEach(() => {
  folders = [0, 1].map(() => mkdtempSync(join(tmpdir(), 'installed-')))
  process.env.PATH = folders.join(delimiter)
})

afterEach(() => {
  process.env.PATH = path
  for (const folder of folders) rmSync(folder, { recursive: true })
})

/** Puts a program into the first or second folder of the PATH. Returns where it is. */
const install = (folder: 0 | 1, name: string): string => {
  const program = join(folders[folder] ?? '', name)
  writeFileSync(program, '', { mode: 0o755 })
  return program
}

test.skipIf(process.platform === 'win32')(
  'a headless shell is used before a whole browser, unless another is named',
  () => {
    const whole = install(0, 'chromium')
    expect(requireBrowser()).toBe(whole)
    const shell = install(1, 'chromium-headless-shell')
    expect(requireBrowser()).toBe(shell)
    expect(requireBrowser(whole)).toBe(whole)
  },
)
