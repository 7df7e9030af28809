import { defineConfig } from 'vitest/config'
import { KillRecorder } from './kill-recorder.ts'
import { LongestFirst } from './longest-first.ts'

/** `new` records the mutants that run; `confirmed` keeps what is found again. */
const recording = process.env.SELFTEST_RECORD

/** Runs every mutant, variant and dialect, and the controls on the harness; SELFTEST=whole leaves nothing out. */
export default defineConfig({
  test: {
    include: ['selftest/**/*.selftest.ts'],
    pool: 'threads',
    // Vitest would leave a core free for watch mode.
    maxWorkers: '100%',
    sequence: { sequencer: LongestFirst },
    // Most of a run is waiting, so several share a worker.
    maxConcurrency: 6,
    // A run ends by itself after five minutes (certify.ts); on a busy machine several take as long as that.
    testTimeout: 400_000,
    reporters: ['default', ...(recording ? [new KillRecorder(recording === 'confirmed')] : [])],
  },
})
