import { joinPath } from '../../../protocol/base-url.ts'
import { verifyRequest } from '../../../protocol/request.ts'
import { redirectUrl } from '../../../reference/gateway/checkout.ts'
import type { GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { stripPrefix } from '../support/base-path.ts'
import type { Variant } from '../variant.ts'
import { changeConfig } from './support/metadata.ts'

/** Serves the gateway behind a proxy that removes the prefix; signatures include it. */
export const serveBelow = (prefix: string): Pick<Variant<GatewayPolicies>, 'policies' | 'prepare' | 'prefix'> => ({
  prefix,
  policies: {
    metadata: changeConfig(config => ({ ...config, endpoint: joinPath(config.endpoint, prefix) })),
    verifyRequest: ({ path, ...parts }, signer) => verifyRequest({ ...parts, path: prefix + path }, signer),
    redirectUrl: (sessionId, gateway) =>
      redirectUrl(sessionId, { ...gateway, endpoint: () => gateway.endpoint() + prefix }),
  },
  prepare: stripPrefix(prefix),
})
