import { createHash } from 'node:crypto'
import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import { parts, requirements } from '../../protocol/requirements/index.ts'
import { violations } from '../../schemas/validate.ts'
import { exchanges } from '../fixtures/exchanges.ts'
import { conformantReport, failingReport } from '../fixtures/report.ts'
import { verdicts } from '../queries.ts'
import { renderHtml } from './index.ts'

test('the curl lines of a run with a config sign again', () => {
  const identity = { name: 'merchant', ocid: 2001 }
  const signed = exchanges.map(exchange => ({
    ...exchange,
    ...(exchange.signed ? { signed: exchange.signed.map(text => ({ ...text, identity })) } : {}),
  }))
  const report = { ...failingReport, run: { ...failingReport.run, sign: 'oc-conformance sign --config c.json' } }
  const curls = (page: string) => load(page)('.curl').text()
  expect(curls(renderHtml(report, signed))).toMatch(
    /Signed again with the key in the config[\s\S]*--identity='merchant'/,
  )
  expect(curls(renderHtml(failingReport, signed))).not.toContain('--identity')
})

describe('the page', () => {
  const page = renderHtml(failingReport, exchanges)
  const $ = load(page)
  const words = (selector: string) => $(selector).text().replace(/\s+/g, ' ')

  test('the reports that these tests read are reports', () => {
    expect(violations('report', failingReport)).toEqual([])
    expect(violations('report', conformantReport)).toEqual([])
    expect(new Set(failingReport.clauses.map(({ verdict }) => verdict))).toEqual(new Set(verdicts))
  })

  test('begins with the target and the verdict', () => {
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
    expect(header).toContain(failingReport.target.publicKey)
    expect(words('#verdict')).toMatch(
      /Non-conformant 6 of \d+ must clauses fail, 1 of them a known failure\. \d+ are blocked\./,
    )
    expect($('#verdict use').attr('href')).toBe('#mark-fail')
  })

  test('lists every must clause that fails with the operation, expected and actual', () => {
    const items = $('#failures .items:not(.warnings) > li')
      .toArray()
      .map(item => $(item).text().replace(/\s+/g, ' '))
    expect(items).toHaveLength(6)
    const item = items.find(text => text.includes('CHECKOUT-04')) ?? ''
    expect(item).toContain(requirements['CHECKOUT-04'].text)
    expect(item).toContain('POST /orders/checkout · expected 400 ORDER_EXPIRED, got 200')
    expect(items.at(-1)).toContain('TRANSFER-10')
    expect(items.at(-1)).toContain('listed as a known failure')
    expect($('#failures a[href="#CHECKOUT-04"]')).toHaveLength(1)
    expect(words('#failures .warnings')).toContain('FMT-05')
  })

  test('groups blocked clauses by reason', () => {
    const items = $('#blocked > .items:not(h3 ~ .items) > li')
      .toArray()
      .map(item => $(item).text())
    expect(items).toHaveLength(3)
    expect(items[0]).toContain('Run with --public-url')
    expect(items[1]).toContain('NOTIFY-01')
  })

  test('has every clause once, in its chapter, open if it fails', () => {
    expect(
      $('article.clause')
        .toArray()
        .map(article => $(article).attr('id')),
    ).toEqual(failingReport.clauses.map(({ id }) => id))
    const chapters = parts.filter(({ ids }) => ids.some(id => failingReport.clauses.some(clause => clause.id === id)))
    expect(
      $('.chapter h3')
        .toArray()
        .map(head => $(head).text()),
    ).toEqual(chapters.map(({ title }) => title))
    const open = $('article.clause > details[open]')
      .parent()
      .toArray()
      .map(article => $(article).attr('id'))
    const failing = failingReport.clauses
      .filter(({ verdict }) => ['fail', 'known', 'warn'].includes(verdict))
      .map(({ id }) => id)
    expect(open).toEqual(failing)
  })

  test('shows the evidence of a failed check once, at its first clause', () => {
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

  test('says why it matters, how to fix it, and what else would have verified', () => {
    expect(words('#META-08')).toContain(requirements['META-08'].fix.replaceAll('`', ''))
    expect(words('#META-08')).toContain('Diagnosis. It verifies over the canonical whole document')
    expect(words('#AUTH-06')).toContain('seed 20260203, path 4:1:0, 24 tried, shrunk 2 times')
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
    expect(rows).toContainEqual(['fail', '5', '0', '0'])
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

  test('may load only pictures beside it, and run nothing', () => {
    const policy = $('meta[http-equiv="Content-Security-Policy"]').attr('content') ?? ''
    const hash = createHash('sha256').update($('style').text()).digest('base64')
    expect(policy).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; img-src 'self' file:; base-uri 'none'; form-action 'none'`,
    )
    expect($('style').text()).not.toMatch(/url\(|@import/)
  })

  test('headings never skip a level', () => {
    const levels = $('h1, h2, h3, h4, h5')
      .toArray()
      .map(head => Number($(head).prop('tagName')?.slice(1)))
    expect(levels.filter((level, index) => level > (levels[index - 1] ?? 0) + 1)).toEqual([])
    expect(levels.filter(level => level === 1)).toHaveLength(1)
  })

  test('names the untried part of a clause that passes', () => {
    const [first, ...others] = conformantReport.clauses
    const part = 'A payment that fails: the page offers none.'
    const clauses = first ? [{ ...first, untried: [part] }, ...others] : others
    const page = load(renderHtml({ ...conformantReport, clauses }, []))
    expect(page(`[id="${first?.id}"] .content`).text()).toContain(`Not tried: ${part}`)
    expect(page('#not-tried').text()).toContain(part)
    expect(page('#blocked h3 ~ .items').text()).toContain(part)
    expect(page('#verdict').text()).toContain('1 was tried in part.')
  })

  test('a conformant run says so, and has nothing open', () => {
    const page = load(renderHtml(conformantReport, []))
    expect(page('#verdict').text()).toContain('Conformant')
    expect(page('#verdict use').attr('href')).toBe('#mark-pass')
    expect(page('#failures').text()).toContain('No must clause fails.')
    expect(page('details[open]')).toHaveLength(0)
  })

  test.each([
    ['incomplete', 'Incomplete', 'blocked'],
    ['partial', 'Partial run', 'observed'],
  ] as const)('%s is neither conformant nor failed', (verdict, title, tone) => {
    const page = load(renderHtml({ ...conformantReport, verdict }, []))
    expect(page('#verdict h2').text()).toBe(title)
    expect(page('#verdict use').attr('href')).toBe(`#mark-${tone}`)
  })

  test('the same report gives the same page', () =>
    expect(renderHtml(structuredClone(failingReport), exchanges)).toBe(page))
})
