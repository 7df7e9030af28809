import { Refusal } from '../../../../protocol/errors.ts'
import { isObject } from '../../../../protocol/json/json.ts'
import { permissions } from '../../../../protocol/states.ts'
import type { GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { refuseInTen } from '../../../../reference/kyc/errors.ts'
import {
  callbackIsValid,
  grantRules,
  grantsAreKnown,
  requesterIsKnown,
  requesterIsOcid,
  userIsKnown,
  userIsOcid,
  valueIn,
} from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { escapeHtml } from '../../../../reference/service/html.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace, without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { isGrantRequest } from '../support/consent.ts'
import { refuseWith } from './parameter-rules.ts'

const parameter = ({ query }: GrantQuery, name: string): string => valueIn(query, name)

/** Skips a rule if the parameter is missing or empty. */
const skipIfEmpty =
  (name: string, check: Rule<GrantQuery>): Rule<GrantQuery> =>
  grantQuery =>
    parameter(grantQuery, name) === '' ? undefined : check(grantQuery)

const requiredParameters = { grants: grantsAreKnown, user_ocid: userIsOcid, callback_url: callbackIsValid }

/** Refuses with 422 if the parameter is missing or empty. */
const refuseEmptyWith422 =
  (name: string, check: Rule<GrantQuery>): Rule<GrantQuery> =>
  grantQuery =>
    (parameter(grantQuery, name) === '' ? refuseWith(check, { status: 422 }) : check)(grantQuery)

/** Accepts an OCID that `read` parses to an integer, and refuses an empty one. */
const acceptIntegers =
  (read: (text: string) => number, of: (grantQuery: GrantQuery) => string): Rule<GrantQuery> =>
  grantQuery =>
    of(grantQuery) !== '' && Number.isInteger(read(of(grantQuery)))
      ? undefined
      : new Refusal('INVALID_GRANT', 400, 'That is not an OCID.')

const userOf = (grantQuery: GrantQuery): string => parameter(grantQuery, 'user_ocid')

const requesterOf = (grantQuery: GrantQuery): string => grantQuery.requester

const readOcidsBy = (read: (text: string) => number): Partial<KycPolicies> => ({
  grantRules: replace(
    replace(without(grantRules, requesterIsKnown, userIsKnown), userIsOcid, acceptIntegers(read, userOf)),
    requesterIsOcid,
    acceptIntegers(read, requesterOf),
  ),
  newRequest: grantQuery => ({
    ...kycPolicies.newRequest(grantQuery),
    requester: read(requesterOf(grantQuery)),
    user: read(userOf(grantQuery)),
  }),
})

/** Faults in how the parameters of a grant request are checked (GRANT-02, GRANT-03). */
export const grantParameterMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'errors are pages',
    breaks: 'GRANT-02',
    alsoBreaks: ['GRANT-03', 'GRANT-04', 'GRANT-09', 'ERR-01', 'ERR-02'],
    story: 'Browsers open this address, so the page error handler was used.',
    policies: {
      refuse: (refusal, operation) => ({ ...refuseInTen(refusal, operation), type: 'text/html; charset=utf-8' }),
      encode: body =>
        isObject(body.error) ? `<p>${escapeHtml(String(body.error.message))}</p>` : kycPolicies.encode(body),
    },
  },
  {
    name: 'browsers get a page for an error',
    breaks: 'GRANT-02',
    alsoBreaks: ['GRANT-03', 'GRANT-04', 'GRANT-09', 'ERR-01', 'ERR-02'],
    story: 'The framework negotiates by Accept, and only API clients get JSON.',
    prepare: server => {
      server.addHook('onSend', async ({ headers, url }, reply, payload) => {
        if (reply.statusCode < 400 || !isGrantRequest(url) || !/text\/html/.test(headers.accept ?? '')) return payload
        reply.type('text/html; charset=utf-8')
        return '<h1>Bad Request</h1>'
      })
    },
  },
  {
    name: 'no grants means all of them',
    breaks: 'GRANT-02',
    story: 'if (grants) filter(permissions): a requester that names nothing gets everything.',
    policies: {
      grantRules: replace(grantRules, grantsAreKnown, skipIfEmpty('grants', grantsAreKnown)),
      permissionsOf: grants => (grants === '' ? [...permissions] : kycPolicies.permissionsOf(grants)),
    },
  },
  {
    name: 'a missing parameter is unprocessable',
    breaks: 'GRANT-02',
    story: 'The framework validates the query and answers 422, as it does everywhere.',
    policies: {
      grantRules: Object.entries(requiredParameters).reduce<readonly Rule<GrantQuery>[]>(
        (checks, [name, check]) => replace(checks, check, refuseEmptyWith422(name, check)),
        grantRules,
      ),
    },
  },
  {
    name: 'without a callback address the user goes to a page of ours',
    breaks: 'GRANT-02',
    story: 'The parameter was optional in the first version, and the default stayed.',
    policies: {
      grantRules: replace(grantRules, callbackIsValid, skipIfEmpty('callback_url', callbackIsValid)),
      newRequest: grantQuery => {
        const grantRequest = kycPolicies.newRequest(grantQuery)
        return { ...grantRequest, callbackUrl: grantRequest.callbackUrl || 'https://kyc.example/done' }
      },
    },
  },
  {
    name: 'OCIDs are whatever begins with a number',
    breaks: 'GRANT-03',
    story: 'parseInt reads 8001abc as 8001.',
    policies: readOcidsBy(text => Number.parseInt(text, 10)),
  },
  {
    name: 'OCIDs are whatever is a number',
    breaks: 'GRANT-03',
    story: 'Number.isInteger(Number(text)) is true for 0x1f41, too.',
    policies: readOcidsBy(Number),
  },
  {
    name: 'an underscore in a number is read over',
    breaks: 'GRANT-03',
    story: "int('8_001') is 8001 in Python.",
    policies: readOcidsBy(text => (/^\d+(?:_\d+)*$/.test(text) ? Number(text.replaceAll('_', '')) : Number.NaN)),
  },
  {
    name: 'blanks around a number are cut off',
    breaks: 'GRANT-03',
    story: 'The binder trims every parameter.',
    policies: readOcidsBy(text => (/^\s*\d+\s*$/.test(text) ? Number(text) : Number.NaN)),
  },
  {
    name: 'a user that is not a number gets a page',
    breaks: 'GRANT-03',
    alsoBreaks: ['ERR-01'],
    story: 'The binder of the framework refuses it, with the page for every bad request.',
    prepare: server => {
      server.addHook('onRequest', async ({ url }, reply) => {
        const user = new URLSearchParams(url.split('?')[1]).get('user_ocid') ?? ''
        if (user !== '' && !/^\d+$/.test(user)) await reply.code(400).type('text/html').send('<h1>Bad Request</h1>')
      })
    },
  },
  {
    name: 'a user that is not a number brings down the request',
    breaks: 'GRANT-03',
    story: 'BigInt(text) throws, which was not expected.',
    policies: {
      grantRules: replace(grantRules, userIsOcid, grantQuery => {
        BigInt(userOf(grantQuery))
        return undefined
      }),
    },
    ports: { reportBug: () => {} },
  },
]
