import { load } from 'cheerio'
import { expect, test } from 'vitest'
import { conformantReport, failingReport } from '../fixtures/report.ts'
import { renderOverview } from './overview.ts'

test('each target has its verdict and a link to its report, and nothing of a target becomes markup', () => {
  const hostile = { ...failingReport, target: { ...failingReport.target, name: '<script>alert(1)</script>' } }
  const $ = load(
    renderOverview([
      { title: 'Gateway', page: 'gateway/report.html', report: conformantReport },
      { title: 'Merchant', page: 'merchant/report.html', report: hostile },
    ]),
  )
  expect(
    $('section h2')
      .toArray()
      .map(title => $(title).text()),
  ).toEqual(['Conformant', 'Non-conformant'])
  expect(
    $('section a')
      .toArray()
      .map(link => $(link).attr('href')),
  ).toEqual(['gateway/report.html', 'merchant/report.html'])
  expect($('script').length).toBe(0)
  expect($('main').text()).toContain('<script>alert(1)</script>')
})
