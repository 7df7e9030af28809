import type { FastifyInstance } from 'fastify'
import type { CheckoutView, GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import { type Html, html } from '../../reference/service/html.ts'
import { pageHeaders } from '../../reference/service/page.ts'

/** A page that sums the order up before it is paid: what it shows, its headers, and the sessions that were cancelled on it. */
type SecondPage = {
  summary?: (view: CheckoutView) => Html | string
  headers?: Readonly<Record<string, string>>
  nextAddress?: (isCancelledLate: (sessionId: string) => boolean) => GatewayPolicies['nextAddress']
}

const usualSummary = ({ session: { order }, merchantName }: CheckoutView): Html =>
  html`<p>${merchantName}</p><p>${order.memo}</p><p>${order.amount} ${order.currency}</p>`

const formsOf = ({ path }: CheckoutView, form: URLSearchParams): Html => {
  const fieldsWith = (action: string) =>
    [...form].map(
      ([name, value]) => html`<input type="hidden" name="${name}" value="${name === 'action' ? action : value}">`,
    )
  return html`<form method="post" action="${path}">${fieldsWith('pay')}<button name="late" value="pay">Confirm and pay</button></form>
<form method="post" action="${path}">${fieldsWith('cancel')}<button name="late" value="cancel">Cancel</button></form>
<a href="${path}">Back</a>`
}

/** Returns what puts a second page before each payment. */
export const withSecondPage = ({ summary = usualSummary, headers = pageHeaders, nextAddress }: SecondPage = {}) => {
  const views = new Map<string, CheckoutView>()
  const cancelledLate = new Set<string>()
  const policies: Partial<GatewayPolicies> = {
    checkoutPage: view => {
      views.set(view.path, view)
      return gatewayPolicies.checkoutPage(view)
    },
    ...(nextAddress ? { nextAddress: nextAddress(id => cancelledLate.has(id)) } : {}),
  }
  const prepare = (server: FastifyInstance): void =>
    void server.addHook('preHandler', async ({ body, url }, reply) => {
      const view = views.get(url)
      if (!(body instanceof URLSearchParams) || view === undefined) return undefined
      if (body.get('late') === 'cancel') cancelledLate.add(view.session.id)
      if (body.has('late') || body.get('action') !== 'pay') return undefined
      const page = html`<!doctype html><title>Your payment</title><h1>Is this right?</h1>`.text
      return reply.headers(headers).send(`${page}${textOf(summary(view))}${formsOf(view, body).text}`)
    })
  return { policies, prepare }
}

const textOf = (part: Html | string): string => (typeof part === 'string' ? part : part.text)
