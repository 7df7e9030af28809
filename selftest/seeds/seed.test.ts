import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Returns the files with code that runs in a check and matches the expression. */
const filesWith = (expression: RegExp): string[] =>
  globSync('{protocol,schemas,harness,pages,mocks,suites}/**/*.ts', { cwd: root })
    .filter(file => !/\.test\.(\w+\.)?ts$/.test(file) && expression.test(readFileSync(join(root, file), 'utf8')))
    .sort()

// In a check, only the test of a property knows the seed of the run, and it refuses checks that draw no values.
test('only properties know the seed of the run', () => {
  expect(filesWith(/\.seed\b|\{[^}]*\bseed\b[^}]*\} = /)).toEqual(['harness/property.ts'])
})

test('only properties draw values', () => {
  expect(filesWith(/\bfc\.(check|assert|sample|statistics)\b/)).toEqual(['harness/property.ts'])
})
