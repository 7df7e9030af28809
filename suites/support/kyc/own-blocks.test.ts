import { expect, test } from 'vitest'
import { parseDocument } from '../../../harness/pages/document/dom.ts'
import { blocksOfPage, distinctWords, ownBlocks, sameAs } from './own-blocks.ts'

type Write = (permission: string) => string

const permissions = ['name', 'email', 'id_card']

const blocksOn = (shown: readonly string[], write: Write): string[] => {
  const $ = parseDocument(`<h1>${shown.length} questions</h1>${shown.map(write).join('')}<button>Submit</button>`)
  return blocksOfPage({ $, overviews: [] })
}

const read = (write: Write) => {
  const without = permissions.map(permission => {
    const others = permissions.filter(other => other !== permission)
    return [permission, blocksOn(others, write)] as const
  })
  return ownBlocks(blocksOn(permissions, write), Object.fromEntries(without))
}

const labels: Record<string, string> = { name: 'Full name', email: 'E-mail address', id_card: 'Identity card' }

test('the same block beside every permission is no part of a description', () => {
  const own = read(permission => `<h2>${labels[permission]}</h2><p>Shares what you confirmed.</p><b>Allow</b>`)
  expect(distinctWords(own)).toMatchObject({ name: 2, email: 2, id_card: 2 })
  expect(distinctWords(read(permission => `<p>Shares your <b>${labels[permission]}</b>.</p>`))).toMatchObject({
    name: 3,
    email: 3,
    id_card: 3,
  })
})

test('a permission of which a page says the same as of another one', () => {
  const told: Record<string, string> = { name: 'Who you are', email: 'To write to you', id_card: 'To write to you' }
  const own = read(permission => `<h2>${permission}</h2><p>${told[permission]}</p><button>Allow ${permission}</button>`)
  expect(permissions.map(permission => sameAs(permission, own))).toEqual([undefined, 'id_card', 'email'])
  const labelled = read(permission => `<h2>${labels[permission]}</h2><p>${told[permission]}</p>`)
  expect(permissions.map(permission => sameAs(permission, labelled))).toEqual([undefined, undefined, undefined])
})

test('of a paragraph about all permissions, each has the words that go with it', () => {
  const told: Record<string, string> = { name: 'first and last', email: 'where to write', id_card: 'a scan of it' }
  const paragraph = (shown: readonly string[]) =>
    blocksOfPage({
      $: parseDocument(`<p>${shown.map(each => `${each}: ${told[each]}`).join('; ')}</p>`),
      overviews: [],
    })
  const without = permissions.map(
    permission => [permission, paragraph(permissions.filter(other => other !== permission))] as const,
  )
  const own = ownBlocks(paragraph(permissions), Object.fromEntries(without))
  expect(own).toEqual({
    name: ['name first and last'],
    email: ['email where to write'],
    id_card: ['id_card a scan of it'],
  })
  expect(permissions.map(permission => sameAs(permission, own))).toEqual([undefined, undefined, undefined])
})
