import { defineConfig } from 'vitest/config'
import { KillRecorder } from './kill-recorder.ts'

/** `new`: the mutants that run are recorded anew; `confirmed`: what is found again stays. */
const recording = process.env.SELFTEST_RECORD

/** Every mutant and every variant against the whole suite of its role, and the controls on the harness. */
export default defineConfig({
  test: {
    include: ['selftest/**/*.selftest.ts'],
    pool: 'threads',
    // Vitest leaves a core free for watching files; nobody watches here.
    maxWorkers: '100%',
    // Most of a run is waiting, so that several share a worker.
    maxConcurrency: 6,
    testTimeout: 180_000,
    reporters: ['default', ...(recording ? [new KillRecorder(recording === 'confirmed')] : [])],
  },
})
