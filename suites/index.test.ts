import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RequirementId, requirementIds, requirements } from '../protocol/requirements/index.ts'
import { allChecks, suiteFiles } from './index.ts'

/** The prefix of the clauses that the suites of a chapter decide. */
const prefixes: Readonly<Record<string, string>> = {
  metadata: 'META',
  authentication: 'AUTH',
  'payload-signatures': 'SIG',
  'wire-format': 'FMT',
  errors: 'ERR',
  checkout: 'CHECKOUT',
  'hosted-page': 'PAGE',
  verify: 'VERIFY',
  transfer: 'TRANSFER',
  payment: 'PAYMENT',
  notification: 'NOTIFY',
  order: 'ORDER',
  webhook: 'WEBHOOK',
  grant: 'GRANT',
  consent: 'CONSENT',
  callback: 'CALLBACK',
  flow: 'FLOW',
}

/** The clauses in a file's name: 01-03.05.decision.suite.ts in callback/ has CALLBACK-01, -02, -03 and -05, 01-unknown-txid.suite.ts one. */
const clausesInName = (file: string): string[] => {
  const numbers = basename(file)
    .split(/\.|(?<=^\d\d)-(?=[a-z])/)
    .filter(part => /^\d\d(-\d\d)?$/.test(part))
    .flatMap(part => {
      const [first = 0, last = first] = part.split('-').map(Number)
      return Array.from({ length: last - first + 1 }, (_, index) => first + index)
    })
  const prefix = prefixes[basename(dirname(file))]
  return numbers.map(number => `${prefix}-${String(number).padStart(2, '0')}`)
}

describe.for(suiteFiles)('$path', ({ path, suites }) => {
  test('stands below its role and its chapter', () => {
    expect(path).toMatch(/^(every-role|gateway|merchant|kyc)\/[a-z-]+\/(\d\d-|[\d.-]+\.)[a-z-]+\.suite\.ts$/)
  })

  test('decides the clauses that its name says', () => {
    const decided = suites.flatMap(({ checks }) => checks.flatMap(({ clauses }) => clauses))
    expect([...new Set<string>(decided)].sort()).toEqual(clausesInName(path))
  })

  test('exports nothing', () => {
    expect(readFileSync(join(import.meta.dirname, path), 'utf8')).not.toMatch(/^export /m)
  })
})

const aboutOneClause = suiteFiles.filter(({ path }) => /^\d\d-[a-z]/.test(basename(path)))

describe.for(aboutOneClause)('$path', ({ path }) => {
  test('opens with the text of its clause in the register', () => {
    const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(readFileSync(join(import.meta.dirname, path), 'utf8')) ?? []
    const [id = ''] = clausesInName(path)
    const { text } = requirements[id as RequirementId]
    expect(comment.replace(/\s*\n \*/g, '').trim()).toBe(`${id} · ${text}`)
  })

  test('is the only one of its role and clause', () => {
    const number = `${dirname(path)}/${basename(path).slice(0, 2)}`
    expect(suiteFiles.filter(other => new RegExp(`^${number}\\D`).test(other.path))).toHaveLength(1)
  })
})

test('every suite file of the folder is loaded', () => {
  const files = globSync('**/*.suite.ts', { cwd: import.meta.dirname }).map(file => file.replaceAll('\\', '/'))
  expect(suiteFiles.map(({ path }) => path).toSorted()).toEqual(files.toSorted())
})

test('no check has a wait of its own: each is in harness/patience.ts', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'))
  const ownWait = /\b\w*(?:Ms|[a-z]Millis\w*)\b\s*[:=]\s*(?:\{[^}]*:\s*)?[1-9]|\bpause\(\s*\d|\bsetTimeout\(/
  const waiting = sources.filter(file => ownWait.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  expect(waiting).toEqual([])
})

test('every check has an id of its own', () => {
  const ids = allChecks.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('suite files are in the order of the register', () => {
  const positions = suiteFiles.map(({ suites }) =>
    Math.min(
      ...suites.flatMap(({ checks }) => checks.flatMap(check => check.clauses)).map(id => requirementIds.indexOf(id)),
    ),
  )
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
})
