import { expect, test } from 'vitest'
import { readPage } from '../../../pages/reading/read-page.ts'
import { distinctWords, isOnlyLabelled, ownBlocks, sameAs, visibleTextOf } from './own-blocks.ts'

type Write = (permission: string) => string

const permissions = ['name', 'email', 'id_card']

const blocksIn = async (text: string): Promise<string[]> => {
  const { $ } = await readPage({ text }, { url: 'http://page.example/' })
  return (await visibleTextOf({ $, overviews: [] })).blocks
}

const blocksOn = (shown: readonly string[], write: Write): Promise<string[]> =>
  blocksIn(`<h1>${shown.length} questions</h1>${shown.map(write).join('')}<button>Submit</button>`)

const read = async (write: Write) => {
  const without = permissions.map(async permission => {
    const others = permissions.filter(other => other !== permission)
    return [permission, await blocksOn(others, write)] as const
  })
  return ownBlocks(await blocksOn(permissions, write), Object.fromEntries(await Promise.all(without)))
}

const labels: Record<string, string> = { name: 'Full name', email: 'E-mail address', id_card: 'Identity card' }

test('a block repeated next to every permission is not part of a description', async () => {
  const own = await read(permission => `<h2>${labels[permission]}</h2><p>Shares what you confirmed.</p><b>Allow</b>`)
  expect(distinctWords(own)).toMatchObject({ name: 2, email: 2, id_card: 2 })
  expect(distinctWords(await read(permission => `<p>Shares your <b>${labels[permission]}</b>.</p>`))).toMatchObject({
    name: 3,
    email: 3,
    id_card: 3,
  })
})

test('a permission about which a page says the same as about another', async () => {
  const told: Record<string, string> = { name: 'Who you are', email: 'To write to you', id_card: 'To write to you' }
  const own = await read(
    permission => `<h2>${permission}</h2><p>${told[permission]}</p><button>Allow ${permission}</button>`,
  )
  expect(permissions.map(permission => sameAs(permission, own))).toEqual([undefined, 'id_card', 'email'])
  const labelled = await read(permission => `<h2>${labels[permission]}</h2><p>${told[permission]}</p>`)
  expect(permissions.map(permission => sameAs(permission, labelled))).toEqual([undefined, undefined, undefined])
})

test('each permission gets the words that disappear with it from a shared paragraph', async () => {
  const told: Record<string, string> = { name: 'first and last', email: 'where to write', id_card: 'a scan of it' }
  const paragraph = (shown: readonly string[]) =>
    blocksIn(`<p>${shown.map(each => `${each}: ${told[each]}`).join('; ')}</p>`)
  const without = permissions.map(
    async permission => [permission, await paragraph(permissions.filter(other => other !== permission))] as const,
  )
  const own = ownBlocks(await paragraph(permissions), Object.fromEntries(await Promise.all(without)))
  expect(own).toEqual({
    name: ['name first and last'],
    email: ['email where to write'],
    id_card: ['id_card a scan of it'],
  })
  expect(permissions.map(permission => sameAs(permission, own))).toEqual([undefined, undefined, undefined])
})

test('a label alone, although every other permission also has a text', async () => {
  const texts: Record<string, string> = {
    name: '<h2>Full legal name</h2>',
    email: '<h2>Email</h2><p>The address that you confirmed, so that they can write to you</p>',
    id_card: '<h2>Identity card</h2><p>A scan of the document with its number and its end</p>',
  }
  const own = await read(permission => texts[permission] ?? '')
  expect(permissions.filter(permission => isOnlyLabelled(permission, own))).toEqual(['name'])
})
