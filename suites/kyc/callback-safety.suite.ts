import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import { whereDeclared } from '../every.ts'
import type { Forgery } from '../harness/browser.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds, notApplicable } from '../harness/outcome.ts'
import { summary } from '../harness/sent.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import { type Ask, arrived, attempted, type Decided, isAdmitted, isAtCallback, listIn, send, whereTo } from './asked.ts'

const suite = defineSuite({ id: 'callback-safety', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** Another value for a documented field: in every field that carries the right one, else added. */
const replaced = (fields: Forgery['fields'], name: string, change: { from: string; to: string }): Forgery['fields'] => {
  const isCarrier = ([field, value]: readonly [string, string]) => field === name || value === change.from
  const others = fields.map(one => (isCarrier(one) ? ([one[0], change.to] as const) : one))
  return fields.some(([field]) => field === name) ? others : [...others, [name, change.to]]
}

/** A decision whose submission says something else than the request did; what comes of it. */
const tampered = async (stage: Stage, change: (fields: Forgery['fields'], asked: Ask) => Forgery['fields']) => {
  const { asked, landing } = await arrived(stage)
  const last = landing.steps.length - 1
  return attempted(stage, {
    change: (submission, step) =>
      step === last ? { ...submission, fields: change(submission.fields, asked.ask) } : submission,
  })
}

/** Refused, or taken for what was asked: whatever was changed has no effect. */
const isUnmoved = ({ landing, asked, told }: Decided, what: string, isOriginal: (told: URLSearchParams) => boolean) => {
  if (landing.redirectedTo === undefined) return
  holds(isAtCallback(landing, asked.ask) && isOriginal(told), `a submission with ${what} is taken`, {
    expected: 'a refusal',
    actual: whereTo(landing),
  })
}

clause('CALLBACK-08', 'submission with another callback address', async stage => {
  const elsewhere = `https://elsewhere.example/${stage.fresh('callback')}`
  const way = await tampered(stage, (fields, { callback_url = '' }) =>
    replaced(fields, 'callback_url', { from: callback_url, to: elsewhere }),
  )
  isUnmoved(way, 'another callback address', () => true)
})

clause('CALLBACK-08', 'submission for another user', async stage => {
  const other = String(stage.user2.ocid)
  const way = await tampered(stage, (fields, { user_ocid = '' }) =>
    replaced(fields, 'user_ocid', { from: user_ocid, to: other }),
  )
  isUnmoved(way, 'another user', told => told.get('user_ocid') === way.asked.ask.user_ocid)
})

const extra = 'liveness'

/** Every field that names a granted permission, or a list of them, once more for one that was not requested. */
const withExtra = (fields: Forgery['fields']): Forgery['fields'] => {
  const inList = fields.filter(([, value]) => value.split(',').includes('email'))
  const inName = fields.filter(([name]) => /(?<![a-z])email(?![a-z])/i.test(name))
  const listed = fields.map(([name, value]) =>
    name === 'granted_permissions' && value !== '' && value !== 'email'
      ? ([name, `${value},${extra}`] as const)
      : ([name, value] as const),
  )
  return [
    ...listed,
    ...inList.filter(([, value]) => value === 'email').map(([name]) => [name, extra] as const),
    ...inName.map(([name, value]) => [name.replace(/email/i, extra), value] as const),
    ...(fields.some(([name]) => /^granted_permissions/.test(name)) ? [] : [['granted_permissions', extra] as const]),
  ]
}

clause('CALLBACK-08', 'submission with a permission that was not requested', async stage => {
  const way = await tampered(stage, withExtra)
  isUnmoved(way, 'a permission that was not requested', told => !listIn(told, 'grants')?.includes(extra))
})

/** Counts the connections to a port of its own, until the check ends: in IPv4, and in IPv6 where there is any. */
const listening = async (stage: Stage) => {
  const seen: string[] = []
  const listen = async (host: string, port: number): Promise<number> => {
    const server = createServer(socket => {
      seen.push(`${socket.remoteAddress}:${socket.remotePort}`)
      socket.destroy()
    })
    server.listen(port, host)
    await once(server, 'listening')
    stage.afterwards(() => void server.close())
    return (server.address() as AddressInfo).port
  }
  const port = await listen('127.0.0.1', 0)
  await listen('::1', port).catch(() => undefined)
  return { seen, port }
}

/** Milliseconds in which a provider that sends something would have sent it, after a later decision was told. */
const graceMs = 500

clause('CALLBACK-11', 'nothing sent to the callback address', async stage => {
  const { seen, port } = await listening(stage)
  const tried = ['localhost', '127.0.0.1'].map(host => `https://${host}:${port}/${stage.fresh('callback')}`)
  const answers = await Promise.all(
    tried.map(async address => [address, await send(stage, { callback_url: address })] as const),
  )
  const taken = answers.filter(([, answer]) => isAdmitted(answer)).map(([address]) => address)
  if (taken.length === 0)
    notApplicable(
      `The target takes no callback address at which the harness could listen (${answers.map(([, answer]) => summary(answer)).join(', ')}).`,
    )
  for (const address of taken) await arrived(stage, { ask: { callback_url: address } })
  // A later decision, after which the earlier ones would have been told of.
  await arrived(stage)
  await pause(graceMs, stage.signal)
  holds(seen.length === 0, 'the provider itself connects to the callback address', {
    expected: 'no connection',
    actual: `${seen.length} connections, the first from ${seen[0]}`,
  })
})

/** What a submission cannot change, and what the callback is not. Headings: GET /kyc/grant/{ocid}, Events. */
export const callbackSafety = whereDeclared(suite)
