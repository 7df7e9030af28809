import type { CheckContext } from '../../../harness/context.ts'
import type { Json } from '../../../protocol/json/json.ts'
import type { AuthenticatedOperation } from '../authentication/authenticated-operation.ts'

/** A hostile body; `large`: the target may close the connection instead of responding with 413. */
export type HostileBody = { title: string; body: string | Uint8Array; large?: true }

/** The text that a hostile value replaces. */
const placeholder = '@@'

const nested = (open: string, close: string) => open.repeat(10_000) + close.repeat(10_000)

/** JSON values to use instead of a string that the target canonicalizes, stores or rewrites. */
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

/** Integers beyond the range of clocks and database columns. */
const numbers: readonly number[] = [1e20, -1, 9007199254740991, 1e15]

const megabyte = 1_048_576

const withValues = async (context: CheckContext, operation: AuthenticatedOperation): Promise<HostileBody[]> => {
  const around = JSON.stringify(await operation.bodyWith(context, { path: operation.textPath, value: placeholder }))
  return Object.entries(values).map(([title, value]) => ({
    title,
    body: around.replace(JSON.stringify(placeholder), value),
  }))
}

const withMembers = async (context: CheckContext, operation: AuthenticatedOperation): Promise<HostileBody[]> => {
  const correct = JSON.stringify(await operation.body(context))
  const first = (members: string) => `{${members},${correct.slice(1)}`
  return [
    { title: 'a member twice', body: first('"amount":"1","order":{},"proof":{},"to":1') },
    { title: '__proto__ at the top', body: first('"__proto__":{"amount":"1"}') },
    { title: 'a member without a name', body: first('"":1') },
    { title: 'a byte-order mark', body: `\ufeff${correct}` },
    { title: 'bytes that are not UTF-8', body: Uint8Array.of(0x7b, 0x22, 0xff, 0xfe, 0x22, 0x3a, 0x31, 0x7d) },
  ]
}

const textWith = async (
  context: CheckContext,
  operation: AuthenticatedOperation,
  [path, value]: readonly [string, Json],
): Promise<string> => JSON.stringify(await operation.bodyWith(context, { path, value }))

const withNumbers = (context: CheckContext, operation: AuthenticatedOperation): Promise<HostileBody[]> => {
  const changes = operation.numberPaths.flatMap(path => numbers.map(value => [path, value] as const))
  const bodies = changes.map(async ([path, value]) => ({
    title: `${value} as ${path}`,
    body: await textWith(context, operation, [path, value]),
  }))
  return Promise.all(bodies)
}

const longBodies = async (context: CheckContext, operation: AuthenticatedOperation): Promise<HostileBody[]> => [
  {
    title: 'an amount of 50,000 digits',
    body: await textWith(context, operation, [operation.amountPath, '9'.repeat(50_000)]),
  },
  {
    title: 'a text of 100,000 characters',
    body: await textWith(context, operation, [operation.textPath, 'x'.repeat(100_000)]),
  },
  {
    title: 'a text of a megabyte',
    body: await textWith(context, operation, [operation.textPath, 'x'.repeat(megabyte)]),
    large: true,
  },
  {
    title: 'a body of three megabytes',
    body: await textWith(context, operation, [operation.textPath, 'x'.repeat(3 * megabyte)]),
    large: true,
  },
]

/** Returns every hostile body for an operation. */
export const hostileBodies = async (context: CheckContext, operation: AuthenticatedOperation): Promise<HostileBody[]> =>
  (
    await Promise.all([withValues, withMembers, withNumbers, longBodies].map(bodies => bodies(context, operation)))
  ).flat()
