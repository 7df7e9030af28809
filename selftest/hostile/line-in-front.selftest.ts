import { expect, test } from 'vitest'
import { clausesThat } from '../certify.ts'
import { certifyUnder } from '../field/certify.ts'
import type { FieldRequest, Hop } from '../field/proxy.ts'

/** Applies another hop to every nth POST. */
const withEvery = (nth: number, other: Hop): Hop => {
  let count = 0
  return async (request, next) => {
    if (request.method === 'POST') count += 1
    return request.method === 'POST' && count % nth === 0 ? other(request, next) : next(request)
  }
}

/** Loses the response, and sends the same request again. */
const sendsAgain: Hop = async (request, next) => {
  await next(request)
  return next(request)
}

const answers =
  (status: number): Hop =>
  async (_request: FieldRequest) => ({ status, rawHeaders: ['Date', new Date().toUTCString()], body: Buffer.alloc(0) })

const reference = { name: 'reference', story: 'It is conformant.' }

test.for([
  ['sends every 29th request again', sendsAgain],
  ['answers every 29th request 408', answers(408)],
  ['answers every 29th request 425', answers(425)],
] as const)('a conformant merchant fails no clause behind what %s', async ([, other]) => {
  let seen = 0
  const counted: Hop = (request, next) => {
    seen += 1
    return other(request, next)
  }
  const surround = () => ({ toTarget: [withEvery(29, counted)] })
  const certified = await certifyUnder({ surround }, 'merchant', reference, { depth: 'quick' })
  expect(seen).toBeGreaterThan(10)
  expect(clausesThat(certified, 'fail')).toEqual([])
  expect([0, 3]).toContain(certified.exitCode)
})

test('a conformant gateway fails no clause behind a proxy that repeats requests, however many a check sends', async () => {
  const surround = () => ({ toTarget: [withEvery(29, sendsAgain)] })
  const settings = { depth: 'quick' as const, only: ['TRANSFER-*', 'AUTH-*'] }
  const certified = await certifyUnder({ surround }, 'gateway', reference, settings)
  expect(clausesThat(certified, 'fail')).toEqual([])
})
