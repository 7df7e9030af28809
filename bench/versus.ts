import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { median } from './measure.ts'

/**
 * Compares this checkout with another, such as an earlier commit: runs the same commands in both, in turn, and prints their median
 * seconds. `node bench/versus.ts ../earlier [--rounds N] [--only PART]`; the other needs its node_modules. Needs bash.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: { rounds: { type: 'string', default: '5' }, only: { type: 'string', default: '' } },
})

const commands: Readonly<Record<string, string>> = {
  version: '--version',
  'one check': 'run --reference --only CHECKOUT-04',
  'gateway, quick': 'run --reference --role gateway --depth quick',
  'merchant, quick': 'run --reference --role merchant --depth quick',
  'KYC provider, quick': 'run --reference --role kyc --depth quick',
  'gateway, standard': 'run --reference --role gateway',
  'every role, standard': 'run --reference',
}

const here = fileURLToPath(new URL('..', import.meta.url))
const report = mkdtempSync(join(tmpdir(), 'oc-conformance-versus-'))

type Seconds = { wall: number; cpu: number }

/** Runs a command of a checkout; returns its seconds, and those of CPU of all its processes. */
const measure = (checkout: string, command: string, seed: number): Seconds => {
  const options = command.startsWith('run') ? ['--seed', String(seed), '--report', report] : []
  const script = 'TIMEFORMAT="%R %U %S"; time "$@" >/dev/null 2>&1'
  const argv = [process.execPath, join(checkout, 'bin.ts'), ...command.split(' '), ...options]
  const printed = execFileSync('bash', ['-c', `{ ${script}; } 2>&1`, 'bash', ...argv], { encoding: 'utf8' })
  const [wall = Number.NaN, user = Number.NaN, system = Number.NaN] = printed.trim().split(' ').map(Number)
  return { wall, cpu: user + system }
}

const compare = (other: string, command: string): string[] => {
  const measured: { before: Seconds; after: Seconds }[] = []
  // The first round warms up.
  for (let round = 0; round <= Number(values.rounds); round++)
    measured.push({ before: measure(other, command, round), after: measure(here, command, round) })
  const counted = measured.slice(1)
  return (['cpu', 'wall'] as const).flatMap(what => {
    const [before, after] = [
      median(counted.map(each => each.before[what])),
      median(counted.map(each => each.after[what])),
    ]
    const ratio = median(counted.map(each => each.after[what] / each.before[what]))
    return [before.toFixed(2), after.toFixed(2), ratio.toFixed(2)]
  })
}

const [other] = positionals
if (other === undefined) throw new Error('Give the folder of another checkout.')
console.log('| | CPU s before | after | ratio | wall s before | after | ratio |\n|---|--:|--:|--:|--:|--:|--:|')
try {
  for (const [name, command] of Object.entries(commands).filter(([name]) => name.includes(values.only)))
    console.log(`| ${[name, ...compare(resolve(other), command)].join(' | ')} |`)
} finally {
  rmSync(report, { recursive: true, force: true })
}
