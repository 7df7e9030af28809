import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, expect, test, vi } from 'vitest'
import { corpusPath, skipReason, textOf } from './corpora.test.support.ts'

const folder = mkdtempSync(join(tmpdir(), 'corpora-'))
mkdirSync(join(folder, 'example'))
writeFileSync(join(folder, 'example', 'vectors.txt'), 'a vector')

afterEach(() => {
  vi.unstubAllEnvs()
})

afterAll(() => {
  rmSync(folder, { recursive: true })
})

test('a corpus is found in the folder that the environment names', () => {
  vi.stubEnv('OC_CONFORMANCE_CORPORA', folder)
  expect(corpusPath('corpora/example/vectors.txt')).toBe(join(folder, 'example', 'vectors.txt'))
  expect(textOf('corpora/example/vectors.txt')).toBe('a vector')
})

test('the folder holds corpora only', () => {
  vi.stubEnv('OC_CONFORMANCE_CORPORA', folder)
  expect(corpusPath('example/vectors.txt')).toBeUndefined()
})

test.each([undefined, '', join(folder, 'absent')])('an absent corpus is named, with the variable at %j', value => {
  vi.stubEnv('OC_CONFORMANCE_CORPORA', value)
  expect(corpusPath('corpora/example/vectors.txt')).toBeUndefined()
  expect(() => textOf('corpora/example/vectors.txt')).toThrow(skipReason('corpora/example/vectors.txt'))
  expect(skipReason('corpora/example/vectors.txt')).toMatch(/corpora\/example\/vectors\.txt .* OC_CONFORMANCE_CORPORA/)
})
