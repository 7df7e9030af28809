import { globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

type Floor = Readonly<Record<string, readonly string[]>>

/** The layers, from the bottom up: each folder with the folders that it imports, all in lower layers. */
const floors: readonly Floor[] = [
  { protocol: [] },
  { schemas: ['protocol'] },
  {
    reference: ['protocol', 'schemas'],
    harness: ['protocol', 'schemas'],
  },
  {
    sandbox: ['protocol', 'schemas', 'reference'],
    pages: ['protocol', 'harness'],
    mocks: ['protocol', 'harness'],
    reports: ['protocol', 'schemas', 'harness'],
  },
  {
    implementations: ['protocol', 'schemas', 'reference', 'sandbox'],
    suites: ['protocol', 'schemas', 'harness', 'pages'],
  },
  { engine: ['protocol', 'schemas', 'reference', 'harness', 'sandbox', 'pages', 'mocks', 'reports', 'suites'] },
  { cli: ['protocol', 'schemas', 'harness', 'sandbox', 'pages', 'reports', 'implementations', 'suites', 'engine'] },
  {
    selftest: [
      ...['protocol', 'schemas', 'reference', 'harness', 'sandbox', 'pages', 'mocks', 'reports'],
      ...['implementations', 'suites', 'engine', 'cli'],
    ],
  },
  {
    bench: [
      ...['protocol', 'schemas', 'reference', 'harness', 'sandbox', 'pages'],
      ...['suites', 'engine', 'selftest'],
    ],
    docs: ['protocol', 'schemas', 'harness', 'sandbox', 'pages', 'suites', 'engine', 'cli', 'selftest'],
  },
]

const rooms: Floor = Object.assign({}, ...floors)

const filesOf = (room: string): string[] =>
  globSync(`${room}/**/*.ts`, { cwd: root }).map(file => file.replaceAll('\\', '/'))

/** Matches the name of a module: an import, a mock in a test, the program of a worker. */
const named = /(?:\b(?:from|import)|vi\s*\.\w+\(|new URL\()\s*\(?\s*'([^']+)'/g

/** Returns the imports of a file: files as paths from the root, packages by name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(named)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(file), name)).replaceAll('\\', '/') : name,
  )

const roomOf = (file: string): string => file.split('/')[0] ?? ''

/** Returns the other folders that a folder imports, with a sentence for each import. */
const importedBy = (room: string): { other: string; sentence: string }[] =>
  filesOf(room).flatMap(file =>
    importsOf(file)
      .map(name => ({ other: roomOf(name), sentence: `${file} imports ${name}` }))
      .filter(({ other }) => other !== room && Object.hasOwn(rooms, other)),
  )

describe.for(Object.entries(rooms))('%s', ([room, others]) => {
  const imported = importedBy(room)

  test(`imports ${others.join(', ') || 'no other room'}`, () => {
    expect(imported.filter(({ other }) => !others.includes(other)).map(({ sentence }) => sentence)).toEqual([])
  })

  test('has no permission that it does not use', () => {
    expect(others.filter(name => imported.every(({ other }) => other !== name))).toEqual([])
  })
})

describe('the table', () => {
  test('names every folder with code', () => {
    const isSkipped = (name: string) => name.startsWith('.') || ['node_modules', 'dist', 'coverage'].includes(name)
    const folders = readdirSync(root, { withFileTypes: true }).filter(
      each => each.isDirectory() && !isSkipped(each.name),
    )
    const withCode = folders.map(({ name }) => name).filter(name => filesOf(name).length > 0)
    expect(Object.keys(rooms).toSorted()).toEqual(withCode.toSorted())
  })

  test('allows a folder to import only lower layers', () => {
    const below = floors.map((_, at) => new Set(floors.slice(0, at).flatMap(Object.keys)))
    const others = floors.flatMap((floor, at) =>
      Object.entries(floor).flatMap(([room, names]) =>
        names.filter(name => !below[at]?.has(name)).map(name => `${room} imports ${name}`),
      ),
    )
    expect(others).toEqual([])
  })

  // Code that judges a target shares nothing with the bundled one: a common mistake would go unnoticed.
  test.each([
    ['harness', ['reference', 'sandbox', 'implementations']],
    ['pages', ['reference', 'sandbox', 'implementations']],
    ['mocks', ['reference', 'sandbox', 'implementations', 'suites']],
    ['suites', ['reference', 'sandbox', 'implementations', 'mocks']],
  ])('keeps %s apart from %j', (room, apart) => {
    expect(rooms[room]?.filter(name => apart.includes(name))).toEqual([])
  })
})

test('below the engine only tests import Vitest', () => {
  const below = floors
    .slice(
      0,
      floors.findIndex(floor => 'engine' in floor),
    )
    .flatMap(Object.keys)
  const built = below.flatMap(filesOf).filter(file => !/\.test\./.test(file))
  expect(built.filter(file => importsOf(file).some(name => name.startsWith('vitest')))).toEqual([])
  expect(built.length).toBeGreaterThan(500)
})

// A report folder may hold a planted link or pipe: files that may exist are written by `engine/machine/write-whole.ts`.
test('the engine writes to no file that others may have planted', () => {
  const byPath = /(?<!\.)\b(?:(?:write|append)File(?:Sync)?|createWriteStream)\((?!.*(?:'wx'|openToAppend)|file, `)/
  const writes = (file: string) =>
    readFileSync(join(root, file), 'utf8')
      .split('\n')
      .some(line => byPath.test(line))
  expect(filesOf('engine').filter(file => !/\.test\./.test(file) && writes(file))).toEqual([])
  expect(byPath.test('  await writeFile(to, bytes)')).toBe(true)
})

// Names of variables are read from documents, and every object has members such as `constructor`.
test('no variable of the environment is looked up by a computed name', () => {
  const files = ['engine', 'cli', 'sandbox', 'pages'].flatMap(filesOf).filter(file => !/\.test\./.test(file))
  const byName = /\benv\[name\]/
  expect(files.filter(file => byName.test(readFileSync(join(root, file), 'utf8')))).toEqual([])
})

// The system clock may be set during a run; `protocol/time.ts` reads it once.
test('code that judges a target never reads the system clock', () => {
  const judging = ['harness', 'pages', 'mocks', 'reports', 'suites', 'engine', 'cli']
    .flatMap(filesOf)
    .filter(file => !/\.test\./.test(file))
  const reads = (file: string) => /\bDate\.now\b|\bnew Date\(\)/.test(readFileSync(join(root, file), 'utf8'))
  expect(judging.filter(reads)).toEqual([])
  expect(judging.length).toBeGreaterThan(500)
})
