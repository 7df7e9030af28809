import ipaddr from 'ipaddr.js'
import { describe, expect, test } from 'vitest'
import { callbackFault } from './callback-address.ts'
import { describeCorpus, jsonOf } from './corpora.test.support.ts'
import { isLocalhost } from './localhost.ts'

const environments = ['test', 'production'] as const

describe.each(environments)('in %s', environment => {
  test.each([
    'https://requester.example/callback',
    'HTTPS://requester.example',
    'https://requester.example:8443/a/b?x=1&y=%20#part',
    'https://bücher.example/ü',
    'https://93.184.216.34/',
    'https://[2606:2800:220:1:248:1893:25c8:1946]/',
    'https://localhost.example/',
    'https://notlocalhost/',
    'https://128.0.0.1/',
  ])('%s is valid', address => expect(callbackFault(address, environment)).toBeUndefined())

  test.each([
    ['', 'empty'],
    ['http://requester.example/', 'HTTPS'],
    ['http://localhost:3000/', 'HTTPS'],
    ['javascript:alert(1)', 'HTTPS'],
    ['data:text/html,x', 'HTTPS'],
    ['ftp://requester.example/', 'HTTPS'],
    ['httpsx://requester.example/', 'HTTPS'],
    ['/callback', 'absolute'],
    ['//requester.example/', 'absolute'],
    ['requester.example/callback', 'absolute'],
    ['https:requester.example', 'host'],
    ['https:/requester.example', 'host'],
    ['https:///requester.example', 'host'],
    ['https://', 'host'],
    ['https://?x', 'host'],
    ['https://#x', 'host'],
    ['https://:443/', 'URI'],
    ['https://user@/', 'URI'],
    ['https://requester.example:99999/', 'URI'],
    ['https://[::1/', 'URI'],
    ['https://exa<mple/', 'URI'],
    ['https://requester.example\\@evil.example/', 'backslash'],
    ['https:\\\\requester.example', 'backslash'],
    [' https://requester.example/', 'white space'],
    ['https://requester.example/ ', 'white space'],
    ['https://requester.example/a b', 'white space'],
    ['https://requester.example/\r\nSet-Cookie:x', 'white space'],
    ['ht\ttps://requester.example/', 'white space'],
    ['https://requester.example/\u0000', 'white space'],
    ['https://requester.example/\u007f', 'white space'],
    ['https://requester.example/\u00a0', 'white space'],
    ['https://requester.example/\u2028', 'white space'],
    ['\ufeffhttps://requester.example/', 'white space'],
    ['https://requester.example/\ud800', 'lone surrogate'],
  ])('%j is refused: %s', (address, why) => expect(callbackFault(address, environment)).toContain(why))
})

const spellings = [
  'localhost',
  'localhost:8443',
  'LOCALHOST',
  'LocalHost.',
  'a.localhost',
  'a.b.LOCALHOST.',
  'localhost.localdomain',
  'ip6-localhost',
  'user@localhost',
  'requester.example@localhost',
  'ｌｏｃａｌｈｏｓｔ',
  'ⓛocalhost',
  'loc\u00adalhost',
  'localhost。',
  'local%68ost',
  '127.0.0.1',
  '127.0.0.1.',
  '127.1',
  '127.255.255.254',
  '2130706433',
  '0177.0.0.1',
  '017700000001',
  '0x7f.0.0.1',
  '0x7f000001',
  '１２７.0.0.1',
  '0.0.0.0',
  '0',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[::ffff:0:127.0.0.1]',
  '[64:ff9b::127.0.0.1]',
  '[2002:7f00:1::]',
]

describe('localhost', () => {
  test.each(spellings)('https://%s is refused in production and accepted in test', host => {
    expect(callbackFault(`https://${host}/callback`, 'production')).toContain('localhost')
    expect(callbackFault(`https://${host}/callback`, 'test')).toBeUndefined()
  })
})

type Range = { cidr: string; family: number; name: string; first: string; last: string }
const ranges = 'corpora/url/special_ip_ranges.json'
const bracketed = (address: string): string => (address.includes(':') ? `[${address}]` : address)

describeCorpus('special addresses', ranges, () => {
  const own = ['0.0.0.0/8', '127.0.0.0/8', '::/128', '::1/128', '::ffff:0:0/96', '64:ff9b::/96', '2002::/16']

  test('loopback addresses are refused in production; others are not localhost', () => {
    for (const { cidr, first } of jsonOf<Range[]>(ranges))
      expect([cidr, isLocalhost(bracketed(first))]).toEqual([cidr, own.includes(cidr)])
  })

  test('IPv4 addresses get the same verdict inside every IPv6 address that embeds them', () => {
    const v4 = jsonOf<Range[]>(ranges).filter(({ first }) => !first.includes(':'))
    for (const address of v4.flatMap(({ first, last }) => [first, last])) {
      const hex = ipaddr
        .parse(address)
        .toByteArray()
        .map(byte => byte.toString(16).padStart(2, '0'))
      const carriers = [
        `::ffff:${address}`,
        `64:ff9b::${address}`,
        `2002:${hex.slice(0, 2).join('')}:${hex.slice(2).join('')}::`,
      ]
      for (const carrier of carriers) {
        const fault = callbackFault(`https://[${carrier}]/`, 'production')
        expect([carrier, fault !== undefined]).toEqual([carrier, isLocalhost(address)])
      }
    }
    expect(v4).toHaveLength(16)
  })
})

type Payload = { category: string; payload: string; equivalent?: string; needs_dns?: boolean }
const payloads = 'corpora/url/callback_payloads.json'

describeCorpus('hostile callback addresses', payloads, () => {
  test('are refused as written: none is an absolute HTTPS URI of another host', () => {
    const taken = jsonOf<Payload[]>(payloads).filter(
      ({ payload }) => callbackFault(payload, 'production') === undefined,
    )
    expect(taken.map(({ payload }) => payload)).toEqual([])
  })

  test('with https instead of http, loopback addresses are refused in production', () => {
    const ours = jsonOf<Payload[]>(payloads).filter(({ category }) => /Localhost|Rare|ipv6 hostname/.test(category))
    const resolved = ours
      .filter(({ needs_dns }) => !needs_dns)
      .map(({ payload }) => payload.replace(/^http:/, 'https:'))
    for (const address of resolved) expect([address, callbackFault(address, 'production')]).not.toContain(undefined)
    expect(resolved.length).toBeGreaterThan(4)
  })
})

type UrlCase = { input: string; base: string | null; failure?: boolean; protocol?: string }

describeCorpus('addresses of the URL standard', 'corpora/url/urltestdata.json', () => {
  test('an address that the standard cannot parse, or parses to another scheme, is refused', () => {
    const cases = jsonOf<(UrlCase | string)[]>('corpora/url/urltestdata.json').filter(each => typeof each !== 'string')
    const bad = cases.filter(each => each.base === null && (each.failure || each.protocol !== 'https:'))
    const taken = bad.filter(({ input }) => callbackFault(input, 'test') === undefined)
    // The platform's parser may be older than the corpus, and differ from it in a handful of cases.
    expect(taken.filter(({ failure }) => !failure)).toEqual([])
    expect(taken.length).toBeLessThan(5)
    expect(bad.length).toBeGreaterThan(200)
  })
})
