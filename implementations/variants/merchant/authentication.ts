import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { authenticationRules } from '../../../reference/every-role/authentication/authenticate.ts'
import { callerIsKnown } from '../../../reference/every-role/authentication/caller.ts'
import { nonceIsNew } from '../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule } from '../../../reference/every-role/contract.ts'
import type { Merchant, MerchantPolicies } from '../../../reference/merchant/contract.ts'
import { violations } from '../../../schemas/validate.ts'
import { readAlsoEmpty } from '../../mutants/every-role/authentication/header-claims.ts'
import { layerVariants, withStatus } from '../support/authentication.ts'
import { inBars, refuseBeforeSignature } from '../support/content-first.ts'
import type { Variant } from '../variant.ts'

const statuses: Readonly<Record<string, number>> = {
  INVALID_SIGNATURE: 403,
  UNKNOWN_OCID: 404,
  TIMESTAMP_EXPIRED: 400,
  NONCE_REUSED: 409,
}

const schemaByPath = { '/orders/create': 'order-request', '/transfer/webhook': 'signed-proof' } as const

const parseJson = (body: unknown): unknown => {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}

/** Validates bodies before the headers. */
const validateFirst = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ url, body }, reply) => {
    const shape = Object.entries(schemaByPath).find(([path]) => url.startsWith(path))?.[1]
    if (shape === undefined) return undefined
    const message = parseJson(body)
    if (isObject(message) && violations(shape, message).length === 0) return undefined
    return reply.code(422).send({ error: { code: 'VALIDATION_FAILED', message: 'Not valid.', details: {} } })
  })
}

/** Accepts orders from apps, and proofs from accepted issuers. */
const callerMayDoThis: AuthenticationRule = ({ operation, claims }, service) => {
  const { issuers } = service as unknown as Merchant
  const mayDoThis = issuers.includes(Number(claims.ocid)) === (operation === 'transfer.webhook')
  return mayDoThis ? undefined : new Refusal('CALLER_NOT_ALLOWED', 403, 'The caller may not do this.')
}

/** Other statuses, sequences, clocks, nonces and keys of the authentication layer ("Authentication"). */
export const authenticationVariants: readonly Variant<MerchantPolicies>[] = [
  ...layerVariants,
  {
    name: 'the shop of an order is looked at before the signature',
    story: 'The router sends each request to its shop, and requests are signed differently.',
    profile: { canonicalRequest: inBars },
    isDiscovered: true,
    policies: refuseBeforeSignature(({ operation, body }, { ocid }) =>
      operation === 'orders.create' && typeof body.ocid === 'number' && body.ocid !== ocid
        ? new Refusal('INVALID_REQUEST', 400, 'Another shop.')
        : undefined,
    ),
  },
  {
    name: 'each failure of the layer has a status of its own',
    story: 'All our services share a table of codes and statuses.',
    policies: { authenticationRules: authenticationRules.map(withStatus(statuses)) },
  },
  {
    name: 'the timestamp is looked at after the signature and the nonce',
    story: 'One statement checks the time and stores the nonce.',
    policies: { authenticationRules: [callerIsKnown, requestIsSigned, nonceIsNew, requestIsFresh] },
  },
  {
    name: 'the shape of a body is looked at before who sends it',
    story: 'The framework validates before any handler runs.',
    prepare: validateFirst,
  },
  {
    name: 'what a caller may do is looked at before its signature',
    story: 'Callers are kept in a table with the operations of each.',
    policies: { authenticationRules: [callerIsKnown, callerMayDoThis, requestIsFresh, requestIsSigned, nonceIsNew] },
  },
  {
    name: 'ten minutes back, half a minute ahead, nonces for a day',
    story: 'Queues delay requests; none is from the future.',
    profile: { clockDifference: { pastSeconds: 600, futureSeconds: 30 }, nonceSeconds: 86_400 },
  },
  {
    name: 'an empty nonce is taken once',
    story: 'It is a text like any other.',
    policies: { readClaims: readAlsoEmpty('nonce') },
  },
  {
    name: 'keys of callers are read from their metadata, and held for a while',
    story: 'A shop is configured with the registry only.',
    policies: {
      callerKey: (ocid, service) => service.keyCache.get(ocid, service),
    },
  },
]
