import { globSync, readFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { type Role, roles } from '../protocol/operations.ts'
import { isRequirementId, requirementIds, requirements } from '../protocol/requirements/index.ts'

const root = dirname(dirname(fileURLToPath(import.meta.url)))

const tag = /\bClauses?: ([A-Z]+-\d\d(?:(?:,| and|, and) [A-Z]+-\d\d)*)\./g

/** The clauses in the docstrings of a source text; a list may run over several lines. */
const clausesIn = (text: string): string[] =>
  [...text.replace(/\s*\n\s*\* ?/g, ' ').matchAll(tag)].flatMap(([, list = '']) => list.match(/[A-Z]+-\d\d/g) ?? [])

/** The roles that a file serves: that of its room, or every role. */
const rolesOf = (file: string): readonly Role[] => {
  const room = file.split('/')[1]
  const role = roles.find(each => each === room)
  return role === undefined || !file.startsWith('reference/') ? roles : [role]
}

const files = globSync(['reference/**/*.ts', 'protocol/*.ts'], { cwd: root })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => !file.includes('.test.'))

const tags = files.flatMap(file =>
  clausesIn(readFileSync(join(root, file), 'utf8')).map(id => ({ id, file, roles: rolesOf(file) })),
)

test('every tag names a clause of the register', () => {
  expect(tags.filter(({ id }) => !isRequirementId(id))).toEqual([])
})

test('a tag in the room of a role names a clause of that role', () => {
  const strays = tags.filter(
    ({ id, roles: served }) => isRequirementId(id) && !served.some(role => requirements[id].roles.includes(role)),
  )
  expect(strays).toEqual([])
})

test('every clause is named where it is implemented, for each of its roles', () => {
  const missing = requirementIds.flatMap(id =>
    requirements[id].roles
      .filter(role => !tags.some(each => each.id === id && each.roles.includes(role)))
      .map(role => `${id} for ${role}`),
  )
  expect(missing).toEqual([])
})
