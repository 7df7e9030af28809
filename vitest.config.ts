import { availableParallelism } from 'node:os'
import { defineConfig } from 'vitest/config'

const everywhere = ['**/node_modules/**', 'dist/**']

/**
 * Tests that replace modules, or share a folder that goes when a file is over: each file reloads its modules. A replacement would stay in
 * the thread, for the files that follow there.
 */
const withOwnModules = [
  'pages/browser/process/installed.test.ts',
  'protocol/curve/fallback.test.ts',
  'sandbox/state/postgres/connection.test.ts',
  'engine/machine/folder-lock.test.ts',
  'engine/processes/run-process.test.ts',
  'engine/report/no-room.test.ts',
  'engine/runner/silent-thread.test.ts',
  'engine/settings/**/*.test.ts',
  'cli/*.test.ts',
]

export default defineConfig({
  test: {
    pool: 'threads',
    // Vitest leaves a core free for watching files; nobody watches here. Some files mostly wait, so there is one more.
    maxWorkers: availableParallelism() + 1,
    // Bounds for tests that hang: a slow machine with other work needs several times as long as a free one.
    testTimeout: 60_000,
    hookTimeout: 60_000,
    maxConcurrency: 6,
    projects: [
      // Reloading the suites and the schemas would cost more time than most tests do.
      {
        extends: true,
        test: {
          name: 'shared',
          isolate: false,
          include: ['**/*.test.ts'],
          exclude: [...everywhere, ...withOwnModules],
        },
      },
      { extends: true, test: { name: 'own modules', include: withOwnModules, exclude: everywhere } },
    ],
  },
})
