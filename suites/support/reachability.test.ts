import { describe, expect, test } from 'vitest'
import type { CheckContext } from '../../harness/context.ts'
import { Blocked, Unreachable } from '../../harness/outcome.ts'
import { ifReachable } from './reachability.ts'

/** A context whose requests get no connection. */
const without = (cause: string) =>
  ({
    run: { target: { apiUrl: 'http://target.example' } },
    signal: new AbortController().signal,
    send: () => Promise.reject(new Unreachable(`the target cannot be reached: ${cause}`)),
  }) as unknown as CheckContext

const get = (origin: string) => ({ method: 'GET' as const, origin, path: '/', headers: [] })

describe('an address elsewhere', () => {
  const request = get('http://elsewhere.example')

  test('without a listener has no response', async () => {
    expect(await ifReachable(without('connect ECONNREFUSED 127.0.0.1:9'), request)).toBeUndefined()
  })

  test.each(['getaddrinfo ENOTFOUND', 'getaddrinfo EAI_AGAIN'])(
    'whose name is not resolved blocks the check: %s',
    async cause => {
      const asked = ifReachable(without(`${cause} elsewhere.example`), request)
      await expect(asked).rejects.toThrow(/elsewhere\.example: .*make this machine resolve it/)
      await expect(asked).rejects.toThrow(Blocked)
      await expect(asked).rejects.not.toThrow(Unreachable)
    },
  )
})

test('the address of the target may be unreachable for a moment', async () => {
  const asked = ifReachable(without('getaddrinfo EAI_AGAIN target.example'), get('http://target.example'))
  await expect(asked).rejects.toThrow(Unreachable)
})
