import { afterEach, expect, test, vi } from 'vitest'
import { prepareEnding } from './ending.ts'
import { openClient } from './open-client.ts'
import { plainSettings } from './settings/plain-settings.test.support.ts'

afterEach(() => vi.unstubAllEnvs())

const evidence = { write: () => undefined }
const origin = 'http://169.254.7.7:4010'
const request = { method: 'GET', origin, path: '/metadata.json', headers: [] }

test('nothing is sent to a link-local address that a report names, directly or through a proxy', async () => {
  const ending = prepareEnding(new AbortController().signal)
  const target = { baseUrl: origin, environment: 'test' as const }
  const client = openClient({ ...plainSettings, target, isReported: true }, evidence, ending)
  for (const proxy of ['', 'http://127.0.0.1:9']) {
    vi.stubEnv('http_proxy', proxy)
    const { silence } = await client.send(request, { check: 'a', signal: new AbortController().signal })
    expect(silence).toMatchObject({ kind: 'forbidden', message: expect.stringContaining('which a report names') })
  }
  await client.close()
  ending.stop()
})
