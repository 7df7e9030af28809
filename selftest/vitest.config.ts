import { availableParallelism } from 'node:os'
import { configDefaults, defineConfig } from 'vitest/config'
import { KillRecorder } from './kill-recorder.ts'
import { LongestFirst } from './longest-first.ts'
import { ProofRecorder } from './proof-recorder.ts'
import { isShort, isWhole } from './size.ts'

/** `new` records the mutants that run; `confirmed` keeps checks that find them again. */
const recording = process.env.SELFTEST_RECORD

/** The files that take minutes. SELFTEST=short omits them, except mutants and variants. */
const long = [
  'selftest/{crash,field,pages}/**',
  'selftest/{dialects/dialects,hostile/{costly-pages,hostile-pages},hostile/hostile-targets,hostile/throttling-targets,people/person,runs/two-stacks,set-up/pages-in-the-way,set-up/shared-state}.selftest.ts',
]

const leftOut = isShort ? long : []

/** Runs every mutant, variant and dialect, and the controls of the harness; SELFTEST=whole omits nothing. */
export default defineConfig({
  test: {
    include: ['{selftest,docs}/**/*.selftest.ts'],
    exclude: [...configDefaults.exclude, ...leftOut],
    // V8 may abort a process if several threads start and end in it: `Check failed: jit_page.has_value()`.
    pool: 'forks',
    // 1.5 workers per core: some files mostly wait.
    maxWorkers: Math.ceil(availableParallelism() * 1.5),
    sequence: { sequencer: LongestFirst },
    // A run mostly waits, so several share a worker; with more, a slow machine would miss expiry times.
    maxConcurrency: 4,
    // A run is aborted after five minutes (certify.ts); on a busy machine several may take as long.
    testTimeout: 400_000,
    hookTimeout: 60_000,
    reporters: [
      'default',
      ...(recording ? [new KillRecorder(recording === 'confirmed')] : []),
      ...(isWhole ? [new ProofRecorder()] : []),
    ],
  },
})
