import { describe, test } from 'vitest'
import type { Implementation } from '../../implementations/implementation.ts'
import { Refusal } from '../../protocol/errors.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import { authenticationRules } from '../../reference/every-role/authentication/authenticate.ts'
import type { AuthenticationRule, CommonPolicies } from '../../reference/every-role/contract.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'

/** A merchant that passes a list of keys to JSON.stringify, which drops nested members, when signing and verifying. */
const withKeyList: Implementation<CommonPolicies> = {
  name: 'nested members are not signed',
  story: 'One function signs and verifies payloads, and the metadata of callers and issuers.',
  profile: { canonicalJson: 'key-list' },
  isDiscovered: true,
}

const readingCallers: Partial<CommonPolicies> = {
  callerKey: (ocid, service) => service.keyCache.get(ocid, service),
}

const merchants: [string, Partial<CommonPolicies>][] = [
  ['reads the keys of its issuers', {}],
  ['reads the keys of its callers', readingCallers],
]

describe('a merchant with the pitfall of a key list is non-conformant by SIG-10, and its set-up is right', () => {
  test.concurrent.for(merchants)('that %s', async ([, policies], { expect }) => {
    const certified = await certifyImplementation('merchant', { ...withKeyList, policies }, { seed: 1 })
    expect(certified.exitCode).toBe(1)
    expect(clausesThat(certified, 'fail')).toEqual(['SIG-10'])
    expect(certified.report.preflight?.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(JSON.stringify(certified.report.preflight)).not.toMatch(/Register/)
  })
})

/** Refuses a caller after misreading its metadata once, and remembers that for longer than a run. */
const refusesForGood: AuthenticationRule = ({ claims }) =>
  claims.ocid === '4001' ? new Refusal('UNKNOWN_OCID', 401, 'No key is known.') : undefined

/** Signs an earlier list of capabilities, so its own signature does not verify. */
const signedBefore: CommonPolicies['metadata'] = (identity, key, profile) => {
  const { signature } = metadataDocument(
    { ...identity, config: { ...identity.config, capabilities: [] } },
    key,
    profile,
  )
  return { ...metadataDocument(identity, key, profile), ...(signature === undefined ? {} : { signature }) }
}

const faults: [string, Implementation<CommonPolicies>, RegExp, number][] = [
  // Proofs show the coverage of its signatures; the issuer of the other proofs is refused.
  ['signs without nested members', withKeyList, /gateway \(4001\).*SIG-10/, 3],
  [
    'signs its own metadata wrongly',
    { name: 'old metadata', story: '', isDiscovered: true, policies: { metadata: signedBefore } },
    /gateway \(4001\).*SIG-04/,
    1,
  ],
]

describe('a caller refused by a merchant with such a fault blocks only its own requests', () => {
  test.concurrent.for(faults)('that %s', async ([, implementation, said, code], { expect }) => {
    const policies = { ...implementation.policies, authenticationRules: [refusesForGood, ...authenticationRules] }
    const { exitCode, report } = await certifyImplementation('merchant', { ...implementation, policies }, { seed: 1 })
    expect(exitCode).toBe(code)
    expect(report.preflight?.filter(({ severity }) => severity === 'error')).toEqual([])
    expect(report.preflight?.map(({ message }) => message).find(message => said.test(message))).toBeDefined()
    expect(report.checks.some(({ verdict, reason = '' }) => verdict === 'blocked' && said.test(reason))).toBe(true)
  })
})

test('without such a fault, the same refusal is a wrong set-up', async ({ expect }) => {
  const policies = { authenticationRules: [refusesForGood, ...authenticationRules] }
  const { exitCode, report } = await certifyImplementation('merchant', { name: '', story: '', policies }, { seed: 1 })
  expect(exitCode).toBe(2)
  expect(JSON.stringify(report.preflight)).toMatch(/Register OCID 4001/)
})
