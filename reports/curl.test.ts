import { execFileSync } from 'node:child_process'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { curlOf, quoted } from './curl.ts'
import type { Exchange } from './exchange.ts'

const exchangeOf = (request: Partial<Exchange['request']>): Exchange => ({
  id: '1',
  check: 'a/b',
  direction: 'sent',
  at: '2026-01-01T00:00:00.000Z',
  ms: 1,
  request: { method: 'POST', url: 'http://127.0.0.1:4010/x', headers: [], bodyBytes: 0, ...request },
})

/**
 * The result of a command in a shell in which `curl` is a function that prints its arguments and, if one of them requests it, its standard
 * input.
 */
const argumentsOf = (command: string): { words: string[]; input: Buffer } => {
  const script = `curl() { for a; do printf '%s\\0' "$a"; done; printf '\\0'; case "$*" in *"--data-binary @-"*) cat;; esac; }\n${command}\n`
  const printed = execFileSync('sh', { input: script, stdio: ['pipe', 'pipe', 'pipe'] })
  const end = printed.indexOf('\0\0')
  return { words: printed.subarray(0, end).toString().split('\0'), input: printed.subarray(end + 2) }
}

const hostile = [
  "'; kill $$; '",
  '$(kill $$)',
  '`kill $$`',
  '\\',
  "'",
  '"',
  '!!',
  '-K /etc/passwd',
  '@/etc/passwd',
  'a\nb',
  'a\u001b[201~\rb',
  '\u202eevil',
  '#',
  '%s %n \\033',
  '  two  spaces  ',
]

describe('quoted', () => {
  const survive = (...texts: string[]): void => {
    const printed = execFileSync('sh', { input: `printf '%s\\0' ${texts.map(quoted).join(' ')}` }).toString()
    expect(printed.split('\0')).toEqual([...texts, ''])
  }

  test.each(hostile)('a shell gets %j back', text => survive(text))

  test('a shell gets any text back, but for NUL', { timeout: 60_000 }, () => {
    const text = fc.string({ unit: 'binary' }).map(value => value.replaceAll('\0', ''))
    // Twenty in each shell: starting one costs more than the rest.
    const texts = fc.array(text, { minLength: 20, maxLength: 20 })
    fc.assert(
      fc.property(texts, all => survive(...all)),
      { numRuns: 3 },
    )
  })

  test('the text to paste contains no terminal control characters', () => {
    expect(quoted('a\u001b[201~\u202e')).toMatch(/^[\x20-\x7e]+$/)
  })

  test('an empty text is an empty word', () => expect(quoted('')).toBe("''"))
})

describe('curlOf', () => {
  test('is a command that can be read', () => {
    const headers: [string, string][] = [
      ['Content-Type', 'application/json'],
      ['X-OC-ID', '2001'],
      ['Content-Length', '7'],
    ]
    expect(curlOf(exchangeOf({ headers, body: '{"a":1}', bodyBytes: 7 }))).toBe(
      [
        'curl --silent --show-error --include --globoff --path-as-is',
        "--request 'POST'",
        `--data-raw '{"a":1}'`,
        "--header 'Content-Type: application/json'",
        "--header 'X-OC-ID: 2001'",
        "--url 'http://127.0.0.1:4010/x'",
      ].join(' \\\n  '),
    )
  })

  test.each(hostile)('%j as body, header, method and address stays an argument', text => {
    const headers: [string, string][] = [['X-Text', text]]
    const command = curlOf(exchangeOf({ method: text, url: text, headers, body: text, bodyBytes: 1 }))
    const { words, input } = argumentsOf(command)
    const next = (option: string) => words[words.indexOf(option) + 1]
    expect(words).toContain(`X-Text: ${text}`)
    expect([next('--request'), next('--url')]).toEqual([text, text])
    expect(words.includes('--data-raw') ? next('--data-raw') : input.toString()).toBe(text)
    expect(words.includes('--data-raw') || next('--data-binary') === '@-').toBe(true)
  })

  test('bytes that are not text arrive unchanged', () => {
    const bytes = Buffer.from([0, 255, 10, 39, 128])
    const { input } = argumentsOf(curlOf(exchangeOf({ body: `base64:${bytes.toString('base64')}`, bodyBytes: 5 })))
    expect(input).toEqual(bytes)
  })

  test('a header without a value is sent, one that names a file is not read', () => {
    const { words } = argumentsOf(
      curlOf(
        exchangeOf({
          headers: [
            ['X-Empty', ''],
            ['@/etc/passwd', 'x'],
          ],
        }),
      ),
    )
    expect(words).toContain('X-Empty;')
    expect(words).toContain('/etc/passwd: x')
  })

  test('no Content-Type is added if none was sent', () =>
    expect(argumentsOf(curlOf(exchangeOf({ body: 'x', bodyBytes: 1 }))).words).toContain('Content-Type:'))

  test('says if only a part of the body was kept', () =>
    expect(curlOf(exchangeOf({ body: 'x', bodyBytes: 99, truncated: true }))).toMatch(
      /^# only the beginning of the body \(99 bytes\)/,
    ))
})

