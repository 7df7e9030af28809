import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { changedRows } from './changes.ts'
import {
  changes,
  isRequirementId,
  parts,
  type Requirement,
  type RequirementId,
  requirementIds,
  requirements,
  requirementsOf,
} from './index.ts'

type Row = Pick<Requirement, 'roles' | 'level' | 'part' | 'text'> & { id: string; break: string }

const specification = new URL('../../../shared/spec/requirements.yaml', import.meta.url)
const present = existsSync(specification)
const rows: Row[] = present ? parse(readFileSync(specification, 'utf8')) : []
const all = Object.entries(requirements)
const wordsOf = (text: string) => text.split(/\s+/).filter(Boolean)

describe.skipIf(!present)(
  'the register and ../shared/spec/requirements.yaml (skipped where that file is absent)',
  () => {
    test('has its ids in its order, and those that were added', () => {
      expect(rows.length).toBeGreaterThan(0)
      expect(requirementIds.filter(id => requirements[id].since === undefined)).toEqual(rows.map(row => row.id))
    })

    test.each(rows)('$id has its text, word for word, except for listed changes', ({ id, ...row }) => {
      expect(isRequirementId(id)).toBe(true)
      const { roles, level, part, text, commonMistake } = requirements[id as RequirementId]
      const was = changedRows.find(change => change.id === id)?.was
      const { break: ways, ...first } = row
      expect({ roles, level, part, text, commonMistake, ...was }).toEqual({
        ...first,
        commonMistake: ways || undefined,
      })
    })
  },
)

const document = new URL('../../../shared/spec/protocol.md', import.meta.url)
const isDocumentPresent = existsSync(document)

describe('the changes since the first edition', () => {
  test('name each row once, in document order, and a later edition', () => {
    const listed = changes.filter(({ was }) => was).map(({ id }) => id)
    expect(changedRows.map(({ id }) => id)).toEqual(listed)
    expect(changes.map(({ id }) => id)).toEqual([...new Set(changes.map(({ id }) => id))])
    for (const { edition } of changes) expect(Number(edition)).toBeGreaterThan(1)
  })

  test.each(changedRows)('$id differs from its first text', ({ id, was }) => {
    const row = requirements[id as RequirementId]
    expect({ ...row, ...was }).not.toEqual(row)
  })

  test.skipIf(!isDocumentPresent).each(changes)('$id quotes a sentence of the document', ({ sentence }) => {
    const text = wordsOf(readFileSync(document, 'utf8')).join(' ')
    expect(wordsOf(sentence).length).toBeGreaterThan(2)
    expect(text).toContain(wordsOf(sentence).join(' '))
  })
})

describe('the register', () => {
  test.each(all)('%s says why it matters and how to fix it', (_, { why, fix }) => {
    expect(wordsOf(why).length).toBeGreaterThanOrEqual(6)
    expect(wordsOf(fix).length).toBeGreaterThanOrEqual(6)
  })

  test.each(['why', 'fix', 'text'] as const)('no two rows share the same %s', member => {
    const texts = all.map(([, requirement]) => requirement[member])
    expect(texts.filter((text, at) => texts.indexOf(text) !== at)).toEqual([])
  })

  test('every id is a prefix and a number, and every prefix belongs to one part', () => {
    expect(requirementIds.filter(id => !/^[A-Z]+-\d\d$/.test(id))).toEqual([])
    const homes = parts.flatMap(part => [...new Set(part.ids.map(id => id.split('-')[0]))])
    expect(new Set(homes).size).toBe(homes.length)
  })

  test('the parts contain every row once, in order', () => {
    expect(parts.flatMap(part => part.ids)).toEqual(requirementIds)
  })

  test('a common mistake is named exactly where the document decides', () => {
    expect(
      all.filter(([, row]) => (row.commonMistake === undefined) !== (row.level === 'open')).map(([id]) => id),
    ).toEqual([])
  })

  test('a row that cannot be observed from outside quotes its own text and names a test', () => {
    const hidden = all.filter(([, row]) => row.notObservable)
    expect(hidden.map(([id]) => id)).toEqual(['CHECKOUT-14', 'PAYMENT-13', 'WEBHOOK-15', 'CALLBACK-10'])
    for (const [, row] of hidden) {
      expect(row.text).toContain(row.notObservable?.reason)
      expect(row.notObservable?.provenBy).toMatch(/^reference\/\S+\.test\.ts: \S/)
    }
  })

  test('the rows of a role are those that name it, narrowed by the level', () => {
    const ofKyc = all.filter(([, row]) => row.roles.includes('kyc')).map(([id]) => id)
    expect(requirementsOf('kyc')).toEqual(ofKyc)
    expect(requirementsOf('gateway', 'must')).toContain('CHECKOUT-04')
    expect(requirementsOf('gateway', 'should')).not.toContain('CHECKOUT-04')
    expect(requirementsOf('merchant')).not.toContain('CHECKOUT-04')
  })

  test('an unknown name is not a requirement id', () => {
    expect(isRequirementId('CHECKOUT-04')).toBe(true)
    expect(isRequirementId('AUTH-99')).toBe(false)
    expect(isRequirementId('toString')).toBe(false)
  })
})
