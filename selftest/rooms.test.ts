import { readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, test } from 'vitest'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

/** For each room the other rooms that it may import. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  protocol: [],
  schemas: ['protocol'],
  reference: ['protocol', 'schemas'],
  sandbox: ['protocol', 'schemas', 'reference'],
  implementations: ['protocol', 'schemas', 'reference', 'sandbox'],
  harness: ['protocol', 'schemas'],
  pages: ['protocol', 'harness'],
  mocks: ['protocol', 'schemas', 'harness'],
  suites: ['protocol', 'schemas', 'harness', 'pages'],
  reports: ['protocol', 'schemas', 'harness', 'suites'],
  engine: ['protocol', 'schemas', 'reference', 'harness', 'sandbox', 'pages', 'mocks', 'suites', 'reports'],
  cli: [
    'protocol',
    'schemas',
    'reference',
    'sandbox',
    'implementations',
    'harness',
    'pages',
    'mocks',
    'suites',
    'reports',
    'engine',
  ],
}

const filesOf = (room: string): string[] =>
  readdirSync(join(root, room), { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.ts'))
    .map(file => `${room}/${file}`)

/** Returns what a file imports: files as paths from the root, packages by name. */
const importsOf = (file: string): string[] =>
  [...readFileSync(join(root, file), 'utf8').matchAll(/(?:from|import)\s*\(?\s*'([^']+)'/g)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name,
  )

/** Returns what a file imports when it runs: types are gone by then. */
const neededBy = (file: string): string[] => {
  const text = readFileSync(join(root, file), 'utf8')
  return [...text.matchAll(/^(?:import|export) (?!type )[^']*?from '([^']+)'/gms)].map(([, name = '']) =>
    name.startsWith('.') ? relative(root, join(root, dirname(file), name)) : name,
  )
}

const roomOf = (file: string): string => file.split('/')[0] ?? ''

describe('imports point one way', () => {
  for (const [room, rooms] of Object.entries(mayImport)) {
    test(`${room} imports ${rooms.join(', ') || 'no other room'}`, () => {
      const everyRoom = new Set(Object.keys(mayImport).concat('selftest', 'docs', 'bench'))
      const forbidden = filesOf(room).flatMap(file =>
        importsOf(file)
          .filter(name => everyRoom.has(roomOf(name)) && roomOf(name) !== room && !rooms.includes(roomOf(name)))
          .map(name => `${file} imports ${name}`),
      )
      expect(forbidden).toEqual([])
    })
  }

  test('what a fault needs has no test runner in it', () => {
    const reached = new Set<string>()
    const reach = (file: string): void => {
      if (reached.has(file)) return
      reached.add(file)
      if (file.endsWith('.ts')) for (const name of neededBy(file)) reach(name)
    }
    reach('implementations/choose.ts')
    const rooms = new Set([...reached].filter(file => file.endsWith('.ts')).map(roomOf))
    expect([...rooms].sort()).toEqual(['implementations', 'protocol', 'reference', 'schemas'])
    expect([...reached].filter(name => name.startsWith('vitest'))).toEqual([])
    expect(reached.size).toBeGreaterThan(200)
  })

  test('a suite does not import Vitest', () => {
    const suites = filesOf('suites').filter(file => file.endsWith('.suite.ts'))
    expect(suites.filter(file => importsOf(file).some(name => name.startsWith('vitest')))).toEqual([])
    expect(suites.length).toBeGreaterThan(0)
  })
})
