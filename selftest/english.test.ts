import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '..')

/** What has no correct use in comments, messages and documents, and what to write. */
const refused: readonly (readonly [pattern: RegExp, instead: string])[] = [
  [/(?<!\bthere )\b(?:is|are) none\b/gi, 'is not one'],
  [/\bin place of\b/gi, 'instead of'],
  [/\b(?:is|are) told\b/gi, 'is reported; gets'],
  [/\bas it came\b/gi, 'unchanged; as received'],
  [/\bwhat came\b/gi, 'the response; what was received'],
  [/\bin vain\b/gi, 'without success'],
  [/\bhas not to\b/gi, 'need not; must not'],
  [
    /(?<!\bthere )\bis no (?:OCID|number|decimal|string|JSON|object|array|URL|signature|integer|boolean)\b/gi,
    'is not a …',
  ],
  [/(?<!name: '[^'\n]*|orders are signed with )\banother (?!one )(?:[a-z]+ ){1,2}than\b/gi, 'a different … than'],
  [/(?<!name: '[^'\n]*)\bfrom which on\b/gi, 'from this many …'],
  [/\bstands still\b/gi, 'stalls'],
  [/\b(?:goes|went) on\b/gi, 'continues'],
  [/(?<!name: '[^'\n]*)\bhas to\b(?! do with\b| be decided'| be *\|)/gi, 'must; needs to'],
  [/(?<=[a-z] )meanwhile\b/g, 'in the meantime'],
  [/(?<!name: '[^'\n]*)\b(?:names|knows) no\b/gi, 'does not name; has no'],
  [/(?<!name: '[^'\n]*|instead )\bof (?:its|their) own(?=[.,;:)'])/gi, 'its own …; a separate …'],
  [/\btwo looks\b/gi, 'two checks'],
  [/\bnothing shows\b/gi, 'it is unclear …; there is no sign that …'],
  [/(?<!name: '[^'\n]*)\bdocument (?:shows|does not show)\b/gi, 'specifies; does not say'],
  [/, as (?:it|they) may(?=[ .:;,)'](?!cache))/gi, 'which is allowed'],
  [/\bclock (?:was|is|be) (?:not )?moved\b|\bmov(?:es?|ed|ing) [a-z' ]{0,30}clock on(?=[.,;:)])/gi, 'advanced'],
  [/\/\*\* Most (?:bytes|characters|milliseconds|seconds|levels|clicks|controls|requests)\b/g, 'Maximum …'],
  [/\/\*\* Says\b/g, 'Returns the message …'],
  [/(?<!name: '[^'\n]*)\bnavigat(?:es|ed) without end\b/gi, 'endlessly'],
]

/** Where it is looked for. */
const folders = [
  'protocol',
  'harness',
  'pages',
  'selftest',
  'suites',
  'bench',
  'schemas',
  'reference',
  'sandbox',
  'mocks',
  'reports',
  'implementations',
  'engine',
  'cli',
  'docs',
]

/** What quotes the document or what targets are observed to do, and names that are kept. */
const quotes =
  /^selftest\/(?:english|results)|^suites\/(?:gateway\/notification\/08|every-role\/payload-signatures\/05|kyc\/grant\/08)|^protocol\/requirements\/|^implementations\/former-names|^schemas\/messages|node_modules|^docs\/protocol/

/** Returns a text without the words of the register at the head of a suite, and with phrases of comments that span two lines in one. */
const asProse = (text: string): string =>
  text.replace(/^\/\*\*\s+(?:\* )?[A-Z]+-\d+ · .*?\*\//ms, '').replaceAll(/\n[ \t]*(?:\*|\/\/)?[ \t]*/g, ' ')

const findingsIn = (file: string, text = readFileSync(join(root, file), 'utf8')): string[] => {
  const prose = asProse(text)
  return refused.flatMap(([pattern, instead]) =>
    [...prose.matchAll(pattern)].map(
      ({ 0: { length }, index }) =>
        `${file}: write "${instead}" in: …${prose.slice(Math.max(0, index - 40), index + length + 20)}…`,
    ),
  )
}

test('comments, messages and documents are in plain English', () => {
  const found = globSync([...folders.map(folder => `${folder}/**/*.{ts,md}`), '*.{ts,md}'], { cwd: root })
  const files = found.map(file => file.replaceAll('\\', '/')).filter(file => !quotes.test(file))
  expect(files.flatMap(file => findingsIn(file))).toEqual([])
  expect(files.length).toBeGreaterThan(700)
})

test.each([
  'what is none',
  'a key in place\n  // of another',
  'findings are told',
  'the body as it came',
  '/** Shows what\n * came. */',
  'it was tried in vain',
  'it has not to wait',
  'an amount that is no decimal',
  'another key than\n * before',
  'seconds from which on it waits',
  'a run that stands still',
  'the run\n * goes on',
  'a body has to be an object',
  'others run meanwhile',
  'a proof that names no order',
  'a counterpart of its own.',
  'milliseconds between two looks',
  'nothing shows which button pays',
  'the document does not show a limit',
  'the target refuses it, as it may.',
  'the clock was moved on',
  '/** Most bytes of a page. */',
  '/** Says why a check ended. */',
])('a text with "%s" is found', text => {
  expect(findingsIn('a.ts', text)).toHaveLength(1)
})
