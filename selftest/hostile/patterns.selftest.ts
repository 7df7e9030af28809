import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseAst } from 'vite'
import { expect, test } from 'vitest'
import { growthOf } from './growth.ts'
import { worstInputs } from './worst-inputs.ts'

/** A regular expression in a source file. */
type Pattern = { file: string; source: string; flags: string }

const root = join(import.meta.dirname, '../..')

const rooms = '{harness,pages,engine,reports,mocks,protocol,suites,cli}/**/*.ts'

const isPattern = (node: object): node is { regex: { pattern: string; flags: string } } =>
  'regex' in node && typeof node.regex === 'object' && node.regex !== null

const patternsIn = (node: object, file: string): Pattern[] => [
  ...(isPattern(node) ? [{ file, source: node.regex.pattern, flags: node.regex.flags }] : []),
  ...Object.values(node).flatMap(child => (typeof child === 'object' && child !== null ? patternsIn(child, file) : [])),
]

const patterns = globSync(rooms, { cwd: root })
  .filter(file => !/\.test\./.test(file))
  .flatMap(file => patternsIn(parseAst(readFileSync(join(root, file), 'utf8'), { lang: 'ts' }, file), file))

/**
 * Patterns that take more than linear time. `own`: it only gets our own text; `cut`: its text is cut; `thread`: it runs in a thread that
 * can be terminated.
 */
const superlinear: Readonly<Record<string, 'own' | 'cut' | 'thread'>> = {
  'engine/settings/keys/signing-key.ts: -----BEGIN EC PARAMETERS-----[\\s\\S]*?-----END EC PARAMETERS-----': 'own',
  'engine/settings/options/readers.ts: ^https?:\\/\\/[^\\s/?#@\\\\]+[^\\s?#@\\\\]*$': 'own',
  'harness/http/in-front.ts: generated [^<]{0,80}by [^<]{0,80}\\(squid|ERR_ACCESS_DENIED': 'cut',
  'harness/http/in-front.ts: <h1>access denied<\\/h1>[\\s\\S]*reference(&#32;|\\s)(&#35;|#)': 'cut',
  'pages/document/control-intent.ts: \\s*,\\s+': 'own',
  'pages/document/typed-value.ts: exp.*month': 'cut',
  'pages/document/typed-value.ts: exp.*year': 'cut',
  'pages/reading/hidden-elements.ts: \\/\\*.*?\\*\\/': 'thread',
  'pages/reading/hidden-elements.ts: ::?[a-z-]+(?:\\([^)]*\\))?': 'thread',
  'pages/reading/hidden-elements.ts: ([^{}]*)([{}])': 'thread',
  'protocol/json/escapes.ts: "(?:[^"\\\\]|\\\\.)*"': 'own',
  'protocol/json/spellings.ts: "(?:[^"\\\\]|\\\\.)*"': 'own',
  'protocol/json/spellings.ts: "(?:[^"\\\\]|\\\\.)*"|[^"[\\]{}:,]+|[[\\]{}:,]': 'own',
  'protocol/request/request-form.ts: \\$\\{(?:url:)?([^}]*)\\}': 'own',
  'reports/replay.ts: [^\\s&?=/]*… \\(\\d+ characters\\)': 'cut',
  'suites/every-role/authentication/13-timestamp-format.suite.ts: \\B(?=(\\d{3})+$)': 'own',
  'suites/support/pages/page-text.ts: 0+$': 'own',
  'suites/support/pages/page-text.ts: (\\d)(?=(\\d{3})+$)': 'own',
}

/** Patterns for errors: they search a string that is cut, and have bounds that are large compared with it. */
const isOfErrors = ({ file }: Pattern): boolean => file === 'suites/support/errors/leaks.ts'

const nameOf = ({ file, source }: Pattern): string => `${file}: ${source}`

/** Characters of the first try, and an upper bound in milliseconds for linear work on them. */
const [firstSize, fewMs] = [16_384, 4]

const isQuick = (work: () => unknown): boolean => {
  const since = performance.now()
  work()
  return performance.now() - since < fewMs
}

/** Returns whether doubling some input more than triples its time. */
const isSuperlinear = ({ source, flags }: Pattern): boolean => {
  const use = (text: string) => text.replace(new RegExp(source, flags.includes('g') ? flags : `${flags}g`), '')
  return worstInputs({ source, flags }).some(({ begin, part, end }) => {
    const textOf = (size: number) => begin + part.repeat(Math.ceil(size / part.length)) + end
    const first = textOf(firstSize)
    if (isQuick(() => use(first)) || isQuick(() => use(first))) return false
    return (
      growthOf(size => {
        const text = textOf(size)
        return () => use(text)
      }) >= 3
    )
  })
}

test('every pattern is linear, or gets no long foreign text', () => {
  const measured = patterns.filter(pattern => !isOfErrors(pattern) && !Object.hasOwn(superlinear, nameOf(pattern)))
  expect(measured.length).toBeGreaterThan(400)
  expect(measured.filter(isSuperlinear).map(nameOf)).toEqual([])
  expect(Object.keys(superlinear).filter(name => !patterns.some(pattern => nameOf(pattern) === name))).toEqual([])
})
