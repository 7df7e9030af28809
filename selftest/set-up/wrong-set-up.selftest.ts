import { afterAll, describe, test } from 'vitest'
import { Refusal } from '../../protocol/errors.ts'
import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import { clausesThat } from '../certify.ts'
import { addProxy, certifyChanged, closeTargets, openTarget, withIdentity } from '../support/changed-set-up.ts'

afterAll(closeTargets)

/** Rules of a gateway where an OCID has no account. */
const withoutAccounts = (ocid: number): GatewayPolicies['transferRules'] => [
  ({ request: { from, to } }) =>
    [from.ocid, to.ocid].includes(ocid) ? new Refusal('ACCOUNT_NOT_FOUND', 400, 'No such account.') : undefined,
  ...gatewayPolicies.transferRules,
]

const hour = 3_600_000

const wrongSettings: [string, () => ReturnType<typeof certifyChanged>, RegExp][] = [
  [
    'a private key that was not registered',
    () => certifyChanged(s => withIdentity(s, 'merchant', { key: generatePrivateKey() })),
    /refuses merchant \(2001\) with INVALID_SIGNATURE/,
  ],
  [
    'an identity that is not registered',
    () => certifyChanged(s => withIdentity(s, 'partner', { ocid: 3999 })),
    /refuses partner \(3999\) with UNKNOWN_OCID/,
  ],
  [
    'a merchant that is only a caller',
    () => certifyChanged(s => withIdentity(s, 'merchant2', s.identities.app ?? {})),
    /does not know merchant2 \(6001\) as a merchant/,
  ],
  [
    'a wrong OCID for the target',
    () =>
      certifyChanged(s => ({
        ...s,
        target: { role: 'gateway', baseUrl: s.target?.baseUrl ?? '', ocid: 1002, environment: 'test' },
      })),
    /calls itself 1001, and the config calls it 1002/,
  ],
  [
    'a purse without an account',
    () => certifyChanged(s => withIdentity(s, 'purse2', s.identities.app ?? {})),
    /Accounts are missing at the target: purse2/,
  ],
  [
    'a till without an account',
    () => certifyChanged(s => s, { transferRules: withoutAccounts(2002) }),
    /Accounts are missing at the target: till2 \(2002\)/,
  ],
  [
    'a missing foreign account',
    () => certifyChanged(s => s, { transferRules: withoutAccounts(3009) }),
    /Accounts are missing at the target: foreign \(3009\)/,
  ],
  [
    'a currency that the target does not take',
    () => certifyChanged(s => ({ ...s, currency: 'CHF' })),
    /config is for CHF, which the target does not accept; it settles in USD/,
  ],
  ['an empty treasury', () => certifyChanged(s => s, { move: () => false }), /holds less than/],
  [
    'a base URL that leads nowhere',
    () =>
      certifyChanged(s => ({
        ...s,
        target: { role: 'gateway', baseUrl: `${s.target?.baseUrl}/elsewhere`, ocid: 1001, environment: 'test' },
      })),
    /No operation of a gateway accepts a request/,
  ],
  [
    'the base URL of another role',
    async () => {
      const provider = await openTarget('kyc')
      const baseUrl = provider.settings.target?.baseUrl ?? ''
      return certifyChanged(s => ({ ...s, target: { role: 'gateway', baseUrl, ocid: 1001, environment: 'test' } }))
    },
    /kyc/,
  ],
  [
    'clocks an hour apart',
    () =>
      certifyChanged(
        s =>
          addProxy(
            s,
            () => true,
            () => new Date(Date.now() + hour).toUTCString(),
          ),
        {
          isFresh: (sent: number, now: number, profile: Parameters<typeof gatewayPolicies.isFresh>[2]) =>
            gatewayPolicies.isFresh(sent, now + 3600, profile),
        },
      ),
    /clock of the target is 3[56]\d\d s ahead/,
  ],
]

describe('a wrong set-up exits with 2 and names its cause, and nothing fails', () => {
  test.concurrent.for(wrongSettings)('%s', async ([, run, cause], { expect }) => {
    const certified = await run()
    expect(
      certified.report.preflight
        ?.filter(finding => finding.severity === 'error')
        .map(finding => finding.message)
        .join(' '),
    ).toMatch(cause)
    expect(certified.exitCode).toBe(2)
    expect(clausesThat(certified, 'fail', 'warn', 'pass')).toEqual([])
  })
})
