import { readFileSync } from 'node:fs'
import type { Browser } from 'playwright-core'

/** Bytes of memory that the process of a page may take. */
const mostBytes = 1_024 * 1_048_576

/** Milliseconds from one look at the processes to the next. */
const lookMs = 250

/**
 * Returns the memory of a process that shows pages, in bytes; `undefined` if it is another process, or the system does not tell (it is
 * not Linux).
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
    // It has ended.
  }
}

/**
 * Ends each process of a page that takes too much memory, until the browser ends: buffers and elements are not in the heap of scripts,
 * which has a bound of its own. Such a page has crashed for whoever uses it.
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
