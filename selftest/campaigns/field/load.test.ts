import { expect, test } from 'vitest'
import type { JobReport } from '../../field/run-job.ts'
import type { Reply } from '../worker-process.ts'
import { changesByLoad } from './load.ts'

const replyOf = (checks: Record<string, string>, problems: string[] = [], observations = {}): Reply<JobReport> => ({
  isAsExpected: true,
  verdict: 'conformant',
  seconds: 1,
  requests: 1,
  problems,
  line: { name: 'the reference', checks, observations },
})

const free = replyOf({ 'verify/a': 'pass', 'verify/b': 'pass' })

test('a run with the same verdicts has no changes', () => {
  expect(changesByLoad(free, replyOf({ 'verify/a': 'pass', 'verify/b': 'pass' }))).toEqual([])
})

test('a check that fails, or is blocked by anything but the machine, is a change', () => {
  const loaded = replyOf({ 'verify/a': 'fail', 'verify/b': 'blocked' }, [
    'fail verify/a: 500',
    'blocked verify/b: no answer',
  ])
  expect(changesByLoad(free, loaded)).toEqual([
    'verify/a was "pass", is "fail"; fail verify/a: 500',
    'verify/b was "pass", is "blocked"; blocked verify/b: no answer',
  ])
})

test('a check blocked because this machine was too slow is excused', () => {
  const loaded = replyOf({ 'verify/a': 'pass', 'verify/b': 'blocked' }, [
    'blocked verify/b: this machine was too slow: the check ran out of time',
  ])
  expect(changesByLoad(free, loaded)).toEqual([])
})

test('another observation is a change, and so is a run that ended with an error', () => {
  const loaded = replyOf({ 'verify/a': 'pass', 'verify/b': 'pass' }, [], { 'verify/a VERIFY-08': 'status' })
  expect(changesByLoad(free, loaded)).toEqual(['verify/a VERIFY-08 was nothing, is "status"; '])
  expect(changesByLoad(free, { error: 'the process ended' })).toHaveLength(1)
})

test('another measured number is not a change', () => {
  const [before, after] = [{ 'a/b AUTH-22': { seconds: 300 } }, { 'a/b AUTH-22': { seconds: 296.5 } }]
  expect(changesByLoad(replyOf({}, [], before), replyOf({}, [], after))).toEqual([])
})
