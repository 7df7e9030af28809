import type { FastifyInstance } from 'fastify'
import { joinPath } from '../../../protocol/base-url.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import type { Variant } from '../variant.ts'

const prefix = '/app/idp'

/** Removes the prefix from requests and adds it to cookies, as a proxy does. */
const behindProxy = (server: FastifyInstance): void => {
  server.server.prependListener('request', request => {
    request.url = request.url?.replace(prefix, '')
  })
  server.addHook('onSend', async (_request, reply) => {
    const cookie = reply.getHeader('set-cookie')
    if (cookie === undefined) return
    reply.removeHeader('set-cookie').header('set-cookie', String(cookie).replace('Path=/', `Path=${prefix}/`))
  })
}

const prefixedPolicies: Partial<KycPolicies> = {
  metadata: ({ config, ...identity }, key, profile) =>
    kycPolicies.metadata(
      { ...identity, config: { ...config, endpoint: joinPath(config.endpoint, prefix) } },
      key,
      profile,
    ),
  consentUrl: ({ id }, { endpoint }) => joinPath(endpoint(), `${prefix}/kyc/consent/${id}`),
  consentPage: view => kycPolicies.consentPage({ ...view, action: prefix + view.action }),
}

/** Names the same server by another host, which is another origin for a browser. */
const useHostName = (address: string): string => address.replace('//127.0.0.1:', '//localhost:')

/** Other addresses of the consent page: where the redirect leads is not specified. */
export const addressVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'the base address has a path',
    story: 'A proxy serves several services.',
    policies: prefixedPolicies,
    prepare: behindProxy,
    prefix,
  },
  {
    name: 'errors repeat the path of the request, below a base address like a folder',
    story: 'The framework writes the path into each error.',
    policies: prefixedPolicies,
    prepare: server => {
      behindProxy(server)
      server.addHook('onSend', async ({ url }, reply, payload) =>
        reply.statusCode >= 400 && typeof payload === 'string'
          ? payload.replace('"details":{', `"details":{"path":${JSON.stringify(prefix + url)},`).replace(',}', '}')
          : payload,
      )
    },
    prefix,
  },
  {
    name: 'the consent page is at another host',
    story: 'The interface and the pages are two services.',
    policies: {
      consentUrl: (grantRequest, provider) => useHostName(kycPolicies.consentUrl(grantRequest, provider)),
    },
  },
  {
    name: 'addresses of the page are relative to its base',
    story: 'A base element allows the page to be moved.',
    policies: {
      consentPage: view =>
        kycPolicies
          .consentPage({ ...view, action: 'submit' })
          .replace('<title>', `<base href="/kyc/grant/${view.grantRequest.requester}/page"><title>`),
    },
  },
  {
    name: 'ids of requests are short and readable',
    story: 'People read them out on the phone; there are thirty to the power of twelve.',
    policies: {
      newRequestId: ({ ports }) =>
        [...ports.randomBytes(24)].map(byte => 'abcdefghjkmnpqrstuvwxyz2345678'[byte % 30]).join(''),
    },
  },
]
