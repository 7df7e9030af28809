import type { FastifyInstance } from 'fastify'
import type { CheckoutView, GatewayPolicies } from '../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../reference/gateway/policies.ts'
import { type Html, html } from '../../reference/service/html.ts'
import { pageHeaders } from '../../reference/service/page.ts'

type IsLate = (sessionId: string) => boolean

/**
 * A page that summarizes the order before it is paid: its contents, its headers, where cancelling leads, and whether a session
 * confirmed on it can be paid. The page before it accepts no session that was paid or has expired.
 */
type SecondPage = {
  summary?: (view: CheckoutView) => Html | string
  headers?: Readonly<Record<string, string>>
  nextAddress?: (isCancelledLate: IsLate) => GatewayPolicies['nextAddress']
  isPayable?: (isConfirmed: IsLate) => GatewayPolicies['isPayable']
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

const isPast = ({ session: { order } }: CheckoutView): boolean =>
  order.expiresAt !== undefined && order.expiresAt * 1_000 < Date.now()

/** Returns the changes that put a second page before each payment. */
export const withSecondPage = ({
  summary = usualSummary,
  headers = pageHeaders,
  nextAddress = () => gatewayPolicies.nextAddress,
  isPayable = () => gatewayPolicies.isPayable,
}: SecondPage = {}) => {
  const views = new Map<string, CheckoutView>()
  const late = new Map<string, string | null>()
  const paid = new Set<string>()
  const isLate = (action: string) => (id: string) => late.get(id) === action
  const policies: Partial<GatewayPolicies> = {
    checkoutPage: view => {
      views.set(view.path, view)
      return gatewayPolicies.checkoutPage(view)
    },
    nextAddress: (result, gateway) => {
      if (result.session.status === 'paid') paid.add(result.session.id)
      return nextAddress(isLate('cancel'))(result, gateway)
    },
    isPayable: isPayable(isLate('pay')),
  }
  const prepare = (server: FastifyInstance): void =>
    void server.addHook('preHandler', async ({ body, url }, reply) => {
      const view = views.get(url)
      if (!(body instanceof URLSearchParams) || view === undefined) return undefined
      late.set(view.session.id, body.get('late'))
      const isOver = paid.has(view.session.id) || isPast(view)
      if (body.has('late') || body.get('action') !== 'pay' || isOver) return undefined
      const page = html`<!doctype html><title>Your payment</title><h1>Is this right?</h1>`.text
      return reply.headers(headers).send(`${page}${textOf(summary(view))}${formsOf(view, body).text}`)
    })
  return { policies, prepare }
}

const textOf = (part: Html | string): string => (typeof part === 'string' ? part : part.text)
