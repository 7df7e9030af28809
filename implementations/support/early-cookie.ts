import { placeOf } from '../../reference/kyc/consent/page.ts'
import type { KycPolicies } from '../../reference/kyc/contract.ts'
import { kycPolicies } from '../../reference/kyc/policies.ts'
import { randomHex } from '../../reference/service/ports.ts'
import type { Implementation } from '../implementation.ts'

/** A provider that sets its cookie on the redirect to the consent page, not on the page. */
export const earlyCookie: Required<Pick<Implementation<KycPolicies>, 'policies' | 'prepare'>> = {
  policies: {
    sendToConsent: (reply, grantRequest, provider) => {
      const { name, path } = placeOf(grantRequest, provider).cookie
      const cookie = `${name}=${randomHex(provider.ports, 16)}; Path=${path}; HttpOnly; SameSite=Lax`
      return kycPolicies.sendToConsent(reply.header('set-cookie', cookie), grantRequest, provider)
    },
  },
  prepare: server => {
    server.addHook('onSend', async ({ url }, reply) => {
      if (url.startsWith('/kyc/consent/')) reply.removeHeader('set-cookie')
    })
  },
}
