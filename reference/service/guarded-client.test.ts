import type { LookupAddress, lookup } from 'node:dns'
import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { corpusPath, describeCorpus, jsonOf } from '../../protocol/corpora.test.support.ts'
import { fetchDocument, guardedClient, guardedLookup, isPublicAddress } from './guarded-client.ts'
import { systemPorts } from './ports.ts'

const routes: Record<string, RequestListener> = {
  '/document': (_request, response) => response.end('{"a":1}'),
  '/redirect': (_request, response) => response.writeHead(302, { location: '/document' }).end(),
  '/large': (_request, response) => response.end('x'.repeat(65_537)),
  '/endless': (_request, response) => {
    const more = (error?: Error | null): void =>
      void (error || response.destroyed || response.write('x'.repeat(10_000), more))
    more()
  },
}

let server: Server
let base = ''

beforeAll(async () => {
  server = createServer((request, response) => routes[request.url ?? '']?.(request, response))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})

afterAll(() => {
  server.closeAllConnections()
  server.close()
})

const fetching = async (url: string, exempt: string[]): Promise<string> => {
  const { send, close } = guardedClient(new Set(exempt))
  return fetchDocument(systemPorts(send), url).finally(close)
}

describe('the guarded client', () => {
  test('reaches a private address of a provisioned origin only', async () => {
    expect(await fetching(`${base}/document`, [base])).toBe('{"a":1}')
    await expect(fetching(`${base}/document`, [])).rejects.toThrow('public address')
    await expect(fetching(`${base}/document`, ['http://127.0.0.1:1'])).rejects.toThrow('public address')
    await expect(fetching(base.replace('127.0.0.1', 'localhost'), [])).rejects.toThrow('public address')
    for (const host of ['[::1]', '0x7f.1', '2130706433', '[::ffff:127.0.0.1]', '169.254.169.254'])
      await expect(fetching(`http://${host}/`, [])).rejects.toThrow('public address')
  })

  test('knows http and https, follows nothing, and stops reading', async () => {
    await expect(fetching('file:///etc/hostname', ['null'])).rejects.toThrow('URL protocol')
    await expect(fetching(`${base}/redirect`, [base])).rejects.toThrow('302')
    await expect(fetching(`${base}/large`, [base])).rejects.toThrow('larger')
    await expect(fetching(`${base}/endless`, [base])).rejects.toThrow('larger')
  })

  const answering = (addresses: LookupAddress[]): typeof lookup =>
    ((_host: string, _options: object, callback: (error: null, found: LookupAddress[]) => void) =>
      callback(null, addresses)) as unknown as typeof lookup

  const resolved = (addresses: LookupAddress[], all: boolean): unknown => {
    let answer: unknown
    guardedLookup(answering(addresses))('name.example', { all }, (error, found) => {
      answer = error ? error.code : found
    })
    return answer
  }

  test('a name counts by every address that it resolves to', () => {
    const open = { address: '93.184.215.14', family: 4 }
    const inner = { address: '10.0.0.8', family: 4 }
    expect(resolved([open], false)).toBe('93.184.215.14')
    expect(resolved([open], true)).toEqual([open])
    expect(resolved([inner], false)).toBe('EACCES')
    expect(resolved([open, inner], true)).toBe('EACCES')
    expect(resolved([], true)).toBe('EACCES')
  })
})

const file = 'corpora/url/special_ip_ranges.json'

describeCorpus('special addresses', file, () => {
  type Range = { cidr: string; family: number; first: string; last: string }
  const ranges = corpusPath(file) ? jsonOf<Range[]>(file) : []

  test.each(ranges)('$cidr is not public', ({ first, last, family }) => {
    expect([isPublicAddress(first), isPublicAddress(last)]).toEqual([false, false])
    if (family === 4) expect(isPublicAddress(`::ffff:${first}`)).toBe(false)
  })

  test('every address outside the special ranges is public', () => {
    for (const address of ['1.1.1.1', '93.184.215.14', '2606:4700:4700::1111', '2a00:1450:4001::200e'])
      expect(isPublicAddress(address)).toBe(true)
  })
})
