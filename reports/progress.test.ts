import { describe, expect, test } from 'vitest'
import { createProgress } from './progress.ts'

const clear = '\r\u001b[2K'

/** Records the output of a progress, with a clock that advances by 50 ms at each reading. */
const recorded = (tty: boolean) => {
  const written: string[] = []
  let time = 0
  const progress = createProgress({
    stream: { write: text => written.push(text) },
    tty,
    color: false,
    now: () => {
      time += 50
      return time
    },
  })
  return { progress, written }
}

const outcomes = [
  { id: 'a/passed', verdict: 'pass' },
  { id: 'a/failed', verdict: 'fail', expected: '400', actual: '200\u001b[2J' },
  { id: 'a/blocked', verdict: 'blocked', reason: 'no account is provisioned' },
  { id: 'a/warned', verdict: 'warn' },
] as const

describe('createProgress', () => {
  test('in a log: a line at the start, for each failed or blocked check, and at the end', () => {
    const { progress, written } = recorded(false)
    progress.start(4, 'http://127.0.0.1:4010')
    for (const outcome of outcomes) progress.checked(outcome)
    progress.end()
    expect(written.join('')).toMatchInlineSnapshot(`
      "4 checks of http://127.0.0.1:4010
      ✕ fail a/failed: expected 400, got 200⟨U+001B⟩[2J
      ⊘ blocked a/blocked: no account is provisioned
      4/4 checks, 1 failed, 1 blocked, 0.2 s
      "
    `)
  })

  test('on a terminal: one line that is rewritten, and cleared at the end', () => {
    const { progress, written } = recorded(true)
    progress.start(4, 'http://127.0.0.1:4010')
    for (const outcome of outcomes) progress.checked(outcome)
    progress.end()
    expect(written.every(text => text.startsWith('\r\u001b[2K') && !text.includes('\n'))).toBe(true)
    expect(written[0]).toContain('0/4 checks  0 failed')
    expect(written.at(-2)).toContain('4/4 checks  1 failed, 1 blocked')
    expect(written.at(-1)).toBe('\r\u001b[2K')
  })
  test('on a terminal: the preflight has a line, and it names the wait until a check ends', () => {
    const { progress, written } = recorded(true)
    progress.begin()
    progress.start(9, 'http://127.0.0.1:4010')
    progress.waits(['a/one', 'a/two', 'a/three', 'a/four'])
    progress.between(() => undefined)
    progress.waits(['a/'.padEnd(200, 'x')])
    progress.between(() => undefined)
    progress.checked(outcomes[0])
    progress.end()
    const lines = written.map(text => text.slice(clear.length)).filter(text => text !== '')
    expect(lines).toEqual([
      '  preflight  0.1 s',
      '  0/9 checks  0 failed  0.1 s',
      '  0/9 checks  0 failed  0.2 s  waits for a/one, a/two, a/three and 1 more',
      expect.stringMatching(/^ {2}0\/9 checks {2}0 failed {2}0\.3 s {2}waits for a\/x+…$/),
      expect.stringMatching(/^ {2}1\/9 checks {2}0 failed {2}0\.\d s$/),
    ])
    expect(Math.max(...lines.map(({ length }) => length))).toBeLessThan(80)
  })

  test('in a log: a wait is printed after half a minute of silence', () => {
    let time = 0
    const written: string[] = []
    const progress = createProgress({
      stream: { write: text => written.push(text) },
      tty: false,
      color: false,
      now: () => time,
    })
    progress.begin()
    progress.start(2, 'a gateway')
    for (time of [5_000, 31_000, 36_000, 61_000]) progress.waits(['a/one\u001b[2J'])
    expect(written.slice(1)).toEqual([
      '0/2 checks, 31.0 s: waits for a/one⟨U+001B⟩[2J\n',
      '0/2 checks, 61.0 s: waits for a/one⟨U+001B⟩[2J\n',
    ])
  })

  test('a run that is stopped by its preflight prints nothing in a log', () => {
    const { progress, written } = recorded(false)
    progress.begin()
    progress.end()
    expect(written).toEqual([])
  })

  test('targets that run side by side are counted together', () => {
    const { progress, written } = recorded(false)
    progress.start(2, 'a gateway')
    progress.checked({ id: 'a/passed', verdict: 'pass' })
    progress.start(3, 'a merchant')
    progress.checked({ id: 'b/passed', verdict: 'pass' })
    progress.end()
    expect(written.at(-1)).toContain('2/5 checks, 0 failed')
  })

  test('on a terminal: printed text gets its own line, and the live line is redrawn', () => {
    const { progress, written } = recorded(true)
    progress.start(4, 'a gateway')
    progress.between(() => written.push('summary\n'))
    progress.end()
    progress.between(() => written.push('after the end\n'))
    expect(written.slice(1, 4)).toEqual(['\r\u001b[2K', 'summary\n', expect.stringContaining('0/4 checks')])
    expect(written.at(-1)).toBe('after the end\n')
  })
})
