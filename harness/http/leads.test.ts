import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { describeCorpus, jsonOf } from '../../protocol/corpora.test.support.ts'
import { createHttpClient } from './http-client.ts'
import { type LeadOptions, Leads, type Reach, reachOf } from './leads.ts'

const closers: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closers.splice(0).reverse()) await close()
})

const places: [address: string, reach: Reach][] = [
  ['93.184.215.14', 'public'],
  ['2606:2800:21f:cb07::1', 'public'],
  ['10.0.0.1', 'private'],
  ['172.31.255.255', 'private'],
  ['192.168.1.21', 'private'],
  ['100.64.0.1', 'private'],
  ['fd12::1', 'private'],
  ['fec0::1', 'private'],
  ['127.0.0.1', 'this machine'],
  ['127.8.8.8', 'this machine'],
  ['0.0.0.0', 'this machine'],
  ['::', 'this machine'],
  ['::1', 'this machine'],
  ['169.254.7.7', 'link-local'],
  ['fe80::1', 'link-local'],
  ['169.254.169.254', 'cloud metadata'],
  ['169.254.170.2', 'cloud metadata'],
  ['100.100.100.200', 'cloud metadata'],
  ['168.63.129.16', 'cloud metadata'],
  ['fd00:ec2::254', 'cloud metadata'],
  ['fd00:ec2:0:0::254', 'cloud metadata'],
  ['::ffff:169.254.169.254', 'cloud metadata'],
  ['64:ff9b::a9fe:a9fe', 'cloud metadata'],
  ['::ffff:127.0.0.1', 'this machine'],
  ['::127.0.0.1', 'this machine'],
  ['::ffff:0:127.0.0.1', 'this machine'],
  ['64:ff9b::7f00:1', 'this machine'],
  ['64:ff9b::5db8:d70e', 'public'],
  ['64:ff9b:1::7f00:1', 'this machine'],
  ['64:ff9b:1::5db8:d70e', 'private'],
  ['2002:7f00:1::', 'this machine'],
  ['2002:a00:1::', 'private'],
  ['2001:db8::5efe:10.0.0.1', 'private'],
  ['2001:0:4136:e378:8000:63bf:f5ff:fffe', 'special'],
  ['224.0.0.1', 'special'],
  ['ff02::1', 'special'],
  ['255.255.255.255', 'special'],
  ['192.0.2.1', 'special'],
  ['198.18.0.1', 'special'],
  ['240.0.0.1', 'special'],
]

test.each(places)('%s is %s', (address, reach) => {
  expect(reachOf(address)).toBe(reach)
})

const file = 'corpora/url/special_ip_ranges.json'

describeCorpus('special ranges', file, () => {
  test('the first and the last address of each range is not public', () => {
    const ranges = jsonOf<{ cidr: string; first: string; last: string }[]>(file)
    const ends = ranges.flatMap(({ cidr, first, last }) => [first, last].map(address => [cidr, address] as const))
    expect(ends.filter(([, address]) => reachOf(address) === 'public')).toEqual([])
    expect(ends.length).toBeGreaterThan(60)
  })
})

/** A resolver of these names, which returns the next addresses of a name at each query. */
const resolving = (names: Record<string, string[][]>): Required<LeadOptions>['resolve'] => {
  return (host, _options, done) => {
    const answers = names[host]
    const found = answers?.length === 1 ? answers[0] : answers?.shift()
    if (found === undefined) return done(Object.assign(new Error('not found'), { code: 'ENOTFOUND' }), [])
    done(
      null,
      found.map(address => ({ address, family: address.includes(':') ? 6 : 4 })),
    )
  }
}

