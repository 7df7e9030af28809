import { redirectUrl } from '../../../reference/gateway/checkout.ts'
import type { Gateway, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import type { Variant } from '../variant.ts'

const createId =
  (bytes: number, encoding: 'base64url' | 'hex', prefix = '') =>
  ({ ports }: Gateway): string =>
    prefix + Buffer.from(ports.randomBytes(bytes)).toString(encoding)

const createDigits = ({ ports }: Gateway): string =>
  [...ports.randomBytes(12)].map(byte => String(byte).padStart(3, '0')).join('')

const useOtherHost: GatewayPolicies['redirectUrl'] = (sessionId, gateway) =>
  redirectUrl(sessionId, gateway).replace('127.0.0.1', 'localhost')

/** Other session ids and addresses of the hosted page ("Checkout session"). */
export const sessionIdVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'session ids are base64url',
    story: 'URLs are short.',
    policies: { newSessionId: createId(16, 'base64url') },
  },
  {
    name: 'session ids begin with a prefix',
    story: 'People can distinguish ids.',
    policies: { newSessionId: createId(20, 'hex', 'cs_test_') },
  },
  {
    name: 'session ids are digits',
    story: 'They can be read out over the phone.',
    policies: { newSessionId: createDigits },
  },
  {
    name: 'the address of the page has a query and a fragment',
    story: 'It names the language, and where to scroll to.',
    policies: { redirectUrl: (sessionId, gateway) => `${redirectUrl(sessionId, gateway)}?lang=en#pay` },
  },
  {
    name: 'the page is on another host',
    story: 'Card pages are kept apart from the API.',
    policies: { redirectUrl: useOtherHost },
  },
]
