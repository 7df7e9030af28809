import { callbackFault } from '../../../protocol/callback.ts'
import { Refusal } from '../../../protocol/errors.ts'
import type { Permission } from '../../../protocol/states.ts'
import {
  type Asking,
  addressIsText,
  callbackIsPlain,
  callbackIsValid,
  grantChecks,
  grantsAreKnown,
  parametersAreSingle,
  requesterIsKnown,
  requesterIsOcid,
  userIsComplete,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../reference/kyc/grant.ts'
import { type KycPolicies, kycPolicies } from '../../../reference/kyc/policies.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { replaced, without } from '../../mutants/changes.ts'
import type { Variant } from '../variant.ts'

/** What a check refuses is refused otherwise. */
const refusing =
  (check: Rule<Asking>, { code, status }: { code?: string; status?: number }): Rule<Asking> =>
  asking => {
    const refusal = check(asking)
    return refusal && new Refusal(code ?? refusal.code, status ?? refusal.status, refusal.message, refusal.details)
  }

const lacks =
  (name: string) =>
  ({ query }: Asking): boolean =>
    valueIn(query, name) === ''

/** The same, for some requests; others are refused as they are. */
const refusingWhere =
  (isOne: (asking: Asking) => boolean, check: Rule<Asking>, change: Otherwise[1]): Rule<Asking> =>
  asking =>
    (isOne(asking) ? refusing(check, change) : check)(asking)

type Otherwise = readonly [check: Rule<Asking>, changes: { code?: string; status?: number }]

const otherwise = (...changes: readonly Otherwise[]): Pick<KycPolicies, 'grantChecks'> => ({
  grantChecks: changes.reduce<readonly Rule<Asking>[]>(
    (checks, [check, change]) => replaced(checks, check, refusing(check, change)),
    grantChecks,
  ),
})

/** What a query has under a name, changed before anybody reads it. */
const readAs =
  (name: string, change: (value: string) => string) =>
  (asking: Asking): Asking => {
    const query = new URLSearchParams(asking.query)
    const value = valueIn(query, name)
    if (value !== '') query.set(name, change(value))
    return { ...asking, query }
  }

const reading = (name: string, change: (value: string) => string): Partial<KycPolicies> => {
  const read = readAs(name, change)
  return {
    grantChecks: grantChecks.map(check => (asking: Asking) => check(read(asking))),
    newRequest: asking => kycPolicies.newRequest(read(asking)),
  }
}

const isListed = (address: string, listed: (url: URL) => boolean): string | undefined =>
  callbackFault(address, 'test') ?? (listed(new URL(address)) ? undefined : 'it is not registered')

const known: readonly string[] = ['name', 'email', 'phone', 'id_card', 'liveness']

/** The elements of a list that are permissions. */
const knownOf = (grants: string): string => {
  const list = grants.split(',').map(one => one.trim().toLowerCase())
  return list.filter(one => known.includes(one)).join(',')
}

/** Other choices about requests on which the document is silent ("GET /kyc/grant/{ocid}", "Errors"). */
export const grantVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a request is checked from its end',
    story: 'Who is in it first, then how it is written.',
    policies: {
      grantChecks: [
        callbackIsValid,
        callbackIsPlain,
        userIsOcid,
        requesterIsOcid,
        requesterIsKnown,
        userIsKnown,
        userIsComplete,
        grantsAreKnown,
        parametersAreSingle,
        addressIsText,
      ],
    },
  },
  {
    name: 'a path that is no OCID leads nowhere',
    story: 'The route has a pattern of digits.',
    policies: otherwise([requesterIsOcid, { status: 404 }]),
  },
  {
    name: 'who is not known is not found',
    story: '404 for people and requesters, 409 where a KYC is not complete.',
    policies: otherwise(
      [requesterIsKnown, { status: 404 }],
      [userIsKnown, { status: 404 }],
      [userIsComplete, { status: 409 }],
    ),
  },
  {
    name: 'who is not known has no grant',
    story: 'Nobody learns from us who our customers are.',
    policies: otherwise(
      [requesterIsKnown, { code: 'GRANT_NOT_AUTHORIZED', status: 403 }],
      [userIsKnown, { code: 'GRANT_NOT_AUTHORIZED', status: 403 }],
      [userIsComplete, { code: 'GRANT_NOT_AUTHORIZED', status: 403 }],
    ),
  },
  {
    name: 'a missing callback address is an invalid grant',
    story: 'INVALID_CALLBACK_URL is for one that is there.',
    policies: {
      grantChecks: replaced(
        grantChecks,
        callbackIsValid,
        refusingWhere(lacks('callback_url'), callbackIsValid, { code: 'INVALID_GRANT' }),
      ),
    },
  },
  {
    name: 'missing people are not found',
    story: 'The nearest of the ten codes for a user_ocid that is no user.',
    policies: otherwise(
      [userIsOcid, { code: 'USER_NOT_FOUND' }],
      [requesterIsOcid, { code: 'UNKNOWN_OCID' }],
      [grantsAreKnown, { code: 'GRANT_NOT_AUTHORIZED' }],
    ),
  },
  {
    name: 'permissions that nobody knows are refused as not authorized',
    story: 'Who asks for more than there is may not.',
    policies: {
      grantChecks: replaced(
        grantChecks,
        grantsAreKnown,
        refusingWhere(asking => !lacks('grants')(asking), grantsAreKnown, {
          code: 'GRANT_NOT_AUTHORIZED',
          status: 403,
        }),
      ),
    },
  },
  {
    name: 'permissions that nobody knows are passed over',
    story: 'A newer requester may know more of them; blanks and capitals do no harm.',
    policies: reading('grants', knownOf),
  },
  {
    name: 'a repeated permission is refused',
    story: 'Who asks twice has made a mistake.',
    policies: {
      grantChecks: [
        ...grantChecks,
        ({ query }) => {
          const list = valueIn(query, 'grants').split(',')
          return new Set(list).size === list.length ? undefined : new Refusal('INVALID_GRANT', 400, 'It is repeated.')
        },
      ],
    },
  },
  {
    name: 'a repeated permission is asked and told twice',
    story: 'What was asked for is what is answered.',
    policies: {
      permissionsOf: grants => grants.split(',') as Permission[],
      consentPage: view =>
        kycPolicies.consentPage({
          ...view,
          asked: { ...view.asked, permissions: [...new Set(view.asked.permissions)] },
        }),
    },
  },
  {
    name: 'anybody may ask for anybody',
    story: 'Who a user is turns out when they log in, and a requester is whoever has an OCID.',
    policies: { grantChecks: without(grantChecks, requesterIsKnown, userIsKnown, userIsComplete) },
  },
  {
    name: 'callback addresses are registered',
    story: 'Each requester has told us one.',
    policies: {
      callbackFault: address => isListed(address, url => url.href === 'https://requester.example/callback'),
    },
  },
  {
    name: 'callback addresses belong to a registered host',
    story: 'Each requester has told us where it lives.',
    policies: { callbackFault: address => isListed(address, url => url.host === 'requester.example') },
  },
  {
    name: 'callback addresses have no query',
    story: 'What a requester wants to come back goes into state.',
    policies: {
      callbackFault: (address, environment) =>
        callbackFault(address, environment) ?? (address.includes('?') ? 'it has a query' : undefined),
    },
  },
  {
    name: 'localhost is refused everywhere',
    story: 'One rule for test and production.',
    policies: { callbackFault: address => callbackFault(address, 'production') },
  },
  {
    name: 'localhost may use http in test',
    story: 'Developers have no certificates.',
    policies: {
      callbackFault: (address, environment) =>
        environment === 'test' && /^http:\/\/(?:localhost|127\.0\.0\.1)[:/]/.test(address)
          ? undefined
          : callbackFault(address, environment),
    },
  },
  {
    name: 'user info and members of the decision may stand in a callback address',
    story: 'It is an address, and HTTPS.',
    policies: { grantChecks: without(grantChecks, callbackIsPlain) },
  },
  {
    name: 'in production, as in test',
    story: 'The same software, where it counts.',
    environment: 'production',
  },
  {
    name: 'in production no private address is taken either',
    story: 'Nobody has a callback at 10.0.0.1.',
    policies: {
      callbackFault: (address, environment) =>
        callbackFault(address, environment) ??
        (/^https:\/\/[\d.[\]:a-f]+(?::\d+)?(?:\/|$)/i.test(address) ? 'it has no name' : undefined),
    },
    environment: 'production',
  },
]
