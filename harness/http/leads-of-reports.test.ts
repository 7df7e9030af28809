import { expect, test } from 'vitest'
import { createHttpClient } from './http-client.ts'
import { Leads } from './leads.ts'

const origin = 'http://gateway.example'

/** The target of a report, whose name resolves to a different address each time. */
const leadsTo = (...found: string[]): Leads => {
  let at = 0
  return new Leads({
    targets: [origin],
    isReported: true,
    resolve: (_host, _options, done) => {
      const address = found[Math.min(at++, found.length - 1)] ?? ''
      done(null, [{ address, family: address.includes(':') ? 6 : 4 }])
    },
  })
}

/** Connects as a client does; returns why that is forbidden. */
const connect = (leads: Leads): Promise<string | undefined> =>
  new Promise(done => leads.lookup(origin)('gateway.example', { all: true }, error => done(error?.message)))

test.each(['169.254.7.7', 'fe80::1', '::ffff:169.254.7.7', '64:ff9b::a9fe:707', '2002:a9fe:707::1', '169.254.169.254'])(
  'a name in a report does not lead to %s, immediately or later, nor through a proxy',
  async address => {
    const refusal = expect.stringContaining(`(${address}), which a report names`)
    expect(await connect(leadsTo(address))).toEqual(refusal)
    const changing = leadsTo('93.184.215.15', address)
    expect([await connect(changing), await connect(changing)]).toEqual([undefined, refusal])
    expect((await leadsTo(address).refusalOf(origin, true))?.message).toEqual(refusal)
  },
)

test.each(['127.0.0.1', '::1', '10.0.0.1', '93.184.215.15'])('it may lead to %s', async address => {
  expect(await connect(leadsTo(address))).toBeUndefined()
})

test('an address in a report is not link-local; one that the operator gives may be', async () => {
  const target = 'http://169.254.7.7:4010'
  expect((await new Leads({ targets: [target], isReported: true }).refusalOf(target))?.message).toContain(
    'it is a link-local address; give the address of your target',
  )
  expect(await new Leads({ targets: [target] }).refusalOf(target)).toBeUndefined()
})

test('a client sends nothing where the name leads when it connects', async () => {
  const leads = leadsTo('169.254.7.7')
  const client = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 2_000, concurrency: 1, leads })
  const sender = { check: 'a', signal: new AbortController().signal }
  const { silence } = await client.send({ method: 'GET', origin, path: '/', headers: [] }, sender)
  expect(silence).toMatchObject({ kind: 'forbidden' })
  await client.close()
})
