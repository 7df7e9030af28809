import { expect, test } from 'vitest'
import { ownTexts } from './own-text.ts'

type Write = (permission: string) => string

const permissions = ['name', 'email', 'id_card']
const pageOf = (shown: readonly string[], write: Write) =>
  `${shown.length} permissions. ${shown.map(permission => `${write(permission)} Allow Deny`).join(' ')} Submit`

const read = (write: Write) =>
  ownTexts(
    pageOf(permissions, write),
    Object.fromEntries(
      permissions.map(permission => [
        permission,
        pageOf(
          permissions.filter(other => other !== permission),
          write,
        ),
      ]),
    ),
  )

const texts: Record<string, string> = {
  name: 'Name: your full name',
  email: 'E-mail: your address to write to',
  id_card: 'ID card: your card, its number and a picture',
}

test('the text of a page about one permission alone', () => {
  expect(read(permission => texts[permission] ?? '')).toEqual({
    name: { text: 'full', words: 4, different: 3 },
    email: { text: 'address to write to', words: 6, different: 5 },
    id_card: { text: 'its number and a picture', words: 9, different: 8 },
  })
})

test.each<[string, Write]>([
  ['identifiers', permission => permission],
  ['identifiers for people', permission => permission.replace('_', ' ').toUpperCase()],
  ['identifiers in a sentence', permission => `This site would like to read your ${permission}.`],
])('%s are not a description', (_what, write) => {
  expect(Object.values(read(write)).map(({ text }) => text)).toEqual(['', '', ''])
})

test('a page that is the same for every request describes nothing', () => {
  const page = pageOf(permissions, permission => texts[permission] ?? '')
  expect(ownTexts(page, { name: page, email: page })).toEqual({
    name: { text: '', words: 0, different: 0 },
    email: { text: '', words: 0, different: 0 },
  })
})

test('a label is a word or two, in any script', () => {
  const labels: Record<string, string> = { name: 'Full name', email: 'E-mail address', id_card: 'Identity card' }
  expect(Object.values(read(permission => labels[permission] ?? '')).map(({ words }) => words)).toEqual([2, 2, 2])
  const japanese: Record<string, string> = { name: '本人確認された氏名を共有します', email: 'x', id_card: 'y' }
  expect(read(permission => japanese[permission] ?? '').name?.words).toBeGreaterThan(3)
})
