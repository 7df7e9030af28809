import { describe, expect, test } from 'vitest'
import { UsageError } from '../usage-error.ts'
import {
  address,
  baseUrl,
  duration,
  hostPort,
  integer,
  list,
  listen,
  ocid,
  onOff,
  type Reader,
  rate,
  readOption,
  seed,
  shard,
} from './readers.ts'

const table: [name: string, reader: Reader<unknown>, good: Record<string, unknown>, bad: string[]][] = [
  [
    'duration',
    duration,
    { '500ms': 500, '30s': 30_000, '5m': 300_000, '1.5h': 5_400_000 },
    ['', '30', 's', '-1s', '0s', '1d', '5 m', '30S', '99999999h', '1e3s'],
  ],
  ['seed', seed, { 0: 0, 2147483647: 2147483647 }, ['', '-1', '2147483648', '1.5', '0x10', '1e3', ' 1']],
  ['ocid', ocid, { 1: 1, 2001: 2001 }, ['0', '-5', 'merchant', '20.0', '99999999999999999999']],
  ['port', integer(0, 65_535), { 0: 0, 65535: 65_535 }, ['65536', '80a']],
  ['rate', rate, { 20: 20, '0.5': 0.5 }, ['0', '-1', 'fast', '1e3', 'Infinity', '.5']],
  [
    'baseUrl',
    baseUrl,
    {
      'http://127.0.0.1:4010': 'http://127.0.0.1:4010',
      'https://a.example/v1/': 'https://a.example/v1',
      'http://[::1]:1': 'http://[::1]:1',
    },
    [
      '',
      'a.example',
      'ftp://a.example',
      'http://',
      'http:///x',
      'http://u:p@a.example',
      'http://a.example?x=1',
      'http://a.example#x',
      'http://a b',
      'http:a.example',
      'http://a.example:99999',
      'file:///etc',
    ],
  ],
  [
    'address',
    address,
    { 'https://a.example/cb?x=1': 'https://a.example/cb?x=1' },
    ['/cb', 'javascript:alert(1)', 'https://u@a.example'],
  ],
  [
    'listen',
    listen,
    {
      '127.0.0.1:4900': { host: '127.0.0.1', port: 4900 },
      '[::1]:0': { host: '::1', port: 0 },
      'localhost:1': { host: 'localhost', port: 1 },
    },
    ['', '4900', ':4900', '127.0.0.1', '127.0.0.1:', '127.0.0.1:65536', '::1:4900', 'http://127.0.0.1:1'],
  ],
  [
    'shard',
    shard,
    { '1/4': { index: 1, of: 4 }, '4/4': { index: 4, of: 4 } },
    ['0/4', '5/4', '1', '1/0', '1/4/2', '-1/4'],
  ],
  ['onOff', onOff, { 1: true, TRUE: true, 0: false, false: false }, ['constructor', 'on', '2']],
  ['list', list('ids'), { 'A,B': ['A', 'B'], ' A ': ['A'] }, ['', 'A,,B', ',']],
]

describe('the values of an option', () => {
  test.each(table)('%s', (_, reader, good, bad) => {
    for (const [text, value] of Object.entries(good)) expect(reader.read(text), text).toEqual(value)
    for (const text of bad) expect(reader.read(text), text).toBeUndefined()
  })

  test('a misfit names the option, the value and the accepted values', () => {
    const misfit = () => readOption(duration, 'soon', '--budget')
    expect(misfit).toThrow(UsageError)
    expect(misfit).toThrow('--budget cannot be "soon".')
    expect(misfit).toThrow(expect.objectContaining({ remedy: 'Expected a duration such as 30s, 5m or 1h.' }))
  })

  test('a password in an address is not repeated', () => {
    expect(() => readOption(baseUrl, 'https://user:secret@a.example', 'base-url')).toThrow(
      'base-url cannot be "https://…@a.example".',
    )
  })

  test.each(['127.0.0.1:4900', '[::1]:4900'])('%s can be read again from its result', text => {
    expect(hostPort(readOption(listen, text, '--listen'))).toBe(text)
  })
})
