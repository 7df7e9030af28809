import { test } from 'vitest'
import type { Implementation } from '../../implementations/implementation.ts'
import type { MerchantPolicies } from '../../reference/merchant/contract.ts'
import { merchantPolicies } from '../../reference/merchant/policies.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'

const pinned: Implementation<MerchantPolicies> = {
  name: 'keys of issuers are known from the contract with them',
  story: 'The document was read when the contract was signed; it was never agreed how often to read it again.',
  policies: {
    isSignedByIssuer: async ({ proof, signature }, { directory, profile, policies }) => {
      const publicKey = directory.callerKeys.get(proof.issuer)
      return publicKey !== undefined && policies.verifyPayload(proof, signature, { publicKey, dialect: profile })
    },
  },
}

const inAscii: Implementation<MerchantPolicies> = {
  name: 'texts are ASCII',
  story: 'The till prints only ASCII.',
  policies: {
    shapeViolations: (schema, body) =>
      /[^ -~]/.test(JSON.stringify(body))
        ? [{ path: '', message: 'is not ASCII' }]
        : merchantPolicies.shapeViolations(schema, body),
  },
}

test('a merchant that refuses non-ASCII texts leaves SIG-06 untried, and the run incomplete', async ({ expect }) => {
  const certified = await certifyImplementation('merchant', inAscii)
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect(clausesThat(certified, 'blocked')).toEqual(['SIG-06'])
  expect(certified.exitCode).toBe(3)
})

test('a merchant that never reads the metadata of an issuer leaves its clauses untried, and the run incomplete', async ({
  expect,
}) => {
  const certified = await certifyImplementation('merchant', pinned)
  expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
  expect(clausesThat(certified, 'blocked')).toEqual(['WEBHOOK-11', 'WEBHOOK-19'])
  expect(certified.exitCode).toBe(3)
})
