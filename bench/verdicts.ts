import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { roles } from '../protocol/operations.ts'
import type { Report } from '../schemas/messages.ts'
import { differencesIn, type Outcomes, outcomesIn } from './verdicts/differences.ts'

/**
 * Compares the verdicts and observations of this checkout with those of another, such as an earlier commit: each certifies the
 * reference of each role with the same seeds. `node bench/verdicts.ts ../earlier [--role ROLE] [--seeds N] [--depth DEPTH]`; the other
 * needs its node_modules.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    role: { type: 'string' },
    seeds: { type: 'string', default: '20' },
    depth: { type: 'string', default: 'standard' },
  },
})

const here = fileURLToPath(new URL('..', import.meta.url))
const [other] = positionals
if (other === undefined) throw new Error('Give the folder of another checkout.')
const earlier = resolve(other)
const folder = mkdtempSync(join(tmpdir(), 'oc-conformance-verdicts-'))

/** Certifies the reference of a role in a checkout; returns the outcome of each check. A run need not be conformant. */
const certify = (checkout: string, role: string, seed: number): Outcomes => {
  const options = ['--role', role, '--seed', String(seed), '--depth', values.depth, '--report', folder]
  try {
    execFileSync(process.execPath, [join(checkout, 'bin.ts'), 'run', '--reference', ...options], { stdio: 'ignore' })
  } catch (error) {
    if (Number((error as { status?: unknown }).status) > 3) throw error
  }
  return outcomesIn(JSON.parse(readFileSync(join(folder, 'report.json'), 'utf8')) as Report)
}

try {
  const seeds = Array.from({ length: Number(values.seeds) }, (_, index) => index + 1)
  for (const role of roles.filter(role => values.role === undefined || role === values.role)) {
    const pairs = seeds.map(seed => ({ before: certify(earlier, role, seed), after: certify(here, role, seed) }))
    const differences = differencesIn(pairs)
    console.log(`\n${role}, ${seeds.length} seeds: ${differences.length} of ${pairs[0]?.after.size ?? 0} checks differ`)
    if (differences.length === 0) continue
    console.log(`\n| check | ${basename(earlier)} | here | seeds |\n|---|---|---|--:|`)
    for (const { check, before, after, count } of differences)
      console.log(`| ${check} | ${before} | ${after} | ${count} |`)
  }
} finally {
  rmSync(folder, { recursive: true, force: true })
}
