import { Refusal } from '../../../protocol/errors.ts'
import type { GrantQuery, KycPolicies } from '../../../reference/kyc/contract.ts'
import {
  addressIsText,
  callbackIsPlain,
  callbackIsValid,
  grantRules,
  grantsAreKnown,
  parametersAreSingle,
  requesterIsKnown,
  requesterIsOcid,
  userIsComplete,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../reference/kyc/grant/parameters.ts'
import type { Rule } from '../../../reference/service/rules.ts'
import { refuseRequests } from '../../mutants/support/server-hooks.ts'
import { replace, without } from '../../support/changes.ts'
import type { Variant } from '../variant.ts'
import { isMissing, type RefusalChange, refuseWhere, refuseWith } from './support/grant-rules.ts'

const changeRefusals = (...changes: readonly RefusalChange[]): Pick<KycPolicies, 'grantRules'> => ({
  grantRules: changes.reduce<readonly Rule<GrantQuery>[]>(
    (checks, [check, change]) => replace(checks, check, refuseWith(check, change)),
    grantRules,
  ),
})

const textsFit: Rule<GrantQuery> = ({ query }) =>
  (query.get('state') ?? '').length > 64 || (query.get('callback_url') ?? '').length > 300
    ? new Refusal('INVALID_REQUEST', 400, 'A parameter is too long.')
    : undefined

/** Other statuses, codes and sequences of the checks of a grant request ("Errors"). */
export const refusalVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a request is checked from its end',
    story: 'The parties are checked first, then the syntax.',
    policies: {
      grantRules: [
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
    name: 'a state of more than 64 characters is refused, and an address of more than 300',
    story: 'Both are columns of the table of open requests.',
    policies: { grantRules: [...grantRules, textsFit] },
  },
  {
    name: 'a path that is not an OCID leads nowhere',
    story: 'The route pattern only matches digits.',
    policies: changeRefusals([requesterIsOcid, { status: 404 }]),
  },
  {
    name: 'a path that is not an OCID gets the page of the router',
    story: 'The route pattern only matches digits, and the framework has a page for everything else.',
    prepare: server => {
      server.addHook('onRequest', async ({ url }, reply) => {
        if (/^\/kyc\/grant\/(?!\d+(?:[/?]|$))/.test(url))
          await reply.code(404).type('text/plain').send('404 page not found')
      })
    },
  },
  {
    name: 'a path that is not an OCID gets the JSON of the router',
    story: 'The route pattern only matches digits, and the framework answers with its own JSON.',
    prepare: refuseRequests(({ url }) => /^\/kyc\/grant\/(?!\d+(?:[/?]|$))/.test(url), 404, { detail: 'Not Found' }),
  },
  {
    name: 'who is not known is not found',
    story: '404 for users and requesters, 409 if the KYC is incomplete.',
    policies: changeRefusals(
      [requesterIsKnown, { status: 404 }],
      [userIsKnown, { status: 404 }],
      [userIsComplete, { status: 409 }],
    ),
  },
  {
    name: 'who is not known has no grant',
    story: 'We do not reveal who our customers are.',
    policies: changeRefusals(
      [requesterIsKnown, { code: 'GRANT_NOT_AUTHORIZED', status: 403 }],
      [userIsKnown, { code: 'GRANT_NOT_AUTHORIZED', status: 403 }],
      [userIsComplete, { code: 'GRANT_NOT_AUTHORIZED', status: 403 }],
    ),
  },
  {
    name: 'a missing callback address is an invalid grant',
    story: 'INVALID_CALLBACK_URL is for an address that is present.',
    policies: {
      grantRules: replace(
        grantRules,
        callbackIsValid,
        refuseWhere(isMissing('callback_url'), callbackIsValid, { code: 'INVALID_GRANT' }),
      ),
    },
  },
  {
    name: 'missing people are not found',
    story: 'It is the closest of the ten codes for a user_ocid that is not a user.',
    policies: changeRefusals(
      [userIsOcid, { code: 'USER_NOT_FOUND' }],
      [requesterIsOcid, { code: 'UNKNOWN_OCID' }],
      [grantsAreKnown, { code: 'GRANT_NOT_AUTHORIZED' }],
    ),
  },
  {
    name: 'anybody may ask for anybody',
    story: 'Users identify themselves when they log in, and any OCID may request.',
    policies: { grantRules: without(grantRules, requesterIsKnown, userIsKnown, userIsComplete) },
  },
  {
    name: 'zeros before a number are read over',
    story: 'The number parser does so, and any OCID may request.',
    policies: {
      grantRules: replace(without(grantRules, requesterIsKnown, userIsKnown, userIsComplete), userIsOcid, grantQuery =>
        /^\d{1,15}$/.test(valueIn(grantQuery.query, 'user_ocid')) ? undefined : userIsOcid(grantQuery),
      ),
    },
  },
]
