import { afterEach, describe, expect, test, vi } from 'vitest'
import { UnreadableState } from '../unreadable-state.ts'
import { databasesForTests } from './databases.test.support.ts'
import { openPostgres } from './postgres-storage.ts'
import { missingPostgres } from './server.test.support.ts'

const databases = databasesForTests()
const { open } = databases

afterEach(() => void vi.unstubAllEnvs())

/** Returns why a state is not opened, and what to do. */
const refusal = async (address = databases.url): Promise<string> => {
  try {
    await (await openPostgres('gateway', address, () => {})).close()
    return 'opened'
  } catch (error) {
    if (error instanceof UnreadableState) return `${error.message}. ${error.remedy}`
    throw error
  }
}

describe.skipIf(missingPostgres !== undefined)('a database that cannot be used', { timeout: 60_000 }, () => {
  const putRight = 'Give another database, or use the program that made its tables.'

  test('has tables of a later edition, or of another program', async () => {
    await (await open()).close()
    await databases.run('UPDATE oc_conformance_gateway.turn SET edition = 2')
    expect(await refusal()).toBe(
      `the database of --store cannot be used: its tables have edition 2, and this program reads editions up to 1. ${putRight}`,
    )
    await databases.run('DROP SCHEMA oc_conformance_gateway CASCADE; CREATE SCHEMA oc_conformance_gateway')
    expect(await refusal()).toContain(`the schema oc_conformance_gateway is of another program. ${putRight}`)
  })

  test('is migrated while a process runs: that process stops answering', async () => {
    const a = await open()
    await databases.run('UPDATE oc_conformance_gateway.turn SET edition = 2')
    await expect(a.turns.enter()).rejects.toThrow('its tables have edition 2')
    // It releases its turn.
    await databases.run('UPDATE oc_conformance_gateway.turn SET edition = 1')
    await a.turns.enter()
    a.table('numbers').set('a', 1)
  })

  test('is missing, refuses the login, or denies access: each error says what to do', async () => {
    const otherwise = (change: (address: URL) => void): string => {
      const address = new URL(databases.url)
      change(address)
      return address.href
    }
    expect(
      await refusal(
        otherwise(address => {
          address.pathname = '/nowhere'
        }),
      ),
    ).toContain('database "nowhere" does not exist. Make the database first, such as with createdb.')
    expect(
      await refusal(
        otherwise(address => {
          address.username = 'nobody'
        }),
      ),
    ).toContain('role "nobody" does not exist. Check the user, and give the password in PGPASSWORD or ~/.pgpass.')
    expect(await refusal('postgres://oc@127.0.0.1:1/x')).toContain('ECONNREFUSED 127.0.0.1:1. Start the server')
    await databases.run('CREATE ROLE guest LOGIN')
    expect(
      await refusal(
        otherwise(address => {
          address.username = 'guest'
        }),
      ),
    ).toContain('permission denied for database db')
  })

  test('asks for a password: it is not shown, and the remedy says where to put it', async () => {
    await databases.server.askForPassword('keyholder', 'correct-horse')
    const remedy = 'Give the password in PGPASSWORD or ~/.pgpass.'
    const asKeyholder = (password: string) => databases.url.replace('//oc@', `//keyholder${password}@`)
    vi.stubEnv('PGPASSFILE', '/nowhere')
    expect(await refusal(asKeyholder(''))).toContain(remedy)
    const wrong = await refusal(asKeyholder(':wrong-horse'))
    expect(wrong).toContain(`password authentication failed for user "keyholder". ${remedy}`)
    expect(wrong).not.toContain('wrong-horse')
    vi.stubEnv('PGPASSWORD', 'correct-horse')
    expect(await refusal(asKeyholder(''))).toContain('permission denied for database')
  })

  test('is opened by several processes at the same time', async () => {
    const all = await Promise.all(Array.from({ length: 5 }, () => open()))
    expect(all.length).toBe(5)
  })
})
