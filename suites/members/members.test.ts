import { describe, expect, test } from 'vitest'
import { allChecks } from '../index.ts'
import { kinds, kindsOf, type Member } from './member.ts'
import { echoesOf, members } from './table.ts'

const title = ({ operation, message, in: place, name }: Member) => `${operation}, ${message} ${place}: ${name}`

const ids = new Set(allChecks.map(({ id }) => id))

describe.for(members.map(member => [title(member), member] as const))('%s', ([, member]) => {
  test('names the checks of each possible kind, or says why there are none', () => {
    expect(kinds.filter(kind => member.cells[kind] !== undefined)).toEqual(kindsOf(member))
  })

  test('names checks that exist', () => {
    const named = kinds.flatMap(kind => {
      const cell = member.cells[kind] ?? []
      return typeof cell === 'string' ? [] : cell
    })
    expect(named.filter(id => !ids.has(id))).toEqual([])
  })

  test('gives a whole sentence if nothing is tried', () => {
    const sentences = kinds.map(kind => member.cells[kind]).filter(cell => typeof cell === 'string')
    expect(sentences.filter(sentence => !/^[A-Z].{20,}\.$/.test(sentence))).toEqual([])
  })
})

test('no member is listed twice', () => {
  expect(new Set(members.map(title)).size).toBe(members.length)
})

test('finds the members returned in a place', () => {
  const names = echoesOf('transfer.create', 'proof', 'TRANSFER-03').map(({ member, as }) => [member.name, as])
  expect(names).toEqual([
    ['to.reference', 'to.reference'],
    ['order.id', 'to.reference'],
  ])
  expect(echoesOf('orders.checkout', 'page').map(({ as }) => as)).toEqual(['amount', 'items[].name'])
})
