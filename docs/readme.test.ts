import { existsSync, readdirSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import picomatch from 'picomatch'
import { describe, expect, test } from 'vitest'
import { processIo } from '../cli/process.ts'
import { createProgram } from '../cli/program.ts'
import { profileOf } from '../engine/settings/config/profile-file.ts'
import { isRequirementId, parts } from '../protocol/requirements/index.ts'
import { violations } from '../schemas/validate.ts'
import { clausePages } from './clause-pages.ts'
import { anchors, commands, type Document, documents, inlineCode, links, root, words } from './documents.ts'

const all = documents()
const pages = clausePages()
const documentOf = (path: string): Document => all.find(({ name }) => name === path) ?? { name: path, text: '' }
const readme = documentOf('README.md')

type Manifest = Record<'scripts' | 'dependencies' | 'devDependencies', Record<string, string>>
const manifest: Manifest & { version: string; files: string[] } = JSON.parse(
  readFileSync(join(root, 'package.json'), 'utf8'),
)
const { scripts, version } = manifest
const program = createProgram(processIo({ onInterrupt: () => () => undefined }), () => undefined)

/** The top-level folders that hold code of the project. */
const rooms = readdirSync(root).filter(
  name =>
    !/^(\.|node_modules$|dist$|conformance-report$|coverage$)/.test(name) &&
    statSync(join(root, name)).isDirectory() &&
    readdirSync(join(root, name), { recursive: true, encoding: 'utf8' }).some(file => file.endsWith('.ts')),
)

/** Checks that a path of the checkout exists, or that the package will have it: compiled files, and the pages of the clauses. */
const doesExist = (path: string) =>
  existsSync(join(root, path.replace(/^dist\/(.*)\.js$/, '$1.ts'))) ||
  pages.some(({ name }) => name === path || (path.endsWith('/') && name.startsWith(path)))

const deadLinks = (document: Document) => {
  const known = [...all, ...pages]
  return links(document).filter(({ path, anchor }) => {
    const target = known.find(({ name }) => name === path)
    return !doesExist(path) || (anchor !== '' && target !== undefined && !anchors(target).includes(anchor))
  })
}

const optionOf = (word: string) => word.split('=')[0] ?? ''

/** Returns the commands, options and clauses of a command line that do not exist. */
const unknownToProgram = ([name = '', ...rest]: readonly string[]): string[] => {
  const named = name.startsWith('-') ? program : program.commands.find(command => command.name() === name)
  if (named === undefined) return name === '' || name === 'help' ? [] : [name]
  // `report` has its own verbs.
  const command = named.commands.find(verb => verb.name() === rest[0]) ?? named
  const known = ['--help', '--version', ...command.options.map(({ long }) => long)]
  const options = [name, ...rest].filter(word => word.startsWith('-')).map(optionOf)
  const clauses = name === 'explain' ? rest.filter(word => /^[A-Z]+-\d+$/.test(word)) : []
  return [...options.filter(option => !known.includes(option)), ...clauses.filter(id => !isRequirementId(id))]
}

const ofNpm = new Set(['ci', 'install', 'pack', 'start', 'test'])

const unknownToNpm = ([name = '', ...rest]: readonly string[]): string[] => {
  const script = name === 'run' ? (rest.find(word => !word.startsWith('-')) ?? '') : name
  const isKnown = Object.hasOwn(scripts, script) || (name !== 'run' && ofNpm.has(name))
  const packages = rest.filter(word => word.endsWith('.tgz') && !word.endsWith(`oc-conformance-${version}.tgz`))
  return isKnown ? packages : [script]
}

const unknownToNpx = ([name = '', ...rest]: readonly string[]): string[] => {
  if (name === 'node' && rest[0] === 'bin.ts') return unknownToProgram(rest.slice(1))
  // Without --no, npx installs a package of a stranger where ours is not.
  if (name === '--no' && rest[0] === 'oc-conformance') return unknownToProgram(rest.slice(1))
  const files = rest.filter(word => /^[\w-]+(\/[\w.-]+)+$/.test(word))
  return [`node_modules/.bin/${name}`, ...files].filter(path => !doesExist(path))
}

const unknownTo = { 'oc-conformance': unknownToProgram, npm: unknownToNpm, npx: unknownToNpx }

const unknownWords = (line: string): string[] => {
  const [first = '', ...rest] = words(line)
  return unknownTo[first as keyof typeof unknownTo](rest)
}

describe('the documents', () => {
  test('are found, and the README has commands', () => {
    expect(all.map(({ name }) => name)).toEqual(expect.arrayContaining(['CONTRIBUTING.md', 'README.md']))
    expect(commands(readme)).toEqual(expect.arrayContaining(['npm ci', 'npm start']))
    expect(commands(readme).filter(line => line.startsWith('oc-conformance ')).length).toBeGreaterThan(4)
  })

  test.each(all)('$name: its commands, scripts and options exist', document => {
    const wrong = commands(document).flatMap(line => unknownWords(line).map(word => `${word} in: ${line}`))
    expect(wrong).toEqual([])
  })

  test.each(all)('$name: its links lead somewhere, also before the pages of the clauses are built', document => {
    expect(deadLinks(document)).toEqual([])
    expect(links(document).filter(({ path }) => path.startsWith('docs/clauses'))).toEqual([])
  })

  test.each(pages)('$name: its links lead somewhere', document => {
    expect(deadLinks(document)).toEqual([])
  })

  /** Files that a campaign writes are not in the repository. */
  const isWritten = (code: string) => code.startsWith('selftest/results/')

  const isPath = (code: string) => rooms.includes(code.split('/')[0] ?? '') && /^[\w-]+(\/[\w.-]+)*\/?$/.test(code)

  test.each(all)('$name: the files it names exist', document => {
    const paths = inlineCode(document).filter(code => code.includes('/') && isPath(code) && !isWritten(code))
    expect(paths.filter(path => !doesExist(path))).toEqual([])
  })

  test.each([
    'oc-conformance frobnicate',
    'oc-conformance run --frob',
    'npm run frob',
    'npm install ./oc-conformance-0.9.tgz',
    'npx frob',
    'npx oc-conformance run',
    'npx --no oc-conformance run --frob',
    'npx vitest run suites/frob.test.ts',
    'npx node bin.ts explain AUTH-99',
  ])('a mistake would be noticed: %s', line => {
    expect(unknownWords(line)).not.toEqual([])
  })
})

test('the README has 900 words at most', () => {
  expect(readme.text.match(/\S*\p{L}\S*/gu)?.length).toBeLessThanOrEqual(900)
})

test('CONTRIBUTING is one page, of 1,200 words at most', () => {
  expect(documentOf('CONTRIBUTING.md').text.match(/\S+/g)?.length).toBeLessThanOrEqual(1200)
})

test('the Markdown in docs/ has 200 KB at most', () => {
  const below = all.filter(({ name }) => name.startsWith('docs/'))
  expect(below.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0)).toBeLessThanOrEqual(200_000)
})

