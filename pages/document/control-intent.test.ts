import { describe, expect, test } from 'vitest'
import { intentOf } from './control-intent.ts'

const read = (text: string) => {
  const { purpose, weight } = intentOf(text)
  return `${weight === 3 ? '' : 'perhaps '}${purpose}`
}

describe('the words of a control', () => {
  test.each([
    ['Pay 4.56 USD', 'pay'],
    ['4,56 € bezahlen', 'pay'],
    ['Confirm payment', 'pay'],
    ['Cancel', 'cancel'],
    ['Cancel payment', 'cancel'],
    ['Zahlung abbrechen', 'cancel'],
    ['Cancel and return to the shop', 'cancel'],
    ['Pay with declined card', 'fail'],
    ['Card with insufficient funds', 'fail'],
    ['Not enough money', 'fail'],
    ['Cookies', 'aside'],
    ['Payment terms', 'aside'],
    ['Approve cookies', 'aside'],
    ['Help & contact', 'aside'],
    ['DE', 'aside'],
  ])('are clear: %s', (text, purpose) => expect(read(text)).toBe(purpose))

  test.each([
    ['Pay 4.56 · free cancellation', 'pay'],
    ['Subscribe and pay (cancel any time)', 'pay'],
    ['Pay with free cancellation', 'pay'],
    ['No, pay by card', 'pay'],
    ['Confirm', 'pay'],
    ["Don't pay", 'pay'],
    ['Pay (declined card)', 'fail'],
    ['Card (Visa, Mastercard; Amex not accepted)', 'fail'],
    ['Card — protected if lost or stolen', 'fail'],
    ['Pay in three months', 'pay'],
    ['Payment history', 'pay'],
    ['Approve', 'pay'],
    ['Decline', 'fail'],
    ['How to cancel', 'cancel'],
    ['Cancel insurance', 'cancel'],
    ['Cancelled orders', 'cancel'],
    ['What you can do to cancel within fourteen days', 'cancel'],
    ['Back to the shop', 'cancel'],
    ['No, thanks', 'cancel'],
    ['Leave a note for the merchant', 'cancel'],
  ])('may mean something else: %s', (text, purpose) => expect(read(text)).toBe(`perhaps ${purpose}`))

  test('that say only this come before those that say more', () => {
    const weight = (text: string) => intentOf(text).weight
    expect(weight('Back to the shop')).toBeGreaterThan(weight('Leave a note for the merchant'))
    expect(weight('Back to the shop')).toBeGreaterThan(weight('No thanks, no insurance'))
    expect(weight('No, thanks')).toBe(2)
  })
})
