import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { conformantReport } from '../fixtures/report.ts'
import { renderHtml } from './index.ts'

/** The contrast of two colours as WCAG 2 defines it. */
const contrast = (one: string, other: string): number => {
  const light = (colour: string) => {
    const [r = 0, g = 0, b = 0] = [1, 3, 5]
      .map(at => Number.parseInt(colour.slice(at, at + 2), 16) / 255)
      .map(part => (part <= 0.03928 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
    return 0.2126 * r + 0.7152 * g + 0.0722 * b
  }
  const [darker = 0, brighter = 0] = [light(one), light(other)].sort((a, b) => a - b)
  return (brighter + 0.05) / (darker + 0.05)
}

describe('every text colour can be read (WCAG AA) on every ground', () => {
  const css = load(renderHtml(conformantReport, []))('style').text()
  const themes = [...css.matchAll(/:root \{([^}]*)\}/g)].map(match =>
    Object.fromEntries(
      [...(match[1] ?? '').matchAll(/--([\w-]+): (#[0-9a-f]{6})/g)].map(([, name, value]) => [name, value]),
    ),
  )
  test.each([
    ['light', themes[0]],
    ['dark', themes[1]],
  ])('%s', (_, theme = {}) => {
    const colour = (name: string): string => theme[name] ?? '#808080'
    const inks = ['ink', 'quiet', 'link', 'fail', 'known', 'blocked', 'warn', 'observed', 'pass', 'none']
    const pairs = [
      ...inks.flatMap(ink => [
        [ink, 'paper'],
        [ink, 'sheet'],
      ]),
      ...['fail', 'known', 'blocked', 'warn', 'pass'].flatMap(verdict => [
        [verdict, `${verdict}-tint`],
        ['ink', `${verdict}-tint`],
      ]),
    ]
    expect(pairs.filter(([ink = '', ground = '']) => contrast(colour(ink), colour(ground)) < 4.5)).toEqual([])
  })
})
