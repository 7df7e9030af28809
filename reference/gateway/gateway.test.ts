import { expect, test } from 'vitest'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import { buildGateway } from './gateway.ts'

const gatewayWith = (balance: string) =>
  buildGateway({
    ocid: 1001,
    name: 'Test Gateway',
    endpoint: () => 'https://gateway.example',
    key: generatePrivateKey(),
    provisioning: {
      gateway: {
        merchants: [],
        accounts: [{ ocid: 3001, id: 'treasury', currency: 'USD', balance, debitableBy: [3001] }],
        settlementProviders: [],
      },
    },
  })

test('names an account whose balance is not an amount of its currency', async () => {
  expect(() => gatewayWith('10.005')).toThrow('account treasury: 10.005 is not an amount of USD')
  await gatewayWith('10.05').close()
})
