import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { openDatabase } from './open-database.ts'
import { sqliteStorage } from './sqlite-storage.ts'
import { UnreadableState } from './unreadable-state.ts'

let folder = ''
const file = () => join(folder, 'gateway.db')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oc-reference-'))
})

afterEach(() => {
  rmSync(folder, { recursive: true })
})

const change = (sql: string): void => {
  const database = openDatabase(file())
  database.exec(sql)
  database.close()
}

const restoreIt = 'Restore it from a backup, or move it away to start afresh.'

/** Returns why a file is not opened, and what to do. */
const refusal = (path: string | URL = file()): string => {
  try {
    openDatabase(path).close()
    return 'opened'
  } catch (error) {
    if (error instanceof UnreadableState) return `${error.message}. ${error.remedy}`
    throw error
  }
}

describe('openDatabase', () => {
  test('makes a file readable by its owner only, on disk with each COMMIT, and opens it again', () => {
    const database = openDatabase(file())
    expect(statSync(file()).mode & 0o777).toBe(0o600)
    const pragma = (name: string) => Object.values(database.prepare(`PRAGMA ${name}`).get() ?? {})[0]
    expect(['journal_mode', 'synchronous', 'user_version'].map(pragma)).toEqual(['wal', 2, 1])
    database.close()
    expect(() => openDatabase(file()).close()).not.toThrow()
  })

  test('refuses a file of a later version, of another program, a torn one and one in use, each with a sentence', () => {
    change('PRAGMA user_version = 2')
    expect(refusal()).toBe(
      `${file()} cannot be read: it has version 2, and this program reads versions up to 1. ${restoreIt}`,
    )
    rmSync(file())
    change('CREATE TABLE other (id); PRAGMA application_id = 7')
    expect(refusal()).toContain(`it is a database of another program. ${restoreIt}`)
    rmSync(file())
    writeFileSync(file(), 'something else, long enough to be read as the header of a database file. '.repeat(20))
    expect(refusal()).toContain(`file is not a database. ${restoreIt}`)
    rmSync(file())
    const held = openDatabase(file())
    expect(refusal()).toContain('database is locked. Another process has it open: stop that one')
    held.close()
  })

  test('refuses a file with torn pages', () => {
    const database = openDatabase(file())
    const storage = sqliteStorage(database, () => {})
    for (let at = 0; at < 500; at++) storage.table('orders').set(`order ${at}`, { id: 'x'.repeat(100) })
    storage.close()
    const bytes = readFileSync(file())
    bytes.fill(7, 3 * 4096, 4 * 4096)
    writeFileSync(file(), bytes)
    expect(refusal()).toContain(restoreIt)
  })

  test('refuses a file that it may not write to', () => {
    openDatabase(file()).close()
    const readOnly = pathToFileURL(file())
    readOnly.search = '?mode=ro'
    expect(refusal(readOnly)).toContain('disk I/O error. This process must be allowed to write to it.')
  })
})
