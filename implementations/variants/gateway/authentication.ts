import { Refusal } from '../../../protocol/errors.ts'
import { authenticationRules } from '../../../reference/every-role/authentication/authenticate.ts'
import { callerIsKnown } from '../../../reference/every-role/authentication/caller.ts'
import { readClaims } from '../../../reference/every-role/authentication/headers.ts'
import { nonceIsNew } from '../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../reference/every-role/authentication/signature.ts'
import { requestIsFresh } from '../../../reference/every-role/authentication/timestamp.ts'
import type { AuthenticationRule } from '../../../reference/every-role/contract.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { layerVariants, withStatus } from '../support/authentication.ts'
import { inBars, refuseBeforeSignature } from '../support/content-first.ts'
import type { Variant } from '../variant.ts'

const refuseUnknownOcid: GatewayPolicies['unknownCaller'] = (_operation, { refusalStatus }) =>
  new Refusal('UNKNOWN_OCID', refusalStatus, 'The OCID is not known here.')

/** Keeps the first value of each repeated header. */
const firstValues = (rawHeaders: readonly string[]): string[] => {
  const pairs = rawHeaders.flatMap((name, at) =>
    at % 2 === 0 ? [[name.toLowerCase(), rawHeaders[at + 1] ?? ''] as const] : [],
  )
  return [...new Map(pairs.toReversed())].flat()
}

const authenticationCode = /"code"\s*:\s*"(?:INVALID_SIGNATURE|TIMESTAMP_EXPIRED|NONCE_REUSED|UNKNOWN_OCID)"/

/** Reserves a nonce while its request is processed, and releases it if the request is refused for its content. */
const returnNonceOnRefusal = (): Pick<Variant<GatewayPolicies>, 'policies' | 'prepare'> => {
  const taken = new Set<string>()
  return {
    policies: {
      admitNonce: ({ ocid, nonce }) => {
        const isNew = !taken.has(`${ocid} ${nonce}`)
        taken.add(`${ocid} ${nonce}`)
        return isNew
      },
    },
    prepare: server => {
      server.addHook('onSend', async ({ headers }, { statusCode }, payload) => {
        // Refusals of the authentication layer are recognized by their code, regardless of the status.
        if (statusCode >= 400 && !authenticationCode.test(String(payload)))
          taken.delete(`${headers['x-oc-id']} ${headers['x-oc-nonce']}`)
      })
    },
  }
}

/** Refuses short nonces with the code for signatures. */
const nonceIsLong: AuthenticationRule = ({ claims }, { profile }) =>
  claims.nonce.length < 16
    ? new Refusal('INVALID_SIGNATURE', profile.refusalStatus, 'The nonce is too short.')
    : undefined

/** Other statuses, sequences, clocks, nonces and keys of the authentication layer ("Authentication"). */
export const authenticationVariants: readonly Variant<GatewayPolicies>[] = [
  ...layerVariants,
  {
    name: 'a nonce has sixteen characters at least',
    story: 'It cannot be guessed, and the layer has one code for any bad header; requests are signed differently.',
    profile: { canonicalRequest: inBars },
    isDiscovered: true,
    policies: { authenticationRules: [nonceIsLong, ...authenticationRules] },
  },
  {
    name: 'the payee is looked up before the signature',
    story: "The caller's key is in the contract with the payee, and requests are signed differently.",
    profile: { canonicalRequest: inBars },
    isDiscovered: true,
    policies: refuseBeforeSignature(({ operation, body }, { directory }) =>
      operation === 'payment.create' && typeof body.to === 'number' && !directory.merchants.has(body.to)
        ? new Refusal('MERCHANT_NOT_REGISTERED', 400, 'The merchant is not registered.')
        : undefined,
    ),
  },
  {
    name: 'each failure of the layer has a status of its own',
    story: 'All our services share a table of codes and statuses.',
    policies: {
      authenticationRules: authenticationRules.map(
        withStatus({ INVALID_SIGNATURE: 403, UNKNOWN_OCID: 401, TIMESTAMP_EXPIRED: 400, NONCE_REUSED: 409 }),
      ),
    },
  },
  {
    name: 'of a repeated header the first value counts',
    story: 'The framework returns the first one.',
    policies: { readClaims: (rawHeaders, profile) => readClaims(firstValues(rawHeaders), profile) },
  },
  {
    name: 'the signature is looked at before the timestamp',
    story: 'Nothing in an unsigned request is trusted, not even its time.',
    policies: { authenticationRules: [callerIsKnown, requestIsSigned, requestIsFresh, nonceIsNew] },
  },
  {
    name: 'the timestamp is looked at last',
    story: 'One statement checks the time and stores the nonce.',
    policies: { authenticationRules: [callerIsKnown, requestIsSigned, nonceIsNew, requestIsFresh] },
  },
  {
    name: 'an unknown merchant is an unknown OCID at checkout, too',
    story: 'The layer runs before every operation and knows none of them.',
    policies: { unknownCaller: refuseUnknownOcid },
  },
  {
    name: 'ten minutes of clock difference',
    story: 'Point-of-sale devices have poor clocks.',
    profile: { clockDifference: { pastSeconds: 600, futureSeconds: 600 }, nonceSeconds: 1200 },
  },
  {
    name: 'an hour back, half a minute ahead, nonces for a day',
    story: 'Queues delay requests; none is from the future.',
    profile: { clockDifference: { pastSeconds: 3600, futureSeconds: 30 }, nonceSeconds: 86_400 },
  },
  {
    name: 'a request that is refused for its content gives its nonce back',
    story: 'The nonce is stored in the transaction of the request, which is rolled back.',
    ...returnNonceOnRefusal(),
  },
  {
    name: 'keys of other callers are read from their metadata',
    story: 'Only merchants are registered with a key.',
    policies: {
      callerKey: async (ocid, service) =>
        service.directory.merchants.get(ocid)?.publicKey ?? service.keyCache.get(ocid, service),
    },
  },
]
