import { describe, expect, test } from 'vitest'
import { CheckFailure, Unanswered } from '../outcome.ts'
import { isRefusal, isRefusedWith4xx, PendingResponse } from './pending-response.ts'
import type { HttpResponse } from './response.ts'

const answered = (status: number, body: object = {}): HttpResponse => ({
  status,
  headers: [['content-type', 'application/json']],
  bytes: new TextEncoder().encode(JSON.stringify(body)),
  text: JSON.stringify(body),
  json: body as never,
  truncated: false,
  exchange: '1',
  url: 'http://127.0.0.1/',
  arrivedAt: 0,
})

const silent: HttpResponse = { ...answered(0), silence: { kind: 'broken', message: 'read ECONNRESET' } }
const refused = answered(400, { error: { code: 'ORDER_EXPIRED', message: 'The order has expired.' } })

/** Sends a request that gets these responses in order, and repeats the last. */
const pending = (responses: readonly HttpResponse[], control: HttpResponse = answered(200)) => {
  let sent = 0
  const attempt = async () => responses[Math.min(sent++, responses.length - 1)] ?? silent
  const response = new PendingResponse({ attempt, what: 'POST /orders/checkout', control: async () => control })
  return { response, sent: () => sent }
}

describe('a refusal', () => {
  const crash = (code: string) => answered(500, { error: { code, message: 'Something went wrong.', details: {} } })

  test.each([
    ['a 4xx', refused],
    ['a redirect', answered(302)],
    ['a 5xx with a code of the document', crash('INVALID_SIGNATURE')],
  ])('is %s', async (_, response) => {
    expect(await pending([response]).response.expectRefused()).toBe(response)
  })

  test.each([
    ['a success', answered(200)],
    ['a crash', answered(500)],
    ['a crash with its own code', crash('INTERNAL_ERROR')],
  ])('is not %s', async (_, response) => {
    await expect(pending([response]).response.expectRefused()).rejects.toBeInstanceOf(CheckFailure)
  })
})

test.each([
  ['a refusal', isRefusal],
  ['a 4xx', isRefusedWith4xx],
])('what something in front of the target answers is not %s of the target', (_, isRefused) => {
  const page = { ...answered(403), json: undefined, inFront: 'nginx' }
  expect(() => isRefused(page)).toThrow(/^nginx in front of the target answered GET http/)
  expect(isRefused(answered(403))).toBe(true)
})

test('a rejection instead of a refusal is not called an acceptance', async () => {
  const rejection = answered(200, { status: 'rejected', txid: 'tx-1', message: 'No such order.' })
  await expect(pending([rejection]).response.expectRefusal(400, 'INVALID_PROOF')).rejects.toMatchObject({
    message: expect.stringContaining('as if only its content were wrong'),
    actual: '200 { status: rejected }',
  })
})

describe('a request without a response', () => {
  test.each([
    ['awaited', async (response: PendingResponse) => response],
    ['expected to be accepted', (response: PendingResponse) => response.expectAccepted()],
    ['expected to be processed', (response: PendingResponse) => response.expectProcessed()],
    ['used as control', (response: PendingResponse) => response.asControl()],
  ])('is never a breach when it is %s', async (_, use) => {
    const { response, sent } = pending([silent])
    await expect(use(response)).rejects.toBeInstanceOf(Unanswered)
    // An accepted request may have taken effect: only the whole check is retried.
    expect(sent()).toBe(1)
  })

  test('distinguishes a control from the request of a clause', async () => {
    await expect(pending([silent]).response.asControl()).rejects.toMatchObject({ isControl: true })
    await expect(pending([silent]).response.expectAccepted()).rejects.toMatchObject({ isControl: false })
  })
})

describe('a control that is refused', () => {
  const withCode = (code: string) => answered(422, { error: { code, message: 'The order is refused.' } })

  test('says what to do if the target refuses it by an undocumented rule', async () => {
    await expect(pending([withCode('AMOUNT_TOO_LARGE')]).response.asControl()).rejects.toThrow(
      '`amounts` in the config',
    )
  })

  test.each(['INVALID_SIGNATURE', 'ACCOUNT_NOT_FOUND', 'ORDER_EXPIRED'])(
    'does not mention amounts after %s',
    async code => {
      const refusal = await pending([withCode(code)])
        .response.asControl()
        .catch(String)
      expect(refusal).toContain(code)
      expect(refusal).not.toContain('amounts')
    },
  )
})

describe('a request that must be refused', () => {
  test('is sent again if there was no response', async () => {
    const { response, sent } = pending([silent, refused])
    await expect(response.expectRefusal(400, 'ORDER_EXPIRED')).resolves.toMatchObject({ status: 400 })
    expect(sent()).toBe(2)
  })

  test('fails the clause if it stays unanswered while the control is answered', async () => {
    const { response, sent } = pending([silent])
    await expect(response.expectRefusal(400, 'ORDER_EXPIRED')).rejects.toBeInstanceOf(CheckFailure)
    expect(sent()).toBe(3)
  })

  test('may leave the control unanswered until its wait is released', async () => {
    let isHeld = true
    const response = new PendingResponse({
      attempt: async () => silent,
      what: 'POST /transfer/webhook',
      control: async () => (isHeld ? silent : answered(200)),
    })
    const release = () => {
      isHeld = false
    }
    expect(await response.evenSilent(release)).toBe(silent)
  })

  test('stays unanswered if the control gets no response either', async () => {
    await expect(pending([silent], silent).response.expectClientError()).rejects.toBeInstanceOf(Unanswered)
  })
})
