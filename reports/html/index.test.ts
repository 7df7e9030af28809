import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { load } from 'cheerio'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parts, requirements } from '../../protocol/requirements/index.ts'
import type { Report } from '../../schemas/messages.ts'
import { violations } from '../../schemas/validate.ts'
import type { Exchange } from '../exchange.ts'
import { exchanges } from '../fixtures/exchanges.ts'
import { brokenReport, conformantReport } from '../fixtures/report.ts'
import { verdicts } from '../reading.ts'
import { renderHtml } from './index.ts'

const allowed = new Set(
  `html head meta title style body a svg symbol path circle rect use header main footer nav section article details summary div span p b br
  h1 h2 h3 h4 h5 dl dt dd ul ol li table caption thead tbody tr th td code pre time`.split(/\s+/),
)

const isRefused = (name: string, value: string): boolean =>
  /^on|^style$|^src|^action$|^formaction$|^xlink|^ping$/i.test(name) ||
  (name === 'href' && !/^#[A-Za-z0-9/._~-]*$/.test(value))

/** What is wrong with a page that must hold nothing but what it was built from. */
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

const hostile = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "' onmouseover='alert(1)",
  '</style><script>alert(1)</script>',
  '</pre></details></main><iframe src="https://evil.example"></iframe>',
  '<!--',
  '-->',
  '<![CDATA[<svg/onload=alert(1)>]]>',
  'javascript:alert(1)',
  '${7*7}`',
  '&lt;script&gt;',
  '\u202egnp.exe\u2066',
  '\0\u0008\u001b[31m',
  '<base href="https://evil.example/">',
  '<meta http-equiv="refresh" content="0;url=https://evil.example">',
]

const file = '../shared/corpora/strings/blns.json'
const naughty: string[] = existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : []

/** The same report or exchange with `text` in the place of every text, but those that say what kind a thing is. */
const poisoned = <T>(value: T, text: string): T => {
  const kept = new Set([
    'verdict',
    'level',
    'role',
    'severity',
    'depth',
    'direction',
    'environment',
    'id',
    'checks',
    'exchanges',
  ])
  const walk = (node: unknown, name: string): unknown => {
    if (kept.has(name) && name !== 'id')
      return Array.isArray(node) && name === 'checks' ? node.map(each => walk(each, '')) : node
    if (typeof node === 'string') return name === 'id' ? node : text
    if (Array.isArray(node)) return node.map(each => walk(each, Array.isArray(each) ? 'pair' : name))
    if (typeof node !== 'object' || node === null) return node
    return Object.fromEntries(Object.entries(node).map(([key, each]) => [key, walk(each, key)]))
  }
  return walk(value, '') as T
}

/** Ids, too: a report may come from anywhere. */
const withIds = (report: Report, id: string): Report => ({
  ...report,
  clauses: [...report.clauses, { id, level: 'must', verdict: 'fail', checks: [id], text: id }],
  checks: [...report.checks, { id, title: id, clauses: [id], verdict: 'fail', operation: id, exchanges: ['1'] }],
  observations: [{ clause: id, value: { [id]: id } }],
  profile: { [id]: { value: { [id]: [id] }, shownBy: id } },
  notTried: [{ what: id, reason: id, clauses: [id] }],
})

const pageOf = (text: string): string =>
  renderHtml(withIds(poisoned(brokenReport, text), text), poisoned(exchanges, text) as Exchange[])

describe('what a target wrote stays text', () => {
  test.each(hostile)('%j', text => {
    const page = pageOf(text)
    expect(faultsOf(page)).toEqual([])
    expect(load(page)('h1, pre, code').length).toBeGreaterThan(20)
  })

  test('no invisible or rearranging character is left', () =>
    expect(pageOf(hostile.join(' '))).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/))

  test.skipIf(naughty.length === 0)(
    'a list of naughty strings, where it is there (../shared/corpora)',
    { timeout: 120_000 },
    () => {
      const bunches = Array.from({ length: Math.ceil(naughty.length / 40) }, (_, index) =>
        naughty.slice(index * 40, index * 40 + 40),
      )
      expect(bunches.flatMap(bunch => faultsOf(pageOf(bunch.join('\n'))))).toEqual([])
    },
  )

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
    const checks = brokenReport.checks.map(check => ({
      ...poisoned(check, long),
      verdict: 'fail' as const,
      exchanges: ids,
    }))
    expect(renderHtml({ ...poisoned(brokenReport, long), checks }, many).length).toBeLessThan(6_000_000)
  })
})

