import { expect, test } from 'vitest'
import { parse } from '../reading/parse.ts'
import { loadedBy } from './loaded.ts'

test('finds addresses that a browser loads with a page, not where a click leads', () => {
  const { $ } = parse({
    text: `<base href="/kyc/">
    <link rel="stylesheet" href="page.css"><link rel="canonical" href="/consent"><script src="page.js"></script>
    <img src="seen?tx=1"><img src="seen?tx=1"><a href="/grant"><img alt=""></a><iframe src="https://elsewhere.example/"></iframe>`,
  })
  expect(loadedBy({ $, url: 'https://kyc.example/consent' })).toEqual([
    'https://kyc.example/kyc/page.css',
    'https://kyc.example/kyc/page.js',
    'https://kyc.example/kyc/seen?tx=1',
    'https://elsewhere.example/',
  ])
})
