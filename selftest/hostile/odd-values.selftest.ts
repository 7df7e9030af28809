import { describe, expect, test } from 'vitest'
import type { Role } from '../../protocol/operations.ts'
import { isShort, isWhole } from '../size.ts'
import { oddValues } from '../support/odd-values.ts'
import { certifyOdd, isTried, messagesOf, oddAnywhere, oddHeader, oddInTurn } from './odd-targets.ts'

// Odd values in every member of every message of a target: no run exits with 4, and each report can be rendered in every format. The
// sample needs a few runs for each role; SELFTEST=whole combines every member with every value.

const roles: readonly Role[] = ['gateway', 'merchant', 'kyc']

const isEnd = (exitCode: number) => [0, 1, 2, 3].includes(exitCode)

/**
 * How many runs there may be until each member of a kind of message has had each value: a check ends at the first odd value that it needs.
 */
const mostRuns = 40

const headers = [
  'location',
  'content-type',
  'set-cookie',
  'content-encoding',
  'retry-after',
  'date',
  'www-authenticate',
]
const headersOfPages = ['refresh', 'content-security-policy', 'link', 'cache-control']

describe.each(roles)('%s: a run ends with a report', role => {
  const seeds = isWhole ? [1, 2, 3, 4, 5, 6] : isShort ? [1] : [1, 2]

  test.each(seeds)('regardless of the members of many messages (seed %i)', async seed => {
    // If half of the messages are odd, few checks get past their control; if few are, most do.
    const rarity = [2, 8, 30][seed % 3] ?? 8
    expect(await certifyOdd(role, oddAnywhere(seed, rarity), { discovers: seed % 2 === 1 })).toSatisfy(isEnd)
  })

  test.each(isWhole ? [...headers, ...headersOfPages] : headers.slice(0, isShort ? 1 : 2))(
    'whatever %s is',
    async name => {
      expect(await certifyOdd(role, oddHeader(name))).toSatisfy(isEnd)
    },
  )

  test('regardless of the code of a refusal, also if the profile is discovered', async () => {
    const code = { of: refusals[role], members: [['error', 'code']], next: 0 }
    const settings = { discovers: true, only: ['AUTH-*', 'ERR-*', 'SIG-*', 'GRANT-*'] }
    expect(await certifyOdd(role, oddInTurn(code), settings)).toSatisfy(isEnd)
    expect(code.next).toBeGreaterThan(0)
  })

  test.runIf(isWhole)('whatever each member of each message is', { timeout: 14_400_000 }, async () => {
    for (const kind of await messagesOf(role)) {
      for (let run = 0; run < mostRuns && !isTried(kind); run++)
        expect(await certifyOdd(role, oddInTurn(kind)), kind.of).toSatisfy(isEnd)
      expect(isTried(kind), `${kind.of}: ${kind.next} messages`).toBe(true)
    }
  })

  // The preflight reads the document once, so each value needs a separate run.
  test.runIf(isWhole)(
    'regardless of the value of each member of the document that is read first',
    { timeout: 14_400_000 },
    async () => {
      const document = (await messagesOf(role)).find(({ of }) => of === 'GET /metadata.json 2xx')
      for (const path of document?.members ?? [])
        for (let at = 0; at < Object.keys(oddValues).length; at++) {
          const first = { of: 'GET /metadata.json 2xx', members: [path], next: at }
          expect(await certifyOdd(role, oddInTurn(first), { only: ['META-02'], discovers: true })).toSatisfy(isEnd)
        }
    },
  )
})

/** The responses to requests of the preflight and the discovery. */
const refusals: Readonly<Record<Role, string>> = {
  gateway: 'POST /transfer/create 4xx',
  merchant: 'POST /orders/create 4xx',
  kyc: 'GET /kyc/grant/:ocid 4xx',
}
