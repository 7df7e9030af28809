import { defineConfig } from 'vitest/config'

export default defineConfig({
  test: {
    include: ['**/*.test.ts'],
    exclude: ['**/node_modules/**', 'dist/**'],
    pool: 'threads',
    testTimeout: 30_000,
    maxConcurrency: 3,
  },
})
