import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    pool: 'threads',
    // Vitest leaves a core free for watching files; nobody watches here.
    maxWorkers: '100%',
    testTimeout: 30_000,
    maxConcurrency: 6,
  },
})
