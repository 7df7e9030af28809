import { expect, test } from 'vitest'
import { ownTexts } from './own-text.ts'

type Write = (permission: string) => string

const permissions = ['name', 'email', 'id_card']
const pageOf = (shown: readonly string[], write: Write) =>
  `${shown.length} permissions. ${shown.map(one => `${write(one)} Allow Deny`).join(' ')} Submit`

const read = (write: Write) =>
  ownTexts(
    pageOf(permissions, write),
    Object.fromEntries(
      permissions.map(one => [
        one,
        pageOf(
          permissions.filter(other => other !== one),
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

test('what a page says of a permission alone', () => {
  expect(read(one => texts[one] ?? '')).toEqual({
    name: 'full',
    email: 'address to write to',
    id_card: 'its number and a picture',
  })
})

test.each<[string, Write]>([
  ['identifiers', one => one],
  ['identifiers for people', one => one.replace('_', ' ').toUpperCase()],
  ['identifiers in a sentence', one => `This site would like to read your ${one}.`],
])('%s are no description', (_what, write) => {
  expect(Object.values(read(write))).toEqual(['', '', ''])
})

test('a page that is the same whatever was asked for says nothing', () => {
  const page = pageOf(permissions, one => texts[one] ?? '')
  expect(ownTexts(page, { name: page, email: page })).toEqual({ name: '', email: '' })
})
