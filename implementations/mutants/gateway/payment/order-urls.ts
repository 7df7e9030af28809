import { isObject, type Json, parseStrict } from '../../../../protocol/json/json.ts'
import type { Gateway, GatewayPolicies, PaymentCreation } from '../../../../reference/gateway/contract.ts'
import { paymentRules } from '../../../../reference/gateway/payment/create.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Mutant } from '../../mutant.ts'

const urlsOf = ({ request }: PaymentCreation): string[] => request.order?.urls ?? []

/** Fetches a URL in the background and ignores the result. */
const fetchInBackground = (url: string): void =>
  void fetch(url)
    .then(answer => answer.text())
    .catch(() => {})

const fetchUrls =
  (isAllowed: (url: string, gateway: Gateway) => boolean): Rule<PaymentCreation> =>
  order => {
    for (const url of urlsOf(order)) if (isAllowed(url, order.gateway)) fetchInBackground(url)
    return undefined
  }

const orderUrlsIn = (body: Json | undefined): string[] => {
  const order = isObject(body) && isObject(body.order) ? body.order : {}
  return Array.isArray(order.urls) ? order.urls.map(String) : []
}

/** Parses a body before it is validated; undefined if it is not JSON. */
const parseUnchecked = (bytes: unknown): Json | undefined => {
  try {
    return bytes instanceof Uint8Array ? parseStrict(Buffer.from(bytes).toString()) : undefined
  } catch {
    return undefined
  }
}

/** Faults in how the URLs of an order are fetched (PAYMENT-09). */
export const orderUrlMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'payments fetch whatever address they name',
    breaks: 'PAYMENT-09',
    story: 'The signed order is fetched, wherever it is.',
    environment: 'production',
    policies: { paymentRules: [...paymentRules, fetchUrls(() => true)] },
  },
  {
    name: 'the address of an order is looked at, and its redirects are followed',
    breaks: 'PAYMENT-09',
    story: 'A list of hosts guards the URL, and the client follows redirects by default.',
    environment: 'production',
    policies: {
      paymentRules: [
        ...paymentRules,
        fetchUrls((url, { directory }) => directory.origins.has(URL.parse(url)?.origin ?? '')),
      ],
    },
  },
  {
    name: 'a payment waits for its order without end',
    breaks: 'PAYMENT-09',
    story: 'fetch has no timeout that a caller would wait for.',
    prepare: server =>
      void server.addHook('preHandler', async ({ url, body }) => {
        if (url !== '/payment/create') return
        for (const orderUrl of orderUrlsIn(parseUnchecked(body)))
          await fetch(orderUrl)
            .then(answer => answer.text())
            .catch(() => '')
      }),
  },
]
