import { load } from 'cheerio'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { corpusPath, jsonOf } from '../../protocol/corpora.test.support.ts'
import type { Exchange } from '../exchange.ts'
import { exchanges } from '../fixtures/exchanges.ts'
import { hostile, poisoned, withIds } from '../fixtures/hostile.ts'
import { failingReport } from '../fixtures/report.ts'
import { renderHtml } from './index.ts'

const allowed = new Set(
  `html head meta title style body a svg symbol path circle rect use header main footer nav section article details summary div span p b br
  h1 h2 h3 h4 h5 dl dt dd ul ol li table caption thead tbody tr th td code pre time`.split(/\s+/),
)

const isRefused = (name: string, value: string): boolean =>
  /^on|^style$|^src|^action$|^formaction$|^xlink|^ping$/i.test(name) ||
  (name === 'href' && !/^#[A-Za-z0-9/._~-]*$/.test(value))

/** The faults of a page that must hold nothing but its sources. */
const faultsOf = (page: string): string[] => {
  const $ = load(page)
  return $('*')
    .toArray()
    .flatMap(element => {
      const refused = Object.entries($(element).attr() ?? {}).filter(([name, value]) => isRefused(name, value))
      const name = $(element).prop('tagName')?.toLowerCase() ?? ''
      return [
        ...(allowed.has(name) ? [] : [`<${name}>`]),
        ...refused.map(([attribute, value]) => `${attribute}="${value}"`),
      ]
    })
}

const file = 'corpora/strings/blns.json'
const naughty: string[] = corpusPath(file) ? jsonOf(file) : []

const pageOf = (text: string): string =>
  renderHtml(withIds(poisoned(failingReport, text), text), poisoned(exchanges, text) as Exchange[])

describe('the text of a target stays text', () => {
  test.each(hostile)('%j', text => {
    const page = pageOf(text)
    expect(faultsOf(page)).toEqual([])
    expect(load(page)('h1, pre, code').length).toBeGreaterThan(20)
  })

  test('no invisible or rearranging character is left', () =>
    expect(pageOf(hostile.join(' '))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/))

  test.skipIf(naughty.length === 0)(`a list of naughty strings (${file})`, { timeout: 120_000 }, () => {
    const bunches = Array.from({ length: Math.ceil(naughty.length / 40) }, (_, index) =>
      naughty.slice(index * 40, index * 40 + 40),
    )
    expect(bunches.flatMap(bunch => faultsOf(pageOf(bunch.join('\n'))))).toEqual([])
  })

  test('any text', { timeout: 60_000 }, () => {
    const text = fc.oneof(fc.string({ unit: 'binary' }), fc.constantFrom(...hostile))
    fc.assert(
      fc.property(text, each => {
        expect(faultsOf(pageOf(each))).toEqual([])
      }),
      { numRuns: 10 },
    )
  })

  test('a target that sends as much as it can does not make a huge page', { timeout: 60_000 }, () => {
    const long = '"\u0007'.repeat(40_000)
    const many = Array.from({ length: 40 }, (_, index) => ({
      ...poisoned(exchanges[2] as Exchange, long),
      id: String(index),
    }))
    const ids = many.map(({ id }) => id)
    const checks = failingReport.checks.map(check => ({
      ...poisoned(check, long),
      verdict: 'fail' as const,
      exchanges: ids,
    }))
    expect(renderHtml({ ...poisoned(failingReport, long), checks }, many).length).toBeLessThan(6_000_000)
  })
})
