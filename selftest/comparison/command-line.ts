import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Role } from '../../protocol/operations.ts'
import type { Report } from '../../schemas/messages.ts'
import type { Certified } from '../certify.ts'

const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))

/** Runs the command, whose exit code gives the verdict. */
const execute = (args: readonly string[], cwd: string): Promise<void> =>
  new Promise(resolve => execFile(process.execPath, [bin, ...args], { cwd, maxBuffer: 2 ** 26 }, () => resolve()))

/** Certifies the bundled reference as users do: by the command, at quick depth, which omits most checks. */
export const certifyByCommand = async (role: Role): Promise<Certified> => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-comparison-'))
  try {
    await execute(
      ['run', '--reference', '--role', role, '--depth', 'quick', '--seed', '1', '--report', 'report'],
      folder,
    )
    const report = JSON.parse(await readFile(join(folder, 'report', 'report.json'), 'utf8')) as Report
    return { report, exitCode: report.run.exitCode ?? 0 }
  } finally {
    await rm(folder, { recursive: true })
  }
}
