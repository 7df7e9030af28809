import { expect, test } from 'vitest'
import { roles } from '../protocol/operations.ts'
import { kills } from './kills.ts'
import { mutantsFigure } from './proof-recorder.ts'
import recorded from './proven.json' with { type: 'json' }
import { claims, lastDayOf, withFigure } from './proven.ts'

test('every campaign has a figure with its date, and every figure a campaign', () => {
  for (const { proves, command, figure, date } of claims()) {
    expect({ proves, command, figure }).toEqual({
      proves: expect.stringMatching(/\.$/),
      command: expect.stringMatching(/^npm run /),
      figure: expect.stringMatching(/\d/),
    })
    expect(date).toMatch(/^\d{4}-\d\d-\d\d$/)
  }
  expect(claims()).toHaveLength(Object.keys(recorded).length)
})

test('a campaign replaces only its own figure', () => {
  const newest = { figure: '7 of 7', date: '2026-12-01' }
  const { field, ...others } = withFigure(recorded, 'field', newest)
  expect(field).toEqual(newest)
  const { field: _, ...before } = recorded
  expect(others).toEqual(before)
  expect(Object.keys(withFigure(recorded, 'field', newest))).toEqual(Object.keys(recorded))
})

const all = roles.flatMap(role => Object.keys(kills[role]).map(mutant => ({ role, mutant })))

test('a self-test without all mutants has no figure', () => {
  expect(mutantsFigure(all)).toContain(`${all.length.toLocaleString('en')} mutants found`)
  expect(mutantsFigure(all.slice(1))).toBeUndefined()
})

test('results are dated by their last day', () => {
  expect(lastDayOf([{ at: '2026-11-25T01:00:00Z' }, { at: '2026-11-23T01:00:00Z' }])).toBe('2026-11-25')
})
