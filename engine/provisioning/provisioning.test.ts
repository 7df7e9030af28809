import { describe, expect, test } from 'vitest'
import { type Role, roles } from '../../protocol/operations.ts'
import { violations } from '../../schemas/validate.ts'
import { freshIdentities } from '../settings/config/identities.ts'
import { absentFor, absentOcids, accountsOf, foreignOcid } from './identities.ts'
import { type ProvisioningPlan, provisioningOf } from './provisioning.ts'
import { provisioningText } from './provisioning-text.ts'

const planFor = (role: Role, changes: Partial<ProvisioningPlan> = {}): ProvisioningPlan => {
  const identities = freshIdentities(role)
  return {
    target: { role, baseUrl: 'http://127.0.0.1:4010', ocid: 1001 },
    publicUrl: 'http://127.0.0.1:4900',
    identities,
    accounts: accountsOf(identities),
    currency: 'USD',
    ...changes,
  }
}

describe.each(roles)('toward a %s', role => {
  const plan = planFor(role)
  const document = provisioningOf(plan)
  const text = provisioningText(document, absentOcids)

  test('fits its schema, and has only the section of its role', () => {
    expect(violations('provisioning', document)).toEqual([])
    expect(roles.filter(each => each in document)).toEqual([role])
  })

  test('the registry contains exactly the identities that are played', () => {
    const played = Object.values(plan.identities).map(({ ocid }) => String(ocid))
    expect(Object.keys(document.registry.entries).toSorted()).toEqual(played.toSorted())
    for (const ocid of [...Object.values(absentFor(role, absentOcids)), foreignOcid])
      expect(played).not.toContain(String(ocid))
    expect(document.registry.url).toBe('http://127.0.0.1:4900/registry.json')
    for (const [ocid, address] of Object.entries(document.registry.entries))
      expect(address).toBe(`http://127.0.0.1:4900/${ocid}/metadata.json`)
  })

  test('each caller has the key of its identity', () => {
    const keys = new Map(Object.values(plan.identities).map(({ ocid, key }) => [ocid, key.publicKey]))
    for (const caller of document.callers) expect(caller.publicKey).toBe(keys.get(caller.ocid))
  })

  test('the text for a person names every OCID and key, and has no 64 digits that are not part of a public key', () => {
    for (const ocid of Object.keys(document.registry.entries)) expect(text).toContain(`| ${ocid} |`)
    for (const { publicKey } of document.callers) expect(text).toContain(publicKey)
    expect(text.replaceAll(/[0-9a-f]{128}/g, '')).not.toMatch(/[0-9a-f]{64}/)
  })
})

describe('a gateway', () => {
  const { callers, gateway } = provisioningOf(planFor('gateway'))

  test('knows the keys of all callers but the stranger', () => {
    expect(callers.map(({ ocid }) => ocid)).toEqual([2001, 2002, 3001, 3011, 3012, 3013, 3014, 6001, 5001])
  })

  test('has two merchants and a settlement provider', () => {
    expect(gateway?.merchants.map(({ ocid, endpoint }) => [ocid, endpoint])).toEqual([
      [2001, 'http://127.0.0.1:4900/2001'],
      [2002, 'http://127.0.0.1:4900/2002'],
    ])
    expect(gateway?.settlementProviders).toEqual([5001])
  })

  test('has the accounts of the contract', () => {
    const rows = gateway?.accounts.map(({ id, ocid, balance, debitableBy, webhook }) => [
      id,
      ocid,
      balance,
      debitableBy,
      webhook,
    ])
    expect(rows).toEqual([
      ['treasury', 3001, '1000.00', [3001], undefined],
      ['purse1', 3011, '0.00', [3011], undefined],
      ['purse2', 3012, '0.00', [3012], undefined],
      ['purse3', 3013, '0.00', [3013], undefined],
      ['purse4', 3014, '0.00', [3014], undefined],
      ['till', 2001, '0.00', [2001], 'http://127.0.0.1:4900/2001'],
      ['till2', 2002, '0.00', [2002], 'http://127.0.0.1:4900/2002'],
      ['foreign', 3009, '50.00', [], undefined],
    ])
  })

  test.each([
    ['JPY', '100000', '0'],
    ['KWD', '1000.000', '0.000'],
  ])('in %s amounts have its minor digits', (currency, treasury, account) => {
    const accounts =
      provisioningOf(planFor('gateway', { currency: 'USD', secondCurrency: currency })).gateway?.accounts ?? []
    const second = accounts.filter(account => account.currency === currency)
    expect(second.map(({ ocid, balance }) => [ocid, balance])).toEqual([
      [3001, treasury],
      [3011, account],
    ])
    expect(new Set(accounts.map(({ id }) => id)).size).toBe(accounts.length)
  })
})

test('a merchant and a KYC provider have the actors of the contract', () => {
  expect(provisioningOf(planFor('merchant')).merchant).toEqual({ issuers: [4001, 4003, 4004], callers: [6001] })
  expect(provisioningOf(planFor('kyc')).kyc).toEqual({
    requesters: [7001, 7003],
    users: [8001],
    incompleteUsers: [8002],
    callbackUrls: ['https://127.0.0.1:4900/7001/callback'],
  })
})

test('a provider of registered callback addresses gets that of the config, and that of the counterpart', () => {
  const callbackUrl = 'https://requester.example/callback'
  const document = provisioningOf(planFor('kyc', { publicUrl: 'http://us.example/oc/', callbackUrl }))
  const addresses = [callbackUrl, 'https://us.example:80/oc/7001/callback']
  expect(document.kyc?.callbackUrls).toEqual(addresses)
  for (const address of addresses) expect(provisioningText(document, absentOcids)).toContain(address)
})

test('a public address with a path is kept, and a name cannot break a table', () => {
  const { merchant } = freshIdentities('gateway')
  const identities = { merchant: { ocid: 2001, key: merchant?.key ?? { publicKey: '' }, name: 'A | B\n| C' } }
  const document = provisioningOf(planFor('gateway', { publicUrl: 'https://us.example/oc/', identities, accounts: {} }))
  expect(document.registry.entries).toEqual({ 2001: 'https://us.example/oc/2001/metadata.json' })
  expect(provisioningText(document, absentOcids)).toContain('| 2001 | A \\| B \\| C |')
})
