import { expect, test } from 'vitest'
import { worstOf } from './accessibility.ts'

const finding = (rule: string, impact: string, elements = 1) => ({ rule, impact, help: `Mend ${rule}`, elements })

test('the three worst findings are named, by severity, then by number of elements', () => {
  const text = worstOf([
    finding('region', 'moderate', 9),
    finding('label', 'critical'),
    finding('list', 'serious'),
    finding('color-contrast', 'serious', 4),
    finding('strange', ''),
  ])
  expect(text).toBe(
    'critical: Mend label (label, 1 element); serious: Mend color-contrast (color-contrast, 4 elements); serious: Mend list (list, 1 element)',
  )
})

test('a page without findings has none to name', () => {
  expect(worstOf([])).toBe('')
})
