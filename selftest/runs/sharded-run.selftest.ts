import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { roles } from '../../protocol/operations.ts'
import type { Report } from '../../schemas/messages.ts'

const bin = fileURLToPath(new URL('../../bin.ts', import.meta.url))

const clausesOf = ({ clauses }: Report) => clauses.map(({ id, verdict }) => [id, verdict])
const verdictsOf = ({ checks }: Report) => checks.map(({ id, verdict }) => [id, verdict])

test.each(roles)(
  '%s: three merged shards of the reference equal one run with the same seed',
  {
    timeout: 300_000,
  },
  async role => {
    const folder = await mkdtemp(join(tmpdir(), 'oc-shards-'))
    const run = (...argv: string[]) => promisify(execFile)(process.execPath, [bin, ...argv, '--json'], { cwd: folder })
    const certify = (...argv: string[]) =>
      run('run', '--reference', '--role', role, '--depth', 'quick', '--seed', '1', ...argv)
    const reportIn = async (name: string): Promise<Report> =>
      JSON.parse(await readFile(join(folder, name, 'report.json'), 'utf8'))
    try {
      await certify('--report', 'whole')
      for (const index of [1, 2, 3]) await certify('--shard', `${index}/3`, '--report', `shard-${index}`)
      await run('report', 'merge', 'shard-1', 'shard-2', 'shard-3', '--report', 'merged')
      await certify('--workers', '2', '--report', 'together')
      const whole = await reportIn('whole')
      expect(whole.verdict).toBe('conformant')
      for (const other of [await reportIn('merged'), await reportIn('together')]) {
        expect(clausesOf(other)).toEqual(clausesOf(whole))
        expect(JSON.stringify(other.counts)).toBe(JSON.stringify(whole.counts))
        expect(JSON.stringify(other.clauses)).toBe(JSON.stringify(whole.clauses))
        expect(verdictsOf(other)).toEqual(verdictsOf(whole))
      }
    } finally {
      await rm(folder, { recursive: true })
    }
  },
)
