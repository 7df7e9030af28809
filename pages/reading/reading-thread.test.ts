import { afterEach, expect, test, vi } from 'vitest'
import { createReadingThread } from './reading-thread.ts'

afterEach(() => vi.unstubAllEnvs())

test('does not mistake a message of Node itself for an answer', async () => {
  // As under `node --watch`: a thread then reports each module that it loads.
  vi.stubEnv('WATCH_REPORT_DEPENDENCIES', '1')
  const thread = createReadingThread()
  const question = { markup: { text: '<p>Lamp' }, isVisible: true }
  const { document } = await thread.read(question, () => 10_000)
  expect(JSON.stringify(document)).toContain('Lamp')
})