describe('the package', () => {
  const isPacked = picomatch([
    ...manifest.files.map(path => (path === 'dist' ? 'dist/**' : path)),
    'LICENSE',
    'README.md',
  ])
  const packed = [...all, ...pages].filter(({ name }) => isPacked(name))

  test('has the guides, and a page for each chapter of the register', () => {
    const names = packed.map(({ name }) => name)
    expect(names).toEqual(
      expect.arrayContaining(['docs/certify.md', ...parts.map(({ name }) => `docs/clauses/${name}.md`)]),
    )
  })

  test.each(packed)('holds what $name links to', document => {
    const missing = links(document).filter(({ path }) => !isPacked(path) && !isFolderOf(packed, path))
    expect(missing).toEqual([])
  })
})

const isFolderOf = (documents: readonly Document[], path: string) =>
  documents.some(({ name }) => name.startsWith(`${path.replace(/\/$/, '')}/`))

test('the map of the rooms shows every room, and no other', () => {
  const [, map = ''] = documentOf('docs/architecture.md').text.split(/^## The rooms$/m)
  const [table = ''] = map.split(/^## /m)
  const shown = [...table.matchAll(/^\| `([\w-]+)\/`/gm)].map(([, name]) => name)
  expect(shown.toSorted()).toEqual(rooms.toSorted())
})

test('decision 0002 gives a reason for exactly the dependencies', () => {
  const { text } = documentOf('docs/decisions/0002-libraries.md')
  const cells = [...text.matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, cell = '']) => cell.split(', '))
  const named = cells.filter(cell => !/^(package|-+)$/.test(cell))
  const { dependencies, devDependencies } = manifest
  const installed = Object.keys({ ...dependencies, ...devDependencies })
  expect(named.toSorted()).toEqual(installed.toSorted())
})

test('the profile and the parts of a config in docs/certify.md are valid', () => {
  const { name, text } = documentOf('docs/certify.md')
  const examples = [...text.matchAll(/^```json\n([\s\S]*?)^```$/gm)].map(([, example = '']) => JSON.parse(example))
  const profiles = examples.filter(example => 'canonicalRequest' in example)
  expect(profiles).toHaveLength(1)
  for (const profile of profiles) {
    expect(violations('profile', profile)).toEqual([])
    expect(profileOf(profile, name).canonicalRequest).toEqual({
      template: expect.stringMatching(/\$\{bodyHash\}/),
    })
  }
  for (const config of examples.filter(example => !profiles.includes(example)))
    expect(violations('config', config)).toEqual([])
})

test('every decision is listed, in order', () => {
  const decisions = all.map(({ name }) => name).filter(name => /^docs\/decisions\/\d/.test(name))
  const list = documentOf('docs/decisions/README.md')
  expect(links(list).map(({ path }) => path)).toEqual(decisions)
})
