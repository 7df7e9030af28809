import { load } from 'cheerio'
import { describe, expect, test } from 'vitest'
import type { Report } from '../../../schemas/messages.ts'
import { der, reportOf } from '../../ambiguities/reports.test.support.ts'
import { hostile, poisoned, withIds } from '../../fixtures/hostile.ts'
import { conformantReport, failingReport } from '../../fixtures/report.ts'
import { matrixOf } from '../../matrix/index.ts'
import { renderMatrixHtml } from './index.ts'

const page = (...reports: Report[]): string =>
  renderMatrixHtml(matrixOf(reports.map((report, at) => ({ file: `${at}.json`, report }))))

test('a cell that is red names the cause', () => {
  const $ = load(page(reportOf('gateway', { profile: der }), reportOf('merchant'), reportOf('gateway')))
  expect($('.grid td.fail').length).toBe(1)
  expect($('.grid td.fail .reason').text()).toMatch(/^SIG-07: \[1\] der-hex; \[2\] compact-hex\. \[1\] refuses/)
  expect($('.grid td.pass .word').text()).toBe('yes')
})

test('a clause with a failure is expanded, with a word for each verdict', () => {
  const $ = load(page(failingReport, conformantReport))
  const rows = $('#clauses details[open] tbody tr').toArray()
  const row = rows.find(each => $(each).text().startsWith('CHECKOUT-04'))
  expect(
    $(row)
      .find('td')
      .toArray()
      .map(cell => $(cell).text()),
  ).toEqual(['fail', 'pass'])
  expect($('#clauses details').not('[open]').find('tbody tr').length).toBeGreaterThan(20)
})

test('the page runs nothing, loads nothing, and its links lead somewhere', () => {
  const $ = load(page(failingReport, reportOf('merchant'), reportOf('kyc')))
  expect($('meta[http-equiv]').attr('content')).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect($('script, img, link, iframe, [src], [style]').length).toBe(0)
  const targets = $('a')
    .toArray()
    .map(link => $(link).attr('href') ?? '')
  expect(targets.filter(href => $(`[id="${href.slice(1)}"]`).length !== 1)).toEqual([])
})

describe('the text of a target stays text', () => {
  const usual = load(page(...hostile.map(() => failingReport), reportOf('merchant')))
  const names = new Set(
    usual('*')
      .toArray()
      .map(element => usual(element).prop('tagName')),
  )

  test('in every text of a report', () => {
    const reports = hostile.map(each => withIds(poisoned(failingReport, each), each))
    const shown = page(...reports, reportOf('merchant'))
    const $ = load(shown)
    const others = $('*')
      .toArray()
      .flatMap(element => [
        ...(names.has($(element).prop('tagName')) ? [] : [$(element).prop('tagName')]),
        ...Object.keys($(element).attr() ?? {}).filter(name => /^on|^src|^style/.test(name)),
      ])
    expect(others).toEqual([])
    expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202a-\u202e\u2066-\u2069]/)
  })
})
