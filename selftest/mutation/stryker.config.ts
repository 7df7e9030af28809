import type { PartialStrykerOptions } from '@stryker-mutator/api/core'
import { excluded } from './excluded.ts'

/** Mutates the reference and tries the suites on it; excluded.ts lists the files that are not mutated, and why. */
const config: PartialStrykerOptions = {
  mutate: ['reference/**/*.ts', ...excluded.map(({ files }) => `!${files}`)],
  plugins: ['./selftest/mutation/runner.ts'],
  testRunner: 'conformance',
  coverageAnalysis: 'perTest',
  ignorers: ['freedom'],
  // Stryker reads a tsconfig through an API that TypeScript 7 lacks; types are stripped, not checked.
  tsconfigFile: 'selftest/mutation/none.json',
  ignorePatterns: ['dist', 'jar', 'bench', 'conformance-report', 'coverage'],
  // A certification mostly waits.
  concurrency: 3,
  timeoutMS: 60_000,
  timeoutFactor: 2,
  dryRunTimeoutMinutes: 10,
  maxTestRunnerReuse: 100,
  tempDirName: 'coverage/mutation/sandboxes',
  reporters: ['json', 'progress-append-only'],
  jsonReporter: { fileName: 'coverage/mutation/mutation.json' },
  allowEmpty: false,
  allowConsoleColors: false,
}

export default config
