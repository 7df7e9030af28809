import { spawn } from 'node:child_process'
import { rmSync } from 'node:fs'
import { mkdtemp, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Environment } from '../../engine/settings/keys/read-key.ts'

/** The command that opens a file; absent without a desktop. */
const openerOf = (env: Environment): string | undefined => {
  if (process.platform === 'darwin') return 'open'
  if (process.platform === 'win32') return 'explorer'
  return env.DISPLAY || env.WAYLAND_DISPLAY ? 'xdg-open' : undefined
}

/** Milliseconds after which the file is deleted, since the browser has read it by then. */
const fileMs = 60_000

/**
 * Opens an address of our own if there is a desktop. Other users of the machine can see arguments, so the address is passed in a file that
 * only this user can read.
 */
export const openOnDesktop = async (url: string, env: Environment): Promise<void> => {
  const opener = openerOf(env)
  if (opener === undefined) return
  try {
    const folder = await mkdtemp(join(tmpdir(), 'oc-conformance-'))
    const file = join(folder, 'open.html')
    await writeFile(file, `<!doctype html><meta http-equiv="refresh" content="0;url=${url}"><title>Opening</title>`, {
      mode: 0o600,
    })
    spawn(opener, [file], { stdio: 'ignore', detached: true })
      .on('error', () => undefined)
      .unref()
    const forget = () => rmSync(folder, { recursive: true, force: true })
    setTimeout(forget, fileMs).unref()
    process.once('exit', forget)
  } catch {
    // The address is printed as well.
  }
}
