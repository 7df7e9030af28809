import { describe, expect, test } from 'vitest'
import { shardChoice, shardIn } from './shard-choice.ts'

const shardFor = (text: string, env: Record<string, string> = {}) => {
  const choice = shardChoice.read(text)
  return choice && shardIn(choice, env)
}

describe('the shard of a job', () => {
  test.each([
    ['2/3', {}, { index: 2, of: 3 }],
    ['2/3', { JOB_COMPLETION_INDEX: '0' }, { index: 2, of: 3 }],
    ['auto/3', { JOB_COMPLETION_INDEX: '0' }, { index: 1, of: 3 }],
    ['auto/3', { JOB_COMPLETION_INDEX: '2' }, { index: 3, of: 3 }],
    ['auto', { CI_NODE_INDEX: '2', CI_NODE_TOTAL: '4' }, { index: 2, of: 4 }],
    ['auto/4', { CI_NODE_INDEX: '4', CI_NODE_TOTAL: '4' }, { index: 4, of: 4 }],
  ])('%s in %j', (text, env, found) => expect(shardFor(text, env)).toEqual(found))

  test.each(['auto/0', 'auto/', 'automatic', '/3', '0/3', '4/3'])('%j is not a shard', text =>
    expect(shardChoice.read(text)).toBeUndefined(),
  )

  test.each([
    ['auto/3', {}, /does not find the index/],
    ['auto/3', { JOB_COMPLETION_INDEX: '' }, /does not find the index/],
    ['auto', { JOB_COMPLETION_INDEX: '0' }, /the number of jobs is unknown/],
    ['auto/3', { JOB_COMPLETION_INDEX: '3' }, /JOB_COMPLETION_INDEX is "3", which is not an index of 3 shards/],
    ['auto/3', { JOB_COMPLETION_INDEX: '-1' }, /is "-1", which is not an index/],
    ['auto/3', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: '4' }, /is not the 4 jobs/],
    ['auto', { CI_NODE_INDEX: '1', CI_NODE_TOTAL: 'x' }, /the number of jobs is unknown/],
  ])('%s in %j is wrong usage', (text, env, message) => expect(() => shardFor(text, env)).toThrow(message))
})
