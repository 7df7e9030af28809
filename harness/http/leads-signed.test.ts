import { expect, test } from 'vitest'
import { Leads } from './leads.ts'

test('signed requests go only to the target and to what the config names', () => {
  const leads = new Leads({ targets: ['http://10.0.0.1:4010/api'], named: ['https://orders.example'] })
  for (const url of ['http://10.0.0.1:4010/orders/1', 'https://orders.example/1'])
    expect(leads.mayBeSigned(url)).toBe(true)
  for (const url of ['http://10.0.0.1:4011/orders/1', 'https://10.0.0.1:4010', 'https://bank.example/1'])
    expect(leads.mayBeSigned(url)).toBe(false)
})
