import type { FastifyInstance } from 'fastify'
import type { CheckoutView, GatewayPolicies } from '../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../reference/gateway/policies.ts'
import { formOf } from '../../../reference/service/forms.ts'
import { html } from '../../../reference/service/html.ts'
import { clockAhead } from '../../support/clocks.ts'
import type { Variant } from '../variant.ts'

const isSameOrigin: GatewayPolicies['isFromPage'] = ({ headers }) => headers['sec-fetch-site'] === 'same-origin'

/** Copies the order into hidden fields of the form. */
const showOrder = (view: CheckoutView): string => {
  const { order, urls } = view.session
  const fields = html`<input type="hidden" name="amount" value="${order.amount}"><input type="hidden" name="return_to" value="${urls.completed}">`
  return gatewayPolicies.checkoutPage(view).replace('</form>', () => `${fields.text}</form>`)
}

/** Refuses a form whose fields are not those of the page. */
const refuseChangedForms = () => {
  const shown = new Map<string | undefined, readonly (string | undefined)[]>()
  const checkoutPage = (view: CheckoutView): string => {
    const { id, order, urls } = view.session
    shown.set(id, [order.amount, urls.completed])
    return showOrder(view)
  }
  const prepare = (server: FastifyInstance): void =>
    void server.addHook('preHandler', async (request, reply) => {
      const { sessionId } = (request.params ?? {}) as { sessionId?: string }
      const form = formOf(request)
      const isChanged = ['amount', 'return_to'].some((name, at) => form.get(name) !== shown.get(sessionId)?.[at])
      if (request.method === 'POST' && shown.has(sessionId) && isChanged)
        return reply.code(400).send('Please start again.')
    })
  return { policies: { checkoutPage }, prepare }
}

/** Refuses the form of a page after the browser has opened another. */
const oneOpenPage = (server: FastifyInstance): void =>
  void server.addHook('preHandler', async ({ method, params, headers }, reply) => {
    const { sessionId } = (params ?? {}) as { sessionId?: string }
    if (sessionId === undefined) return
    if (method === 'GET') reply.header('set-cookie', `open=${sessionId}; Path=/; HttpOnly; SameSite=Lax`)
    const open = /\bopen=([^;]+)/.exec(headers.cookie ?? '')?.[1]
    if (method === 'POST' && open !== undefined && open !== sessionId)
      return reply.code(409).type('text/html').send('<!doctype html><title>Busy</title><p>Another payment is open.</p>')
  })

/** Other ways to keep the hosted page from frames, caches and the forms of other sites. */
export const hostedPageGuardVariants: readonly Variant<GatewayPolicies>[] = [
  {
    name: 'a browser has one page open at a time',
    story: 'Customers with two tabs paid the wrong order.',
    prepare: oneOpenPage,
  },
  {
    name: 'forged forms are recognized by the headers of the browser alone',
    story: 'Every browser sends them now, so tokens were dropped.',
    policies: { isFromPage: isSameOrigin },
  },
  {
    name: 'the page is kept out of frames and caches in an older way',
    story: 'The headers date from when the page was written.',
    policies: {
      pageHeaders: {
        'content-type': 'text/html',
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'private, max-age=0, must-revalidate',
        pragma: 'no-cache',
        expires: '0',
      },
    },
  },
  {
    name: 'the page expires at once, by a clock that is ahead',
    story: 'A clock four minutes ahead, and the one header that the old proxy knows.',
    ...clockAhead(240_000, 0),
  },
  {
    name: 'the form has amount and address, which are ignored',
    story: 'A script of the page once needed them.',
    policies: { checkoutPage: showOrder },
  },
  {
    name: 'the form shows amount and address, and is refused with others',
    story: 'They had been tampered with, so they are compared with the order.',
    ...refuseChangedForms(),
  },
]
