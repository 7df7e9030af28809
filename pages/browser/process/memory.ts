import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/** Maximum memory of a renderer process, in bytes. */
const mostBytes = 1_024 * 1_048_576

/** Milliseconds between two checks of the processes. */
const lookMs = 250

/**
 * Returns the memory of a renderer process, in bytes; `undefined` for another process, or if the system is not Linux.
 */
const memoryOf = (pid: number): number | undefined => {
  try {
    if (!readFileSync(`/proc/${pid}/cmdline`, 'utf8').includes('--type=renderer')) return undefined
    const [, kilobytes] = /^VmRSS:\s+(\d+) kB$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
    return kilobytes === undefined ? undefined : Number(kilobytes) * 1_024
  } catch {
    return undefined
  }
}

const end = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // The process has ended.
  }
}

/**
 * Kills renderer processes that use too much memory, until the browser ends: buffers and elements are outside the script heap, which has
 * its own limit. To its user, such a page has crashed.
 */
export const boundMemory = async (browser: Browser): Promise<void> => {
  const session = await browser.newBrowserCDPSession()
  const look = async () => {
    const { processInfo } = await session.send('SystemInfo.getProcessInfo')
    for (const { id } of processInfo) if ((memoryOf(id) ?? 0) > mostBytes) end(id)
    setTimeout(() => void look().catch(() => undefined), lookMs).unref()
  }
  await look()
}
