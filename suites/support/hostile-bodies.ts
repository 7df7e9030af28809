import type { CheckContext } from '../../harness/context.ts'
import type { Json } from '../../protocol/json.ts'
import type { Call } from './authenticated-operations.ts'

/** A body that is none that anybody would send; `large`: cutting the connection is as good an answer as 413. */
export type HostileBody = { title: string; body: string | Uint8Array; large?: true }

const mark = '"@@"'

const nested = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)

/** JSON text of one value, in place of a text that the target canonicalizes, stores or writes again. */
const values: Readonly<Record<string, () => string>> = {
  'lists 10,000 deep': () => nested('[', ']'),
  'objects 10,000 deep': () => `${nested('{"a":', '')}1${'}'.repeat(10_000)}`,
  'a number beyond any double': () => '1e400',
  'a number below any double': () => '-1e400',
  'a number of 5,000 digits': () => '9'.repeat(5_000),
  'a lone surrogate': () => '"\\ud800"',
  'a name that is a lone surrogate': () => '{"\\udc00":1}',
  'the character NUL': () => '"\\u0000"',
  'the member __proto__': () => '{"__proto__":{"polluted":true}}',
  'the member constructor': () => '{"constructor":{"prototype":{"polluted":true}}}',
  'a list of 20,000 values': () => `[${'0,'.repeat(20_000)}0]`,
}

/** Numbers that are integers, and still nothing that a clock or a table holds. */
const numbers: readonly number[] = [1e20, -1, 9007199254740991, 1e15]

const megabyte = 1_048_576

const withValues = async (context: CheckContext, call: Call): Promise<HostileBody[]> => {
  const around = JSON.stringify(await call.edited(context, { path: call.text, value: '@@' }))
  return Object.entries(values).map(([title, value]) => ({ title, body: around.replace(mark, value) }))
}

const withMembers = async (context: CheckContext, call: Call): Promise<HostileBody[]> => {
  const right = JSON.stringify(await call.body(context))
  const first = (members: string) => `{${members},${right.slice(1)}`
  return [
    { title: 'a member twice', body: first('"amount":"1","order":{},"proof":{},"to":1') },
    { title: '__proto__ at the top', body: first('"__proto__":{"amount":"1"}') },
    { title: 'a member without a name', body: first('"":1') },
    { title: 'a byte-order mark', body: `\ufeff${right}` },
    { title: 'bytes that are not UTF-8', body: Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d) },
  ]
}

const edited = async (context: CheckContext, call: Call, [path, value]: readonly [string, Json]): Promise<string> =>
  JSON.stringify(await call.edited(context, { path, value }))

const withNumbers = (context: CheckContext, call: Call): Promise<HostileBody[]> => {
  const changes = call.numbers.flatMap(path => numbers.map(value => [path, value] as const))
  const bodies = changes.map(async ([path, value]) => ({
    title: `${value} as ${path}`,
    body: await edited(context, call, [path, value]),
  }))
  return Promise.all(bodies)
}

const long = async (context: CheckContext, call: Call): Promise<HostileBody[]> => [
  { title: 'an amount of 50,000 digits', body: await edited(context, call, [call.amount, '9'.repeat(50_000)]) },
  { title: 'a text of 100,000 characters', body: await edited(context, call, [call.text, 'x'.repeat(100_000)]) },
  { title: 'a text of a megabyte', body: await edited(context, call, [call.text, 'x'.repeat(megabyte)]), large: true },
  {
    title: 'a body of three megabytes',
    body: await edited(context, call, [call.text, 'x'.repeat(3 * megabyte)]),
    large: true,
  },
]

/** Every hostile body for an operation. */
export const hostileBodies = async (context: CheckContext, call: Call): Promise<HostileBody[]> =>
  (await Promise.all([withValues, withMembers, withNumbers, long].map(bodies => bodies(context, call)))).flat()
