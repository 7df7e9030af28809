import { Refusal } from '../../../protocol/errors.ts'
import type { Permission } from '../../../protocol/states.ts'
import type { GrantQuery, KycPolicies } from '../../../reference/kyc/contract.ts'
import { grantRules, grantsAreKnown, valueIn } from '../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { replace } from '../../support/changes.ts'
import type { Variant } from '../variant.ts'
import { isMissing, refuseWhere } from './support/grant-rules.ts'

/** Changes a parameter before it is checked. */
const changeParameter =
  (name: string, change: (value: string) => string) =>
  (grantQuery: GrantQuery): GrantQuery => {
    const query = new URLSearchParams(grantQuery.query)
    const value = valueIn(query, name)
    if (value !== '') query.set(name, change(value))
    return { ...grantQuery, query }
  }

const readParameterAs = (name: string, change: (value: string) => string): Partial<KycPolicies> => {
  const read = changeParameter(name, change)
  return {
    grantRules: grantRules.map(check => (grantQuery: GrantQuery) => check(read(grantQuery))),
    newRequest: grantQuery => kycPolicies.newRequest(read(grantQuery)),
  }
}

const knownPermissions: readonly string[] = ['name', 'email', 'phone', 'id_card', 'liveness']

/** Keeps only the known permissions of a list. */
const pickKnown = (grants: string): string => {
  const list = grants.split(',').map(permission => permission.trim().toLowerCase())
  return list.filter(permission => knownPermissions.includes(permission)).join(',')
}

/** Other treatment of repeated and unknown permissions ("GET /kyc/grant/{ocid}"). */
export const permissionVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'unknown permissions are refused as not authorized',
    story: 'A requester must not ask for more than there is.',
    policies: {
      grantRules: replace(
        grantRules,
        grantsAreKnown,
        refuseWhere(grantQuery => !isMissing('grants')(grantQuery), grantsAreKnown, {
          code: 'GRANT_NOT_AUTHORIZED',
          status: 403,
        }),
      ),
    },
  },
  {
    name: 'unknown permissions are ignored',
    story: 'A newer requester may know more permissions; blanks and capitals are harmless.',
    policies: readParameterAs('grants', pickKnown),
  },
  {
    name: 'a repeated permission is refused',
    story: 'A repeated permission must be a mistake.',
    policies: {
      grantRules: [
        ...grantRules,
        ({ query }) => {
          const list = valueIn(query, 'grants').split(',')
          return new Set(list).size === list.length ? undefined : new Refusal('INVALID_GRANT', 400, 'It is repeated.')
        },
      ],
    },
  },
  {
    name: 'a repeated permission is asked and reported twice',
    story: 'The answer repeats the request.',
    policies: {
      permissionsOf: grants => grants.split(',') as Permission[],
      consentPage: view =>
        kycPolicies.consentPage({
          ...view,
          grantRequest: { ...view.grantRequest, permissions: [...new Set(view.grantRequest.permissions)] },
        }),
    },
  },
]