describe('curlOf with a command that signs', () => {
  const sign = 'oc-conformance sign --config c.json'
  const identity = { name: 'partner', ocid: 3001 }
  const signedOf = (headers: [string, string][], changes: Partial<Exchange['request']> = {}): Exchange => ({
    ...exchangeOf({ headers, body: '{"a":1}', bodyBytes: 7, ...changes }),
    signed: [{ what: 'the request', canonical: '', hash: '', signature: 'old', publicKey: '', identity }],
  })
  const headersWith = (changes: Record<string, string> = {}): [string, string][] =>
    Object.entries({
      'X-OC-ID': '3001',
      'X-OC-Timestamp': String(Date.parse('2026-01-01T00:00:00.000Z') / 1000),
      'X-OC-Nonce': `n-${'0'.repeat(20)}-12`,
      'X-OC-Signature': 'old',
      ...changes,
    })

  test('signs again, and sends no old header', () => {
    expect(curlOf(signedOf([['Content-Type', 'application/json'], ...headersWith()]), sign)).toBe(
      [
        "url='http://127.0.0.1:4010/x'",
        `body='{"a":1}'`,
        `printf '%s %s HTTP/1.1\\n\\n%s' 'POST' "$url" "$body" | ${sign} --identity='partner' | curl --silent --show-error --include --globoff --path-as-is \\`,
        "  --request 'POST' \\",
        '  --header @- \\',
        '  --data-raw "$body" \\',
        "  --header 'Content-Type: application/json' \\",
        '  --url "$url"',
      ].join('\n'),
    )
  })

  test.each([
    [{ 'X-OC-Timestamp': '1767139200' }, "--timestamp='now-86400'"],
    [{ 'X-OC-Timestamp': '1767225637' }, "--timestamp='now+37'"],
    [{ 'X-OC-Timestamp': '0' }, "--timestamp='0'"],
    [{ 'X-OC-Timestamp': '+1767225600' }, "--timestamp='+1767225600'"],
    [{ 'X-OC-ID': '2999' }, "--caller='2999'"],
  ])('%j stays as it was', (changes, option) => {
    expect(curlOf(signedOf(headersWith(changes)), sign)).toContain(`${sign} --identity='partner' ${option} | curl`)
  })

  test('a nonce that the check chose stays, since its reuse may be the test', () => {
    const exchange = signedOf(headersWith({ 'X-OC-Nonce': "a'b" }))
    const chosen = {
      ...exchange,
      signed: exchange.signed?.map(text => ({ ...text, identity: { ...identity, nonce: true as const } })) ?? [],
    }
    expect(curlOf(chosen, sign)).toContain(`${sign} --identity='partner' --nonce='a'\\''b' | curl`)
    expect(curlOf(exchange, sign)).not.toContain('--nonce')
  })

  test.each(hostile)('%j as body and address stays a text', text => {
    const line = curlOf(signedOf(headersWith(), { body: text, url: text, bodyBytes: 1 }), 'signer')
    if (!line.startsWith('url=')) return expect(line).toMatch(/base64 -d/)
    const functions = `signer() { cat >&3; }; curl() { cat >/dev/null; }; exec 3>&1\n`
    expect(execFileSync('sh', { input: `${functions}${line}\n` }).toString()).toBe(`POST ${text} HTTP/1.1\n\n${text}`)
  })

  test.each([
    ['was changed after it was signed', { ...signedOf(headersWith()), signed: [] }, sign],
    ['has a body that is not text', signedOf(headersWith(), { body: 'base64:AP8=' }), sign],
    ['has only the beginning of its body', signedOf(headersWith(), { truncated: true }), sign],
    ['is of a report with another command', signedOf(headersWith()), 'oc-conformance sign; rm -rf /'],
  ])('a request that %s is sent as it was', (_what, exchange, command) => {
    expect(curlOf(exchange, command)).not.toContain('sign')
    expect(curlOf(exchange, command)).toContain("--header 'X-OC-Signature: old'")
  })
})
