import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { KillRecorder } from './kill-recorder.ts'
import { LongestFirst } from './longest-first.ts'
import { ProofRecorder } from './proof-recorder.ts'
import { isShort, isWhole } from './size.ts'

/** `new` records the mutants that run; `confirmed` keeps what is found again. */
const recording = process.env.SELFTEST_RECORD

/** The files that take minutes. SELFTEST=short leaves them out, but for mutants and variants. */
const long = [
  'selftest/{crash,field,pages}/**',
  'selftest/{dialects/dialects,hostile/{costly-pages,hostile-pages},hostile/hostile-targets,hostile/throttling-targets,people/person,runs/two-stacks,set-up/pages-in-the-way,set-up/shared-state}.selftest.ts',
]

const leftOut = isShort ? long : []

/** Runs every mutant, variant and dialect, and the controls on the harness; SELFTEST=whole leaves nothing out. */
export default defineConfig({
  test: {
    include: ['{selftest,docs}/**/*.selftest.ts'],
    exclude: [...configDefaults.exclude, ...leftOut],
    // V8 may abort a process in which several threads begin and end: `Check failed: jit_page.has_value()`.
    pool: 'forks',
    // Half as many workers again as cores: some files mostly wait.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // Much of a run is waiting, so several share a worker; more of them make the times of a slow machine too long for what expires.
    maxConcurrency: 4,
    // A run ends by itself after five minutes (certify.ts); on a busy machine several take as long as that.
    testTimeout: 400_000,
    hookTimeout: 60_000,
    reporters: [
      'default',
      ...(recording ? [new KillRecorder(recording === 'confirmed')] : []),
      ...(isWhole ? [new ProofRecorder()] : []),
    ],
  },
})
