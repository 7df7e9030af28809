import { describe, expect, test } from 'vitest'
import { databasesForTests } from './databases.test.support.ts'
import type { PostgresStorage } from './postgres-storage.ts'
import { missingPostgres } from './server.test.support.ts'

const databases = databasesForTests()
const { open } = databases

/** Runs `act` in a turn, and waits until its writes are saved. */
const turn = async <T>({ turns, watch }: PostgresStorage, act: () => T): Promise<T> => {
  const kept = watch()
  await turns.enter()
  const result = act()
  await kept()
  return result
}

const entries = (storage: PostgresStorage, name: string) => turn(storage, () => [...storage.table(name)])

describe.skipIf(missingPostgres !== undefined)('a state that several processes share', { timeout: 60_000 }, () => {
  test('each sees the rows that the others have set, changed and deleted, in order of insertion', async () => {
    const [a, b] = [await open(), await open()]
    await turn(a, () => void a.table('numbers').set('b', 1).set('a', 2).set('gone', 3))
    await turn(b, () => {
      b.table('numbers').set('b', 4)
      b.table('numbers').delete('gone')
      b.table('texts').set('x', 'Ада')
    })
    const numbers = [
      ['b', 4],
      ['a', 2],
    ]
    expect([await entries(a, 'numbers'), await entries(a, 'texts')]).toEqual([numbers, [['x', 'Ада']]])
    await turn(a, () => void a.table('numbers').set('gone', 5))
    const later = await open()
    expect(await entries(later, 'numbers')).toEqual([...numbers, ['gone', 5]])
  })

  test('stores keys and values that a text of the database cannot hold', async () => {
    const [a, b] = [await open(), await open()]
    const names = ['\0', '\ud800', '\udfff', 'x'.repeat(100_000), '', "'; DROP TABLE x; --"]
    await turn(a, () => {
      for (const name of names) a.table('texts').set(name, name)
    })
    expect(await entries(b, 'texts')).toEqual(names.map(name => [name, name]))
  })

  test('one process at a time has a turn: no addition is lost', async () => {
    const processes = await Promise.all([open(), open(), open()])
    const add = async (storage: PostgresStorage): Promise<void> => {
      const counts = storage.table<number>('counts')
      await turn(storage, () => void counts.set('n', (counts.get('n') ?? 0) + 1))
    }
    await Promise.all(processes.flatMap(storage => Array.from({ length: 40 }, () => add(storage))))
    const [first] = processes
    expect(first && (await entries(first, 'counts'))).toEqual([['n', 120]])
  })

  test('outside its turn a process can only peek at the tables', async () => {
    const a = await open()
    const numbers = a.table<number>('numbers')
    await turn(a, () => void numbers.set('a', 1))
    expect(() => numbers.get('a')).toThrow('the state was used out of turn')
    expect(() => numbers.set('a', 2)).toThrow('the state was used out of turn')
    expect(() => [...numbers]).toThrow('the state was used out of turn')
    expect(a.turns.peek('numbers').get('a')).toBe(1)
  })

  test('a process that had no turn while rows were forgotten reads everything again', async () => {
    const [a, b] = [await open(), await open()]
    await turn(a, () => void a.table('numbers').set('gone', 1).set('left', 2))
    await entries(b, 'numbers')
    await databases.run('UPDATE oc_conformance_gateway.turn SET version = 19999')
    await turn(a, () => void a.table('numbers').delete('gone'))
    await databases.run('UPDATE oc_conformance_gateway.turn SET version = 39999')
    await turn(a, () => void a.table('numbers').set('new', 3))
    const [rows] = await databases.run('SELECT count(*)::int AS count FROM oc_conformance_gateway.state')
    expect(rows).toEqual({ count: 2 })
    expect(await entries(b, 'numbers')).toEqual([
      ['left', 2],
      ['new', 3],
    ])
  })

  test('saves the writes of the turn in which it is closed; no other turn follows', async () => {
    const a = await open()
    await a.turns.enter()
    a.table('numbers').set('last', 1)
    await a.close()
    await expect(a.turns.enter()).rejects.toThrow('the state is closed')
    expect(await entries(await open(), 'numbers')).toEqual([['last', 1]])
  })
})

describe.skipIf(missingPostgres !== undefined)('a database that fails', { timeout: 60_000 }, () => {
  test('is down: each turn fails, it is reported once, and turns resume when it is back', async () => {
    const reports: string[] = []
    const a = await open(reports)
    await turn(a, () => void a.table('numbers').set('a', 1))
    await databases.server.stop()
    await expect(turn(a, () => {})).rejects.toThrow()
    await expect(turn(a, () => {})).rejects.toThrow()
    expect(() => a.table('numbers').get('a')).toThrow('the state cannot be reached')
    expect(reports.length).toBe(1)
    await databases.server.start()
    await turn(a, () => void a.table('numbers').set('b', 2))
    expect(await entries(await open(), 'numbers')).toEqual([
      ['a', 1],
      ['b', 2],
    ])
  })

  test('has no room: the whole turn is rolled back, its waiters reject, and turns resume later', async () => {
    const reports: string[] = []
    const a = await open(reports)
    await turn(a, () => void a.table('numbers').set('a', 1).set('b', 1))
    await databases.run(`CREATE FUNCTION full_disk() RETURNS trigger LANGUAGE plpgsql AS
         $$ BEGIN RAISE EXCEPTION 'could not extend file: No space left on device' USING ERRCODE = 'disk_full'; END $$;
       CREATE TRIGGER full_disk BEFORE INSERT ON oc_conformance_gateway.state EXECUTE FUNCTION full_disk()`)
    const spanning = a.watch()
    const change = () => {
      a.table('numbers').set('a', 2)
      a.table('numbers').delete('b')
    }
    await expect(turn(a, change)).rejects.toThrow('No space left on device')
    await expect(spanning()).rejects.toThrow('some writes could not be saved')
    expect(reports).toEqual(['could not extend file: No space left on device'])
    expect(Object.fromEntries(await entries(a, 'numbers'))).toEqual({ a: 1, b: 1 })
    await databases.run('DROP FUNCTION full_disk CASCADE')
    await turn(a, change)
    expect(await entries(await open(), 'numbers')).toEqual([['a', 2]])
  })

  test('became read-only: turns fail until it is writable again', async () => {
    const a = await open()
    const database = URL.parse(databases.url)?.pathname.slice(1)
    const elsewhere = databases.url.replace(`/${database}`, '/postgres')
    const setUp = async (how: string): Promise<void> => {
      await databases.server.run(elsewhere, `ALTER DATABASE ${database} ${how}`)
      await databases.server.run(
        elsewhere,
        `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`,
      )
      // This turn may find only that its connection has ended.
      await turn(a, () => {}).catch(() => {})
    }
    await setUp('SET default_transaction_read_only = on')
    await expect(turn(a, () => {})).rejects.toThrow('read-only transaction')
    await setUp('RESET ALL')
    await turn(a, () => void a.table('numbers').set('a', 1))
  })
})

test('no test with a server is skipped where they are required', () => {
  expect(process.env.POSTGRES_TESTS === 'required' ? missingPostgres : undefined).toBeUndefined()
})
