import type { FastifyInstance, FastifyReply } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import type { Permission } from '../../../protocol/states.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import { randomHex } from '../../service/ports.ts'
import { enforce } from '../../service/rules.ts'
import type { GrantQuery, KycProvider } from '../contract.ts'
import type { GrantRequest } from '../records.ts'
import { isPermission, userOf, valueIn } from './parameters.ts'

/** Returns the permissions in `grants`, in its order, each of them once. Clause: GRANT-07. */
export const permissionsOf = (grants: string): Permission[] => [...new Set(grants.split(','))].filter(isPermission)

/** Returns an id of 256 random bits, since anyone who has it may decide. */
export const newRequestId = ({ ports }: KycProvider): string => randomHex(ports, 32)

/** Returns a new request from parameters that were checked. */
export const newRequest = ({ requester, query, provider }: GrantQuery): GrantRequest => ({
  id: provider.policies.newRequestId(provider),
  requester: Number(requester),
  user: userOf(query),
  permissions: provider.policies.permissionsOf(valueIn(query, 'grants')),
  callbackUrl: valueIn(query, 'callback_url'),
  state: query.get('state'),
  createdAt: unixSeconds(provider.ports),
})

/** Returns the address of a request's consent page. */
export const consentUrl = ({ id }: GrantRequest, { endpoint }: KycProvider): string =>
  joinPath(endpoint(), `/kyc/consent/${id}`)

/** Opens a request for permissions; throws a Refusal, which never redirects, if it does not meet a rule. Clause: GRANT-06. */
const openGrant = (grantQuery: GrantQuery): GrantRequest => {
  const { policies, store } = grantQuery.provider
  enforce(policies.grantRules, grantQuery)
  const grantRequest = policies.newRequest(grantQuery)
  store.openRequest(grantRequest)
  return grantRequest
}

/** Redirects to the consent page with 302 ("GET /kyc/grant/{ocid}"). Clause: GRANT-01. */
export const sendToConsent = (reply: FastifyReply, grantRequest: GrantRequest, provider: KycProvider): FastifyReply =>
  reply.redirect(provider.policies.consentUrl(grantRequest, provider), 302)

/** Serves GET /kyc/grant/{ocid}. Clauses: GRANT-01, GRANT-06. */
export const hostGrant = (server: FastifyInstance, provider: KycProvider): void => {
  const config = { operation: 'kyc.grant' } as const
  server.get<{ Params: { ocid: string } }>('/kyc/grant/:ocid', { config }, async ({ params, url }, reply) => {
    const query = new URLSearchParams(url.slice(url.indexOf('?') + 1))
    const grantRequest = openGrant({ address: url, requester: params.ocid, query, provider })
    return provider.policies.sendToConsent(reply, grantRequest, provider)
  })
}
