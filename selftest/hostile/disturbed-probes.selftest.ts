import { describe, expect, test } from 'vitest'
import { Refusal } from '../../protocol/errors.ts'
import type { Role } from '../../protocol/operations.ts'
import { authenticationRules } from '../../reference/every-role/authentication/authenticate.ts'
import type { AuthenticationRule, CommonPolicies } from '../../reference/every-role/contract.ts'
import type { Report } from '../../schemas/messages.ts'
import { certifyImplementation } from '../certify.ts'
import { isWhole } from '../size.ts'
import { type Disturbance, disturbsProbes } from './disturbed-probes.ts'

/** Refuses the first transfer of four units out of each account, more than a check has put there, to its caller. */
const firstOverdraftForbidden = (): Partial<CommonPolicies> => {
  const refused = new Set<string>()
  const refuses: AuthenticationRule = ({ operation, request, claims }) => {
    const isIt = operation === 'transfer.create' && Buffer.from(request.body).includes('"0.04"')
    if (!isIt || refused.has(claims.ocid)) return undefined
    refused.add(claims.ocid)
    return new Refusal('FORBIDDEN', 403, 'For a moment.')
  }
  return { authenticationRules: [...authenticationRules, refuses] }
}

const once = (status: number, code: string): Disturbance => ({ status, code, times: 1 })

const unknownCaller = once(401, 'UNKNOWN_OCID')

/** Temporary refusals of a probe; the client itself retries 429 and 503. */
const disturbances: Readonly<Record<Role, readonly Disturbance[]>> = {
  merchant: [
    unknownCaller,
    { ...unknownCaller, times: 2 },
    once(401, 'TIMESTAMP_EXPIRED'),
    once(500, 'INTERNAL_ERROR'),
    once(400, 'INVALID_REQUEST'),
  ],
  gateway: [unknownCaller, once(400, 'INVALID_REQUEST')],
  kyc: [unknownCaller, once(400, 'INVALID_GRANT')],
}

const seeds = isWhole ? [1, 2, 3, 4, 5] : [1]

/** Checks that judge the disturbed response itself, not the one of their clause. */
const ofResponse =
  /was not (accepted|rejected as required)|not (refused|rejected) as (required|documented)|gets the documented refusal|with a different refusal than the documented one|in the documented order|cannot be retrieved from|after signing is not detected|the consent page/

const isInferred = ({ verdict, message = '' }: Report['checks'][number]): boolean =>
  verdict === 'fail' && !ofResponse.test(message)

const jobs = (['merchant', 'gateway', 'kyc'] as const).flatMap(role =>
  disturbances[role].flatMap(disturbance => seeds.map(seed => ({ role, disturbance, seed }))),
)

describe.concurrent('a probe that is temporarily refused proves no effect', () => {
  test.for(jobs)(
    '$role: $disturbance.status $disturbance.code, $disturbance.times at a time, seed $seed',
    async job => {
      const { role, disturbance, seed } = job
      const { report } = await certifyImplementation(role, disturbsProbes(disturbance, seed), {
        seed,
        depth: 'standard',
      })
      const wrong = report.checks.filter(isInferred).map(({ id, message }) => `${id}: ${message}`)
      expect(wrong).toEqual([])
      expect(report.counts.must?.pass).toBeGreaterThan(role === 'kyc' ? 15 : 40)
    },
  )
})

test('concurrent transfers are not judged by a refusal that is unrelated to the balance', async () => {
  const gateway = { name: 'a first overdraft is forbidden', story: '', policies: firstOverdraftForbidden() }
  const { report } = await certifyImplementation('gateway', gateway, { only: ['TRANSFER-13'], seed: 1 })
  const check = report.checks.find(({ id }) => id === 'transfer-balance/more-at-once-than-the-balance-allows')
  expect(check).toMatchObject({ verdict: 'pass' })
})
