import { joinPath } from '../../../protocol/base-url.ts'
import { verifyRequest } from '../../../protocol/request/request.ts'
import { redirectUrl } from '../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { stripPrefix } from '../support/base-path.ts'
import type { Variant } from '../variant.ts'
import { changeConfig } from './support/metadata.ts'

type Served = Pick<Variant<GatewayPolicies>, 'policies' | 'prepare' | 'prefix'>

/** Serves the gateway behind a proxy that removes the prefix; signatures include it. */
export const serveBelow = (prefix: string): Served => {
  const stripped = serveStripped(prefix)
  return {
    ...stripped,
    policies: {
      ...stripped.policies,
      verifyRequest: ({ path, ...parts }, signer) => verifyRequest({ ...parts, path: prefix + path }, signer),
    },
  }
}

/** Serves the gateway behind a proxy that removes the prefix; signatures do not include it. */
export const serveStripped = (prefix: string): Served => ({
  prefix,
  policies: {
    metadata: changeConfig(config => ({ ...config, endpoint: joinPath(config.endpoint, prefix) })),
    redirectUrl: (sessionId, gateway) =>
      redirectUrl(sessionId, { ...gateway, endpoint: () => gateway.endpoint() + prefix }),
  },
  prepare: stripPrefix(prefix),
})
