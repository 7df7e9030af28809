import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { type RequirementId, requirementIds, requirements } from '../protocol/requirements/index.ts'
import { allChecks, suiteFiles } from './index.ts'

/** The clause prefix of each chapter. */
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

/** Returns the clause in a file's name: 01-unknown-txid.suite.ts in verify/ is about VERIFY-01. */
const clauseIn = (path: string): RequirementId =>
  `${prefixes[basename(dirname(path))]}-${basename(path).slice(0, 2)}` as RequirementId

describe.for(suiteFiles)('$path', ({ path, suites }) => {
  const id = clauseIn(path)
  const source = readFileSync(join(import.meta.dirname, path), 'utf8')

  test('is below its role and its chapter', () => {
    expect(path).toMatch(/^(every-role|gateway|merchant|kyc)\/[a-z-]+\/\d\d-[a-z-]+\.suite\.ts$/)
  })

  test('decides the clause in its name', () => {
    const decided = suites.flatMap(({ checks }) => checks.flatMap(({ clauses }) => clauses))
    expect([...new Set(decided)]).toEqual([id])
  })

  test('opens with the text of its clause in the register', () => {
    const [, comment = ''] = /^\/\*\*(.*?)\*\//s.exec(source) ?? []
    expect(comment.replace(/\s*\n \*/g, '').trim()).toBe(`${id} · ${requirements[id].text}`)
  })

  test('is the only one of its role and clause', () => {
    const beside = suiteFiles.filter(other => dirname(other.path) === dirname(path) && clauseIn(other.path) === id)
    expect(beside).toHaveLength(1)
  })

  test('exports nothing', () => {
    expect(source).not.toMatch(/^export /m)
  })
})

test('every suite file of the folder is loaded', () => {
  const files = globSync('**/*.suite.ts', { cwd: import.meta.dirname }).map(file => file.replaceAll('\\', '/'))
  expect(suiteFiles.map(({ path }) => path).toSorted()).toEqual(files.toSorted())
})

test('every wait of a check is in harness/patience.ts', () => {
  const sources = globSync('**/*.ts', { cwd: import.meta.dirname }).filter(file => !file.endsWith('.test.ts'))
  const ownWait = /\b\w*(?:Ms|[a-z]Millis\w*)\b\s*[:=]\s*(?:\{[^}]*:\s*)?[1-9]|\bpause\(\s*\d|\bsetTimeout\(/
  const waiting = sources.filter(file => ownWait.test(readFileSync(join(import.meta.dirname, file), 'utf8')))
  expect(waiting).toEqual([])
})

test('check ids are unique', () => {
  const ids = allChecks.map(({ id }) => id)
  expect(ids.filter((id, index) => ids.indexOf(id) !== index)).toEqual([])
})

test('suite files are in the order of the register', () => {
  const positions = suiteFiles.map(({ path }) => requirementIds.indexOf(clauseIn(path)))
  expect(positions).toEqual(positions.toSorted((a, b) => a - b))
})
