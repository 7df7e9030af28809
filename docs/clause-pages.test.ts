import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { changes, isRequirementId, parts, requirementIds, requirements } from '../protocol/requirements/index.ts'
import { clausePages, folded } from './clause-pages.ts'
import { cell, root } from './documents.ts'

const pages = clausePages()
const textOf = (name: string) => pages.find(page => page.name === `docs/clauses/${name}.md`)?.text ?? ''

test('checks that differ in their operation only are folded to one name', () => {
  const ids = ['authentication/orders-create-without-x', 'authentication/transfer-create-without-x', 'verify/unknown']
  expect(folded(ids)).toEqual(['authentication/*-without-x', 'verify/unknown'])
  expect(folded(ids.slice(1))).toEqual(['authentication/transfer-create-without-x', 'verify/unknown'])
})

test('each chapter has a page with its clauses, which the overview links', () => {
  for (const { name, ids } of parts) {
    for (const id of ids) expect(textOf(name)).toContain(`| ${id} | ${requirements[id].level} | `)
    expect(textOf('README')).toContain(`](${name}.md)`)
  }
  expect(parts.flatMap(({ ids }) => ids).toSorted()).toEqual(requirementIds.toSorted())
})

test('every change of a row is on one page, with the sentence of the document that settles it', () => {
  for (const { id, edition, sentence } of changes) {
    const isRow = (line: string) => line.startsWith(`| ${id} | ${edition} | `)
    const rows = pages.flatMap(({ text }) => text.split('\n').filter(isRow))
    expect(rows.filter(row => row.includes(cell(sentence)))).not.toEqual([])
  }
})

describe('the arguments beside the register', () => {
  const folder = join(root, 'protocol/requirements/arguments')
  const files = readdirSync(folder)

  test('are of chapters', () => {
    const chapters = parts.map(({ name }) => `${name}.md`)
    expect(files.filter(file => !chapters.includes(file))).toEqual([])
  })

  test.each(files)('%s: each one names known clauses, and is on the page of its chapter', file => {
    const [heading, blank, ...lines] = readFileSync(join(folder, file), 'utf8').trimEnd().split('\n')
    const page = textOf(file.replace(/\.md$/, ''))
    expect([heading, blank]).toEqual([expect.stringMatching(/^# /), ''])
    expect(page).toContain(lines.join('\n'))
    for (const bullet of lines.join('\n').split(/^- /m).slice(1)) {
      const ids = bullet.match(/\b[A-Z]+-\d\d\b/g) ?? []
      expect(ids, bullet).not.toEqual([])
      expect(
        ids.filter(id => !isRequirementId(id) && !changes.some(change => change.id === id)),
        bullet,
      ).toEqual([])
    }
  })
})
