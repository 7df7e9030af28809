import { defineConfig } from 'vitest/config'
import { KillRecorder } from './kill-recorder.ts'

/** `new` records the mutants that run; `confirmed` keeps what is found again. */
const recording = process.env.SELFTEST_RECORD

/** Runs every mutant and variant against the whole suite of its role, and the controls on the harness. */
export default defineConfig({
  test: {
    include: ['selftest/**/*.selftest.ts'],
    pool: 'threads',
    // Vitest would leave a core free for watch mode.
    maxWorkers: '100%',
    // Most of a run is waiting, so several share a worker.
    maxConcurrency: 6,
    // A run ends by itself after five minutes (certify.ts); on a busy machine several take as long as that.
    testTimeout: 400_000,
    reporters: ['default', ...(recording ? [new KillRecorder(recording === 'confirmed')] : [])],
  },
})
