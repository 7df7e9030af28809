import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { type SqliteStorage, sqliteStorage } from './sqlite-storage.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oc-reference-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const open = () => {
  const database = openDatabase(join(folder, 'gateway.db'))
  const failures: string[] = []
  const storage = sqliteStorage(database, ({ message }) => failures.push(message))
  return {
    database,
    storage,
    failures,
    numbers: storage.table<number>('numbers'),
    texts: storage.table<string>('texts'),
  }
}

const turn = ({ watch }: SqliteStorage, act: () => void): Promise<void> => {
  const kept = watch()
  act()
  return kept() ?? Promise.resolve()
}

describe('a storage in a file', () => {
  test('holds rows that were set, changed and deleted when it is reopened, in order of insertion', async () => {
    const { storage, numbers, texts } = open()
    await turn(storage, () => {
      numbers.set('b', 1).set('a', 2).set('gone', 3)
      texts.set('x', 'Ада')
    })
    await turn(storage, () => {
      numbers.set('b', 4)
      numbers.delete('gone')
    })
    storage.close()
    const again = open()
    expect([...again.numbers]).toEqual([
      ['b', 4],
      ['a', 2],
    ])
    expect([...again.texts]).toEqual([['x', 'Ада']])
    again.storage.close()
  })

  test('there is nothing to wait for without writes', () => {
    const { storage } = open()
    expect(storage.watch()()).toBeUndefined()
    storage.close()
  })

  test('the writes of one turn in several tables are one transaction, and its callers wait for one commit', async () => {
    const { storage, numbers, texts, database } = open()
    const first = turn(storage, () => void numbers.set('a', 1))
    const second = turn(storage, () => void texts.set('b', '2'))
    const count = () => database.prepare('SELECT count(*) AS count FROM numbers').get()?.count
    expect(count()).toBe(0)
    await Promise.all([first, second])
    expect(count()).toBe(1)
    storage.close()
  })

  test('a full disk: the whole turn is rolled back, all waiters reject, and writes resume when there is room', async () => {
    const { database, storage, failures, numbers, texts } = open()
    await turn(storage, () => void numbers.set('kept', 1).set('changed', 1).set('deleted', 1))
    const { page_count: pages } = database.prepare('PRAGMA page_count').get() ?? {}
    database.exec(`PRAGMA max_page_count = ${pages}`)
    const small = turn(storage, () => {
      numbers.set('changed', 2)
      numbers.delete('deleted')
    })
    const large = turn(storage, () => void texts.set('large', 'x'.repeat(100_000)))
    const spanning = storage.watch()
    await expect(small).rejects.toThrow('database or disk is full')
    await expect(large).rejects.toThrow('database or disk is full')
    await expect(spanning()).rejects.toThrow('some writes could not be saved')
    expect(failures).toEqual(['database or disk is full'])
    expect(Object.fromEntries(numbers)).toEqual({ kept: 1, changed: 1, deleted: 1 })
    expect(texts.size).toBe(0)
    database.exec('PRAGMA max_page_count = 100000')
    await turn(storage, () => void texts.set('large', 'x'.repeat(100_000)))
    storage.close()
    const again = open()
    expect([again.numbers.get('changed'), again.texts.size]).toEqual([1, 1])
    again.storage.close()
  })

  test('a file that became read-only can be read, not written', async () => {
    const { database, storage, failures, numbers } = open()
    await turn(storage, () => void numbers.set('a', 1))
    database.exec('PRAGMA query_only = ON')
    await expect(turn(storage, () => void numbers.set('a', 2))).rejects.toThrow('readonly database')
    expect([numbers.get('a'), failures]).toEqual([1, ['attempt to write a readonly database']])
    storage.close()
  })

  test('saves the writes of the turn in which it is closed', () => {
    const { storage, numbers } = open()
    numbers.set('last', 1)
    storage.close()
    const again = open()
    expect(again.numbers.get('last')).toBe(1)
    again.storage.close()
  })
})
