import { expect, test } from 'vitest'
import type { CheckContext } from '../../harness/context.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { moneyOf } from '../../harness/money.ts'
import { amountFindings } from './order-amounts.ts'

const refusal = (code: string) => ({ status: 400, json: { error: { code } } }) as unknown as HttpResponse

/** A gateway that accepts orders over `least` or more. */
const findingsOf = (least: number, refused: HttpResponse) => {
  const merchant = { order: (order: object) => order, signs: (order: object) => order }
  const checkout = async ({ amount }: { amount: string }) =>
    Number(amount) >= least ? { status: 200, json: {} } : refusal('TOO_SMALL')
  return amountFindings({ checkout, merchant, money: moneyOf('USD') } as unknown as CheckContext, refused)
}

test('an order that is refused for its amount is an obstacle, and the remedy names the range', async () => {
  const { findings, obstacles } = await findingsOf(5, refusal('TOO_SMALL'))
  expect(findings).toMatchObject([{ name: 'amounts', severity: 'warning' }])
  expect(obstacles?.orders).toMatchObject({ status: 400, code: 'TOO_SMALL' })
  expect(obstacles?.orders?.message).toMatch(
    /over 1\.00 USD is refused .* over 5\.00 USD is accepted.* 0\.01 to 5\.00 USD/,
  )
})

test('an order that is refused for any amount, or for a documented reason, is not', async () => {
  expect(await findingsOf(1e9, refusal('TOO_SMALL'))).toEqual({ findings: [] })
  expect(await findingsOf(0, refusal('ORDER_EXPIRED'))).toEqual({ findings: [] })
})
