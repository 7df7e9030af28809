import type { SigningIdentity } from '../harness/http/exchange.ts'
import { bytesOf, type Exchange } from './exchange.ts'
import { visible } from './visible.ts'

type Request = Exchange['request']

/**
 * Returns a command for a POSIX shell that sends the request of an exchange again, byte for byte. No part of the request becomes shell
 * syntax, an option or a file name. With `sign`, the command that signs requests of the run, a signed request is signed again; without it, and
 * where it was signed wrongly on purpose, it keeps its timestamp and nonce, so that a target that remembers them refuses it.
 */
export const curlOf = (exchange: Exchange, sign?: string): string => {
  const { request } = exchange
  const signer = signerOf(exchange, sign)
  if (signer) return signedAgain(exchange, `${sign} ${signingOptions(exchange, signer)}`)
  const lines = [...command(request), ...body(request), ...headers(request), `--url ${quoted(request.url)}`]
  return prelude(request) + lines.join(separator)
}

const separator = ' \\\n  '

const command = (request: Request): string[] => [
  'curl --silent --show-error --include --globoff --path-as-is',
  ...method(request),
]

/** Returns whether `curlOf` signs the request of an exchange again. */
export const isSignedAgain = (exchange: Exchange, sign: string | undefined): boolean =>
  signerOf(exchange, sign) !== undefined

/** Plain and quoted words, so that a foreign report cannot inject shell syntax. */
const words = /^(?:[\w@%+=:,./-]|'[^']*'|\\'| )+$/

/** Returns the identity that can sign a request again, whose body must be a string. */
const signerOf = ({ request, signed = [] }: Exchange, sign: string | undefined) =>
  sign !== undefined && words.test(sign) && visible(sign) === sign && !request.truncated && isPlain(request.body ?? '')
    ? signed.find(({ identity }) => identity)?.identity
    : undefined

/** Address and body are shell variables, since both are signed and sent. */
const signedAgain = ({ request }: Exchange, sign: string): string => {
  const own = request.headers.filter(([name]) => !/^x-oc-(id|timestamp|nonce|signature)$/i.test(name))
  const sent = request.body === undefined ? [] : ['--data-raw "$body"']
  const lines = [...command(request), '--header @-', ...sent, ...headers({ ...request, headers: own }), '--url "$url"']
  return [
    `url=${quoted(request.url)}`,
    `body=${quoted(request.body ?? '')}`,
    `printf '%s %s HTTP/1.1\\n\\n%s' ${quoted(request.method)} "$url" "$body" | ${sign} | ${lines.join(separator)}`,
  ].join('\n')
}

/** A timestamp this many seconds off the time of its request still means "now". */
const present = 5
/** A timestamp within this many seconds is written as an offset from now. */
const near = 100_000_000

/** Returns the values of a request that do not follow from the identity and the current time. */
const signingOptions = ({ request, at }: Exchange, { name, ocid, nonce: isChosen }: SigningIdentity): string => {
  const sentAs = (header: string) => request.headers.find(([key]) => key.toLowerCase() === header)?.[1]
  const [caller, timestamp, nonce] = ['x-oc-id', 'x-oc-timestamp', 'x-oc-nonce'].map(sentAs)
  const given = [
    ['identity', name],
    ['caller', caller === String(ocid) ? undefined : caller],
    ['timestamp', timestampAgain(timestamp, Date.parse(at) / 1000)],
    ['nonce', isChosen ? nonce : undefined],
  ]
  return given.flatMap(([option, value]) => (value === undefined ? [] : [`--${option}=${quoted(value)}`])).join(' ')
}

const timestampAgain = (text: string | undefined, sentAt: number): string | undefined => {
  if (text === undefined || !/^[1-9]\d{0,12}$/.test(text)) return text
  const offset = Math.round(Number(text) - sentAt)
  if (Math.abs(offset) <= present) return undefined
  return Math.abs(offset) > near ? text : `now${offset < 0 ? '-' : '+'}${Math.abs(offset)}`
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
