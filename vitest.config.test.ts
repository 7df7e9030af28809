import { globSync, readFileSync } from 'node:fs'
import { matchesGlob } from 'node:path'
import { expect, test } from 'vitest'
import config from './vitest.config.ts'

const [shared, own] = (config.test?.projects ?? []).map(project =>
  typeof project === 'object' && 'test' in project ? project.test : undefined,
)

test('a test that replaces modules loads its own: the files that follow in a thread would get the replaced ones', () => {
  const tests = globSync('**/*.test.ts', { exclude: ['node_modules', 'dist'] })
  const replacing = tests.filter(file => /\bvi\s*\.(?:doMock|mock|resetModules)\(/.test(readFileSync(file, 'utf8')))
  const isOwn = (file: string) => own?.include?.some(glob => matchesGlob(file, glob)) === true
  expect(replacing.length).toBeGreaterThan(2)
  expect(replacing.filter(file => !isOwn(file))).toEqual([])
  expect(shared?.exclude).toEqual(expect.arrayContaining(own?.include ?? ['nothing']))
})