/** Checks whether something may be sent to an address, and connects as a client does. Returns why not, if it is forbidden. */
const ask = async (leads: Leads, url: string): Promise<string | undefined> => {
  const refusal = await leads.refusalOf(url)
  if (refusal !== undefined) return refusal.message
  const { hostname, origin } = new URL(url)
  if (/^[\d.]+$|^\[/.test(hostname)) return undefined
  return new Promise(resolve => {
    leads.lookup(origin)(hostname, { all: true }, error => resolve(error?.message))
  })
}

const publicTarget = 'https://93.184.215.14'

describe('a target at a public address', () => {
  const leads = new Leads({ targets: [publicTarget], named: ['http://10.0.0.5:8080'] })
  test.each([
    'http://10.0.0.1',
    'http://10.0.0.5:8081',
    'https://10.0.0.5',
    'http://127.0.0.1:9200',
    'http://2130706433/',
    'http://0x7f.1/',
    'http://0177.0.0.1',
    'http://127.1:80',
    'http://①②⑦.0.0.1',
    'http://[::ffff:127.0.0.1]/',
    'http://0/',
    'http://169.254.1.1',
    'http://224.0.0.1',
    'http://[fe80::1]',
    'http://192.168.1.20',
  ])('does not lead to %s', async url => {
    expect(await ask(leads, url)).toContain(`add "${new URL(url).origin}" to target.origins in the config`)
  })

  test.each(['https://93.184.215.15', 'http://93.184.215.14:8080', 'http://10.0.0.5:8080/a?b'])(
    'leads to %s',
    async url => {
      expect(await ask(leads, url)).toBeUndefined()
    },
  )
})

test('a target leads to addresses of its own kind, and to no other inner ones', async () => {
  const here = new Leads({ targets: ['http://127.0.0.1:4010'] })
  const inside = new Leads({ targets: ['http://10.0.0.1'] })
  const special = new Leads({ targets: ['http://192.0.2.2:4010'] })
  const [machine, other, beside] = ['http://localhost:8080', 'http://10.0.0.2', 'http://169.254.1.1']
  expect(await ask(here, machine)).toBeUndefined()
  expect(await ask(here, other)).toContain('a private address')
  expect(await ask(inside, other)).toBeUndefined()
  expect(await ask(inside, machine)).toContain('this machine')
  expect(await ask(special, 'http://192.0.2.2:8080')).toBeUndefined()
  for (const url of ['http://192.0.2.3', machine, other]) expect(await ask(special, url)).toContain('target.origins')
  for (const leads of [here, inside]) expect(await ask(leads, beside)).toContain('a link-local address')
})

test.each([
  'http://169.254.169.254/latest/meta-data',
  'http://2852039166',
  'http://[fd00:ec2::254]',
  'http://100.100.100.200',
  'http://metadata.google.internal',
  'http://metadata.google.internal.',
  'http://[::ffff:a9fe:a9fe]',
])('no target leads to %s, though the config names it', async url => {
  for (const targets of [[publicTarget], ['http://127.0.0.1:4010'], [url]])
    expect(await ask(new Leads({ targets, named: [url] }), url)).toContain('the metadata service of a cloud')
})

describe('a name', () => {
  test('is judged by every address that it has when it is connected to', async () => {
    const resolve = resolving({
      'a.example': [['93.184.215.15'], ['127.0.0.1']],
      'b.example': [['93.184.215.15', '10.0.0.1']],
    })
    const leads = new Leads({ targets: [publicTarget], resolve })
    expect(await ask(leads, 'http://a.example')).toBeUndefined()
    expect(await ask(leads, 'http://a.example')).toContain('(127.0.0.1)')
    expect(await ask(leads, 'http://b.example')).toContain('(10.0.0.1)')
  })

  test('of the target keeps the address to which it first resolved', async () => {
    const resolve = resolving({ 'gateway.example': [['93.184.215.15', '127.0.0.1'], ['93.184.215.16'], ['127.0.0.1']] })
    const leads = new Leads({ targets: ['http://gateway.example'], resolve })
    const addresses = await new Promise(done => {
      leads.lookup('http://gateway.example')('gateway.example', { all: true }, (_error, found) => done(found))
    })
    expect(addresses).toMatchObject([{ address: '93.184.215.15' }])
    expect(await ask(leads, 'http://gateway.example')).toBeUndefined()
    expect(await ask(leads, 'http://gateway.example')).toContain('(127.0.0.1)')
  })

  test('of a target determines where it may lead', async () => {
    const resolve = resolving({ gateway: [['172.18.0.3']], login: [['172.18.0.4']], machine: [['127.0.0.1']] })
    const leads = new Leads({ targets: ['http://gateway:4010'], resolve })
    expect(await ask(leads, 'http://login:8080')).toContain('a private address')
    expect(await ask(leads, 'http://gateway:4010')).toBeUndefined()
    expect(await ask(leads, 'http://login:8080')).toBeUndefined()
    expect(await ask(leads, 'http://machine:4010')).toContain('this machine')
  })

  test('that a proxy resolves is judged before it is asked for, if it has an address here', async () => {
    const resolve = resolving({ inner: [['10.0.0.1']] })
    const leads = new Leads({ targets: [publicTarget], resolve })
    expect((await leads.refusalOf('http://inner', true))?.message).toContain('(10.0.0.1)')
    expect(await leads.refusalOf('http://elsewhere.example', true)).toBeUndefined()
  })
})

/** Serves on this machine, and counts connections. */
const listen = async () => {
  const seen = { connections: 0, port: 0 }
  const server = createServer((_request, response) => response.end('{}'))
  server.on('connection', () => {
    seen.connections += 1
  })
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  closers.push(() => server.close())
  seen.port = (server.address() as AddressInfo).port
  return seen
}

describe('a client', () => {
  const sender = { check: 'a', signal: new AbortController().signal }
  const clientWith = (options: LeadOptions) => {
    const leads = new Leads(options)
    const client = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 2_000, concurrency: 1, leads })
    closers.push(() => client.close())
    return (origin: string) => client.send({ method: 'GET', origin, path: '/', headers: [] }, sender)
  }

  test.each(['127.0.0.1', 'localhost', 'rebound.example'])(
    'does not connect to %s for a target elsewhere',
    async host => {
      const seen = await listen()
      const resolve = resolving({ 'rebound.example': [['127.0.0.1']], localhost: [['127.0.0.1']] })
      const send = clientWith({ targets: [publicTarget], resolve })
      const { silence } = await send(`http://${host}:${seen.port}`)
      expect(silence).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('target.origins') })
      expect(seen.connections).toBe(0)
    },
  )

  test.each(['null', 'javascript:', 'ftp://127.0.0.1', ''])(
    'sends nothing to what is not a web address: %s',
    async origin => {
      const { silence } = await clientWith({ targets: [publicTarget] })(origin)
      expect(silence).toBeDefined()
    },
  )

  test('connects to addresses that the operator named, and to neighbours of the target', async () => {
    const seen = await listen()
    const origin = `http://127.0.0.1:${seen.port}`
    expect((await clientWith({ targets: [publicTarget], named: [origin] })(origin)).status).toBe(200)
    expect(
      (await clientWith({ targets: ['http://localhost:1'], named: ['http://127.0.0.1:2'] })(origin)).silence?.kind,
    ).toBe('forbidden')
    expect((await clientWith({ targets: ['http://127.0.0.1:1'] })(origin)).status).toBe(200)
  })
})
