import type { PartialStrykerOptions } from '@stryker-mutator/api/core'
import { excluded } from './excluded.ts'

/** Mutants of the reference, tried by the suites. What is not mutated has its reason in docs/mutation.md. */
const config: PartialStrykerOptions = {
  mutate: ['reference/**/*.ts', ...excluded.map(({ files }) => `!${files}`)],
  plugins: ['./selftest/mutation/runner.ts'],
  testRunner: 'conformance',
  coverageAnalysis: 'perTest',
  ignorers: ['freedom'],
  // The compiler's interface that a configuration would be read with is not in TypeScript 7; types are stripped, not checked.
  tsconfigFile: 'selftest/mutation/none.json',
  ignorePatterns: ['dist', 'jar', 'bench', 'conformance-report', 'coverage'],
  // A certification waits more than it computes.
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