describe('the page', () => {
  const page = renderHtml(brokenReport, exchanges)
  const $ = load(page)
  const words = (selector: string) => $(selector).text().replace(/\s+/g, ' ')

  test('the reports that these tests read are reports', () => {
    expect(violations('report', brokenReport)).toEqual([])
    expect(violations('report', conformantReport)).toEqual([])
    expect(new Set(brokenReport.clauses.map(({ verdict }) => verdict))).toEqual(new Set(verdicts))
  })

  test('begins with what was tested and the verdict', () => {
    const header = words('body > header')
    for (const fact of [
      'Acme Pay',
      'Payment gateway',
      'https://pay.acme.example/oc/v1',
      '1001',
      'standard',
      '20260203',
      '2026-02-03 14:05:01 UTC',
    ])
      expect(header).toContain(fact)
    expect(header).toContain(brokenReport.target.publicKey)
    expect(words('#verdict')).toContain(
      'Non-conformant 6 of 77 must clauses are broken, 1 of them as listed in the known failures. 5 could not be tried.',
    )
    expect($('#verdict use').attr('href')).toBe('#mark-fail')
  })

  test('lists every broken must clause with where, expected, actual and whose fault', () => {
    const items = $('#broken .items li')
      .toArray()
      .map(item => $(item).text().replace(/\s+/g, ' '))
    expect(items).toHaveLength(6)
    const item = items.find(text => text.includes('CHECKOUT-04')) ?? ''
    expect(item).toContain(requirements['CHECKOUT-04'].text)
    expect(item).toContain('POST /orders/checkout · expected 400 ORDER_EXPIRED, got 200 · fault of the target')
    expect(items.at(-1)).toContain('TRANSFER-10')
    expect(items.at(-1)).toContain('listed as a known failure')
    expect($('#broken a[href="#CHECKOUT-04"]')).toHaveLength(1)
    expect(words('#broken .besides')).toContain('FMT-05')
  })

  test('groups what could not be tried by what stood in the way', () => {
    const items = $('#untried .items > li')
      .toArray()
      .map(item => $(item).text())
    expect(items).toHaveLength(3)
    expect(items[0]).toContain('Run with --public-url')
    expect(items[1]).toContain('NOTIFY-01')
  })

  test('has every clause once, in its chapter, open where broken', () => {
    expect(
      $('article.clause')
        .toArray()
        .map(article => $(article).attr('id')),
    ).toEqual(brokenReport.clauses.map(({ id }) => id))
    const chapters = parts.filter(({ ids }) => ids.some(id => brokenReport.clauses.some(clause => clause.id === id)))
    expect(
      $('.chapter h3')
        .toArray()
        .map(head => $(head).text()),
    ).toEqual(chapters.map(({ title }) => title))
    const open = $('article.clause > details[open]')
      .parent()
      .toArray()
      .map(article => $(article).attr('id'))
    const loud = brokenReport.clauses
      .filter(({ verdict }) => ['fail', 'known', 'warn'].includes(verdict))
      .map(({ id }) => id)
    expect(open).toEqual(loud)
  })

  test('shows the evidence of a broken clause once, at its first clause', () => {
    const check = $('[id="checkout/expired-a-day-ago"]')
    expect(check).toHaveLength(1)
    const home = check.closest('article').attr('id')
    expect(home).toBe('ERR-02')
    expect(words('#CHECKOUT-04')).toContain('shown above')
    const text = check.text()
    for (const fact of [
      '400 ORDER_EXPIRED',
      'An order that expired a day ago was accepted',
      'X-OC-Nonce: n-c7f2-118',
      'Café crème',
      'canonical text',
      'curl --silent',
      'oc-conformance replay',
    ])
      expect(text).toContain(fact)
    expect(check.find('details.evidence[open]')).toHaveLength(1)
  })

  test('says why it matters and how to mend it, and what else would have verified', () => {
    expect(words('#META-08')).toContain(requirements['META-08'].mend.replaceAll('`', ''))
    expect(words('#META-08')).toContain('Diagnosis. It verifies over the canonical whole document')
    expect(words('#AUTH-06')).toContain('seed 20260203, path 4:1:0, 24 tried, made smaller 2 times')
  })

  test('has the counts, observed choices, profile, preflight and run', () => {
    const rows = $('.counts tbody tr')
      .toArray()
      .map(row =>
        $(row)
          .children()
          .toArray()
          .map(cell => $(cell).text().trim()),
      )
    expect(rows).toContainEqual(['broken', '5', '0', '0'])
    expect(words('#observed')).toContain('"nonceSeconds": "at least 20"')
    expect(words('#profile')).toContain('an order with shuffled nested keys was accepted')
    expect(words('#not-tried')).toContain('Left out by --skip "VERIFY-*".')
    expect(words('#not-tried')).toContain('POST /payment/settle')
    expect(words('#preflight')).toContain("The target's clock differs by 0.4 s.")
    expect(words('#run')).toContain('1874')
  })

  test('every link leads to a place on the page, and no two places share a name', () => {
    const ids = $('[id]')
      .toArray()
      .map(element => $(element).attr('id'))
    expect(new Set(ids).size).toBe(ids.length)
    const links = $('a[href], use[href]')
      .toArray()
      .map(link => decodeURIComponent($(link).attr('href') ?? '').slice(1))
    expect(links.filter(link => !ids.includes(link))).toEqual([])
  })

  test('may load nothing and run nothing', () => {
    const policy = $('meta[http-equiv="Content-Security-Policy"]').attr('content') ?? ''
    const hash = createHash('sha256').update($('style').text()).digest('base64')
    expect(policy).toBe(`default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'`)
    expect($('style').text()).not.toMatch(/url\(|@import/)
  })

  test('headings never skip a level', () => {
    const levels = $('h1, h2, h3, h4, h5')
      .toArray()
      .map(head => Number($(head).prop('tagName')?.slice(1)))
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
    expect(levels.filter(level => level === 1)).toHaveLength(1)
  })

  test('a conformant run says so, and has nothing open', () => {
    const page = load(renderHtml(conformantReport, []))
    expect(page('#verdict').text()).toContain('Conformant')
    expect(page('#verdict use').attr('href')).toBe('#mark-pass')
    expect(page('#broken').text()).toContain('No must clause that was tried is broken.')
    expect(page('details[open]')).toHaveLength(0)
  })

  test.each([
    ['incomplete', 'Incomplete', 'blocked'],
    ['partial', 'Partial run', 'observed'],
  ] as const)('%s is neither conformant nor broken', (verdict, title, tone) => {
    const page = load(renderHtml({ ...conformantReport, verdict }, []))
    expect(page('#verdict h2').text()).toBe(title)
    expect(page('#verdict use').attr('href')).toBe(`#mark-${tone}`)
  })

  test('the same report gives the same page', () =>
    expect(renderHtml(structuredClone(brokenReport), exchanges)).toBe(page))
})

/** The contrast of two colours as WCAG 2 reckons it. */
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
