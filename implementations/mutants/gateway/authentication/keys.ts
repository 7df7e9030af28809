import { verifyRequest } from '../../../../protocol/request/request.ts'
import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { callerKey } from '../../../../reference/every-role/authentication/caller.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { Service } from '../../../../reference/every-role/contract.ts'
import { publishedKey } from '../../../../reference/every-role/metadata/peer-key.ts'
import { checkoutRules, orderIsSigned } from '../../../../reference/gateway/checkout.ts'
import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'
import { refuseRequests } from '../../support/server-hooks.ts'

/** The keys that merchants publish, by their registered key. */
const publishedKeys = new Map<string, string>()

/** Returns the registered key, and remembers the published one. */
const readBothKeys = async (ocid: number, service: Service): Promise<string | undefined> => {
  const registered = await callerKey(ocid, service)
  const other = service.directory.merchants.has(ocid) ? await publishedKey(ocid, service) : undefined
  if (registered !== undefined && other !== undefined) publishedKeys.set(registered, other)
  return registered
}

/** Returns the gateway as if merchants were registered with their published keys. */
const withPublishedKeys = (gateway: Gateway): Gateway => {
  const merchants = [...gateway.directory.merchants].map(
    ([ocid, merchant]) =>
      [ocid, { ...merchant, publicKey: publishedKeys.get(merchant.publicKey) ?? merchant.publicKey }] as const,
  )
  return { ...gateway, directory: { ...gateway.directory, merchants: new Map(merchants) } }
}

/** Faults in which keys a gateway accepts, and in which operations are public. */
export const gatewayAuthenticationMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the key of a merchant is the one that it publishes',
    breaks: 'AUTH-26',
    story: 'Every key is read from metadata, like the keys of issuers.',
    policies: {
      callerKey: async (ocid, service) =>
        service.directory.merchants.has(ocid) ? publishedKey(ocid, service) : callerKey(ocid, service),
    },
  },
  {
    name: 'either key of a merchant may sign its requests',
    breaks: 'AUTH-26',
    story: 'A merchant that changes its key should have a transition period in which both work.',
    policies: {
      callerKey: readBothKeys,
      verifyRequest: (parts, signer) =>
        verifyRequest(parts, signer) ||
        verifyRequest(parts, { ...signer, publicKey: publishedKeys.get(signer.publicKey) ?? signer.publicKey }),
    },
  },
  {
    name: 'either key of a merchant may sign its orders',
    breaks: 'AUTH-26',
    story: 'Orders are signed documents like metadata, so the key in the metadata should work for them.',
    policies: {
      callerKey: readBothKeys,
      checkoutRules: replace(
        checkoutRules,
        orderIsSigned,
        checkout =>
          orderIsSigned(checkout) && orderIsSigned({ ...checkout, gateway: withPublishedKeys(checkout.gateway) }),
      ),
    },
  },
  {
    name: 'whoever moves money signs with the key of its metadata',
    breaks: 'AUTH-26',
    story: 'Only checkout read the registration; transfers and payments came later, for partners and apps.',
    policies: {
      authenticationRules: replace(authenticationRules, requestIsSigned, async (attempt, service) => {
        const key =
          attempt.operation === 'orders.checkout' ? undefined : await publishedKey(Number(attempt.claims.ocid), service)
        return requestIsSigned({ ...attempt, publicKey: key ?? attempt.publicKey }, service)
      }),
    },
  },
  {
    name: 'verify is for those who are signed in',
    breaks: 'AUTH-20',
    story: 'The hook is registered for the whole server, and the list of exceptions names only metadata.',
    policies: { isPublic: operation => operation === 'metadata' },
  },
  {
    name: 'verify is forbidden to whom the firewall does not know',
    breaks: 'AUTH-20',
    story: 'Requests without Accept look like robots.',
    prepare: refuseRequests(({ url, headers }) => url.startsWith('/verify/') && headers.accept === undefined, 403, {
      error: { code: 'FORBIDDEN', message: 'Automated requests are not allowed.', details: {} },
    }),
  },
]
