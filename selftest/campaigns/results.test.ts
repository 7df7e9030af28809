import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { appendResult, byJob, forget, readResults } from './results.ts'

let folder = ''
const file = () => join(folder, 'results.ndjson')
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'batch-'))
})
afterEach(() => rmSync(folder, { recursive: true }))

type Job = { seed: number }
type Result = Job & { seconds: number; digest: string }

const nameOf = ({ seed }: Job) => `seed ${seed}`
const resultOf = (changes: Partial<Result> = {}): Result => ({ seed: 1, seconds: 10, digest: 'a', ...changes })

test('results are read back, without a truncated line', () => {
  appendResult(file(), resultOf())
  writeFileSync(file(), '{"seed":1,"seco', { flag: 'a' })
  expect(readResults(file())).toEqual([resultOf()])
})

test('without a file there are no results', () => expect(readResults(file())).toEqual([]))

test('the last result of a job counts', () => {
  const results = byJob(nameOf, [resultOf({ seconds: 10 }), resultOf({ seconds: 20 }), resultOf({ seed: 2 })])
  expect(results.get('seed 1')?.seconds).toBe(20)
  expect(results.size).toBe(2)
})

test('only the results of these jobs and sources are forgotten', () => {
  const kept = [resultOf({ digest: 'b' }), resultOf({ seed: 2 })]
  for (const result of [resultOf(), ...kept]) appendResult(file(), result)
  forget<Result>(file(), ({ seed }) => seed === 1, 'a')
  expect(readResults(file())).toEqual(kept)
})
