import { bytesOf, type Exchange } from './exchange.ts'
import { visible } from './visible.ts'

type Request = Exchange['request']

/**
 * Returns a command for a POSIX shell that sends the request of an exchange again, byte for byte. No part of the request becomes shell
 * syntax, an option or a file name. A signed request keeps its timestamp and nonce, so a target that remembers them refuses it:
 * `oc-conformance replay` signs again.
 */
export const curlOf = ({ request }: Exchange): string => {
  const command = ['curl --silent --show-error --include --globoff --path-as-is', ...method(request), ...body(request)]
  const lines = [...command, ...headers(request), `--url ${quoted(request.url)}`]
  return prelude(request) + lines.join(' \\\n  ')
}

/** Quotes text as one word of a POSIX shell. Control characters are written in octal. NUL cannot be in an argument and is left out. */
export const quoted = (text: string): string =>
  text
    .replaceAll('\0', '')
    .split(unprintable)
    .map((part, index) => (index % 2 === 0 ? single(part) : octal(part)))
    .filter(part => part !== "''")
    .join('') || "''"

const single = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`

/** Runs of characters that are unsafe to paste into a terminal; line feeds are safe. */
const unprintable = /((?:(?!\n)[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}])+)/u

const octal = (text: string): string =>
  `"$(printf '${Array.from(Buffer.from(text), byte => `\\${byte.toString(8).padStart(3, '0')}`).join('')}')"`

const method = ({ method }: Request): string[] =>
  method === 'HEAD' ? ['--head'] : method === 'GET' ? [] : [`--request ${quoted(method)}`]

/** Headers that curl computes itself. */
const computed = new Set(['content-length', 'transfer-encoding', 'connection', 'host'])

const headers = (request: Request): string[] => {
  const sent = request.headers.filter(([name]) => !computed.has(name.toLowerCase()))
  const implied = request.body !== undefined && !sent.some(([name]) => name.toLowerCase() === 'content-type')
  return [...sent.map(header), ...(implied ? [`--header 'Content-Type:'`] : [])]
}

/** `Name;` makes curl send a header without a value; `Name:` would leave it out. A leading @ would name a file. */
const header = ([name, value]: [string, string]): string => {
  const field = name.replace(/^@+/, '')
  return `--header ${quoted(value === '' ? `${field};` : `${field}: ${value}`)}`
}

const isPlain = (text: string): boolean => !text.startsWith('base64:') && visible(text) === text && !text.includes('\t')

/** --data-raw does not read a leading @ as a file; a body that is not plain text is piped over standard input. */
const body = ({ body }: Request): string[] =>
  body === undefined ? [] : isPlain(body) ? [`--data-raw ${quoted(body)}`] : ['--data-binary @-']

const prelude = (request: Request): string => {
  const cut = request.truncated ? `# only the beginning of the body (${request.bodyBytes} bytes) was kept\n` : ''
  if (request.body === undefined || isPlain(request.body)) return cut
  return `${cut}printf %s ${quoted(Buffer.from(bytesOf(request)).toString('base64'))} | base64 -d | `
}
