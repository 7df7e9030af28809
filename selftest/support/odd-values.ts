import type { FastifyInstance, FastifyRequest } from 'fastify'
import { isObject, type Json, jsonIn } from '../../protocol/json/json.ts'
import type { Send } from '../../reference/service/ports.ts'

/** JSON texts that few implementations expect, by their oddity. */
export const oddValues: Readonly<Record<string, string>> = {
  'an object without a text': '{"toString":1}',
  'an object without a text or a value': '{"toString":null,"valueOf":1,"toLocaleString":{}}',
  'an object that seems to be awaited': '{"then":{"toString":1},"catch":1}',
  'an object that seems to write itself': '{"toJSON":1,"inspect":{},"constructor":{"name":{"toString":1}}}',
  'a prototype': '{"__proto__":{"toString":1},"prototype":null}',
  'a list without end': '{"length":9007199254740992}',
  'a list of negative length': '{"length":-1,"0":{}}',
  'an object': '{}',
  'a list': '[]',
  'a nested list': '[[{"toString":1}],[null]]',
  null: 'null',
  true: 'true',
  'an empty text': '""',
  'the name of a member of every object': '"constructor"',
  'the name of a prototype': '"__proto__"',
  'more than a double holds': '1e309',
  'less than zero': '-1',
  'negative zero': '-0',
  'a fraction': '0.5',
  'more digits than a double has': '123456789012345678901234567890',
  'very many digits': `"${'9'.repeat(400)}"`,
  'a number with an exponent': '"1e5"',
  'half a character': '"\\ud800"',
  'control characters': '"\\u0000\\u001b[31m\\r\\n::error::x\\u202e"',
  'a long text': `"${'x'.repeat(100_000)}"`,
  'a long list': `[${'0,'.repeat(100_000)}0]`,
  'a long list of objects without a text': `[${'{"toString":1},'.repeat(5_000)}0]`,
  'deep nesting': `${'['.repeat(400)}${']'.repeat(400)}`,
  'endless nesting': `${'{"a":'.repeat(50_000)}1${'}'.repeat(50_000)}`,
  'a name twice': '{"a":1,"a":{"toString":1}}',
  'no address': '"http://[::bad"',
  'a script': '"javascript:alert(1)"',
  markup: '"</script><script>alert(1)</script>"',
}

/** Odd values of headers. */
export const oddHeaders: readonly string[] = [
  '',
  ' ',
  '0',
  '-1',
  '1e309',
  'NaN',
  '99999999999999999999',
  'constructor',
  '__proto__',
  'toString',
  '{"toString":1}',
  'Thu, 99 Foo 2026 99:99:99 GMT',
  'http://[::bad',
  'javascript:alert(1)',
  '//',
  '%',
  '/%zz/%ff',
  'text/html; charset=constructor',
  'application/json; charset=utf-99; a="',
  '=;=; path=; domain=.; expires=x',
  ',,;;,',
  '\u00ff\u00fe',
  'x'.repeat(20_000),
]

/** The path of a member; of a list only the first element. */
export type Path = readonly string[]

/** Returns the paths of a value and all its members. */
export const pathsIn = (value: Json, path: Path = []): Path[] => {
  const members = Array.isArray(value) ? value.slice(0, 1) : isObject(value) ? value : []
  return [path, ...Object.entries(members).flatMap(([name, member]) => pathsIn(member, [...path, name]))]
}

const mark = '"\u2318odd\u2318"'

/** Returns a JSON text with a member replaced by a string, which `JSON.stringify` need not be able to write. */
export const withOdd = (body: Json, path: Path, text: string): string =>
  JSON.stringify(replaced(body, path)).replace(mark, () => text)

const replaced = (value: Json, [name, ...rest]: Path): Json => {
  if (name === undefined) return JSON.parse(mark)
  if (Array.isArray(value)) return value.map((item, at) => (`${at}` === name ? replaced(item, rest) : item))
  if (!isObject(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, item]) => [key, key === name ? replaced(item, rest) : item]),
  )
}

/** A message of the target: the operation that it answers with its status, or the kind of request that it sends. */
export type Message = { of: string; body: Json | undefined; headers: Record<string, string> }

/** Returns the odd parts of a message; `undefined`: none. */
export type Oddity = (message: Message) => { body?: string; headers?: Record<string, string> } | undefined

/** Makes a server send odd responses. */
export const answerOddly =
  (oddity: Oddity) =>
  (server: FastifyInstance): void => {
    server.addHook('onSend', async (request, reply, payload) => {
      const text = typeof payload === 'string' ? payload : Buffer.isBuffer(payload) ? payload.toString() : undefined
      const odd = oddity({
        of: `${operationOf(request)} ${Math.floor(reply.statusCode / 100)}xx`,
        body: jsonIn(text ?? ''),
        headers: {},
      })
      for (const [name, value] of Object.entries(odd?.headers ?? {})) reply.header(name, value)
      if (odd?.body === undefined) return payload
      reply.removeHeader('content-length')
      return odd.body
    })
  }

const operationOf = ({ method, routeOptions }: FastifyRequest): string =>
  routeOptions.url === undefined || routeOptions.url === '*' ? 'nowhere' : `${method} ${routeOptions.url}`

/** Makes a target send odd requests. */
export const sendOddly =
  (oddity: Oddity): Send =>
  async ({ method, url, headers = {}, body, limitBytes, signal }) => {
    const odd = oddity({ of: `sends ${method}`, body: jsonIn(body ?? ''), headers })
    const response = await fetch(url, {
      method,
      headers: { ...headers, ...odd?.headers },
      redirect: 'manual',
      signal,
      ...(body === undefined ? {} : { body: odd?.body ?? body }),
    })
    return { status: response.status, text: limitBytes === 0 ? '' : await response.text() }
  }
