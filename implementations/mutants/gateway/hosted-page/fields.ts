import type { FastifyInstance } from 'fastify'
import type { CheckoutView, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { formOf } from '../../../../reference/service/forms.ts'
import { html } from '../../../../reference/service/html.ts'
import type { Mutant } from '../../mutant.ts'

/** Adds a hidden field to the form of the page. */
const showField = (name: string, readValue: (view: CheckoutView) => string) => ({
  checkoutPage: (view: CheckoutView) => {
    const field = html`<input type="hidden" name="${name}" value="${readValue(view)}">`
    return gatewayPolicies.checkoutPage(view).replace('</form>', () => `${field.text}</form>`)
  },
})

/** Returns a hook that reads a field of each submitted form, and the values by session. */
const readField = (name: string) => {
  const values = new Map<string, string>()
  const prepare = (server: FastifyInstance): void =>
    void server.addHook('preHandler', async request => {
      const value = formOf(request).get(name)
      const { sessionId } = (request.params ?? {}) as { sessionId?: string }
      if (value !== null && sessionId !== undefined) values.set(sessionId, value)
    })
  return { prepare, values }
}

/** Adds a form that prints a receipt to the page, with a hidden field. */
const showFieldInReceipt = (name: string, readValue: (view: CheckoutView) => string) => ({
  checkoutPage: (view: CheckoutView) => {
    const form = html`<form action="/receipt"><input type="hidden" name="${name}" value="${readValue(view)}"><button>Print</button></form>`
    return gatewayPolicies.checkoutPage(view).replace('<p class="fine">', whole => `${form.text}${whole}`)
  },
})

const amounts = readField('amount')
const receiptAmounts = readField('total')
const addresses = readField('return_to')

/** Faults of pages that read the order's values from their form (PAGE-03, PAGE-07). */
export const hostedPageFieldMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'the amount that is paid is that of the form',
    breaks: 'PAGE-07',
    story: 'The form is passed to the payment provider unchanged, with a hidden amount.',
    policies: {
      ...showField('amount', ({ session }) => session.order.amount),
      proofOfSession: (session, gateway) => {
        const proof = gatewayPolicies.proofOfSession(session, gateway)
        return { ...proof, amount: amounts.values.get(session.id) ?? proof.amount }
      },
    },
    prepare: amounts.prepare,
  },
  {
    name: 'the amount that is paid may come with the form',
    breaks: 'PAGE-07',
    story: 'The receipt page and the payment page bind the same model, whose total is hidden only in the receipt form.',
    policies: {
      ...showFieldInReceipt('total', ({ session }) => session.order.amount),
      proofOfSession: (session, gateway) => {
        const proof = gatewayPolicies.proofOfSession(session, gateway)
        return { ...proof, amount: receiptAmounts.values.get(session.id) ?? proof.amount }
      },
    },
    prepare: receiptAmounts.prepare,
  },
  {
    name: 'the form says where a customer who has paid goes',
    breaks: 'PAGE-03',
    story: 'A hidden return_to saved a database lookup.',
    policies: {
      ...showField('return_to', ({ session }) => session.urls.completed),
      nextAddress: (result, gateway) => {
        const address = gatewayPolicies.nextAddress(result, gateway)
        return result.session.status === 'paid' ? (addresses.values.get(result.session.id) ?? address) : address
      },
    },
    prepare: addresses.prepare,
  },
]
