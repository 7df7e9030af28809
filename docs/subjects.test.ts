import { spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'

/** The output of the check of commit subjects, and whether it passes. */
const judged = (...subjects: string[]) => {
  const { status, stdout } = spawnSync('bash', ['.ci/subjects'], {
    input: `${subjects.join('\n')}\n`,
    encoding: 'utf8',
  })
  return { passes: status === 0, lines: stdout.trim().split('\n') }
}

test('a subject starts with clauses or rooms', () => {
  const subjects = [
    'engine: end a run',
    'AUTH-14, suites: find a replayed nonce',
    'ci: check subjects',
    "Merge branch 'x'",
  ]
  expect(judged(...subjects)).toEqual({ passes: true, lines: [''] })
})

test.each(['end a run', 'kitchen: end a run', 'engine:end a run', 'engine: ', `engine: ${'a'.repeat(65)}`])(
  'refuses "%s"',
  subject => {
    const { passes, lines } = judged('engine: end a run', subject)
    expect(passes).toBe(false)
    expect(lines).toEqual([expect.stringContaining(subject.trim())])
  },
)
