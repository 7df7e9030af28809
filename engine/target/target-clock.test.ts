import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClock } from '../../harness/clock.ts'
import { createHttpClient, type HttpClient } from '../../harness/http/http-client.ts'
import { Blocked } from '../../harness/outcome.ts'
import { type Served, serveReference } from '../../sandbox/serve.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { openTargetClock } from './target-clock.ts'

let served: Served
let http: HttpClient
const { signal } = new AbortController()
const moving = { check: 'check', signal, sent: () => undefined }

beforeAll(async () => {
  served = await serveReference({ roles: ['kyc'], clock: {} })
  http = createHttpClient({ evidence: { write: () => undefined }, timeoutMs: 5_000, concurrency: 1 })
})

afterAll(async () => {
  await http.close()
  await served.close()
})

const opened = (changes: Partial<RunSettings> = {}, path = '/clock') =>
  openTargetClock(http, { ...plainSettings, targetClock: { url: `${served.roles.kyc?.baseUrl}${path}` }, ...changes })

test('reads by how much it was advanced, and advances it', async () => {
  const clock = createClock(() => 1_800_000_000_000)
  await opened()?.move?.(clock)(1_800.4, moving)
  expect([clock.now(), clock.requestNow()]).toEqual([1_800_001_801, 1_800_000_000])
  const later = createClock(() => 1_800_000_000_000)
  expect((await opened()?.read(later, signal))?.stop).toBeUndefined()
  expect(later.now()).toBe(1_800_001_801)
})

test('an invalid address is an invalid configuration, and blocks a check', async () => {
  const clock = createClock()
  const target = opened({}, '/metadata.json')
  expect(await target?.read(clock, signal)).toMatchObject({ stop: 2, findings: [{ name: 'target.clock' }] })
  await expect(target?.move?.(clock)(1, moving)).rejects.toThrow(Blocked)
})

test('is advanced only if the run has the target to itself, and may change its state', () => {
  const shard = { index: 1, of: 2 }
  expect(opened()?.move).toBeDefined()
  for (const changes of [{ shard }, { workers: 2 }, { mergedDir: '/x' }, { environment: 'production' as const }])
    expect(opened(changes)?.move).toBeUndefined()
  expect(opened({ environment: 'production', yesChangeState: true })?.move).toBeDefined()
  expect(openTargetClock(http, plainSettings)).toBeUndefined()
})
