import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { RunContext } from '../../harness/run-context.ts'
import type { CanonicalForm } from '../../protocol/canonical.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import type { Role } from '../../protocol/operations.ts'
import { openConsentPage } from '../../suites/support/kyc/consent-flow.ts'
import { isPassed } from './authentication-probe.ts'
import type { ContextOf } from './from-probes.ts'

/**
 * Returns whether the target accepts a payload signed over a canonical form; undefined if its answer does not show
 * that.
 */
type Offer = (context: CheckContext, form: CanonicalForm) => Promise<boolean | undefined>

/**
 * Sends an order that accepts no gateway: the target checks its signature first. Its items are in no canonical order.
 */
const offerOrder: Offer = async context => {
  const { merchant } = context
  const { items = [], ...order } = merchant.order({ accepts: [] })
  const scattered = items.map(({ quantity, price, name, id }) => ({ quantity, price, name, id }))
  const response = await context.checkout(merchant.signs({ ...order, items: scattered }))
  return isAccepted(response, 'INVALID_SIGNATURE')
}

/**
 * Sends a proof for another merchant: the target checks issuer and signature first. Its parties are in no canonical
 * order.
 */
const offerProof: Offer = async context => {
  const { gateway } = context
  const order = { id: context.fresh('order'), amount: context.money.amount(1), currency: context.money.currency }
  const from = { reference: context.fresh('from'), ocid: gateway.ocid }
  const to = { reference: order.id, ocid: context.nobody.ocid }
  const response = await context.deliver(gateway.signs(gateway.proof(order, { from, to })))
  return isAccepted(response, 'PROOF_SIGNATURE_INVALID')
}

const isAccepted = (response: HttpResponse, refusal: string): boolean | undefined =>
  codeOf(response) === refusal ? false : isPassed(response) ? true : undefined

/**
 * Publishes the metadata of a requester in no canonical order: a consent page shows the name only if the signature
 * verifies.
 */
const offerMetadata: Offer = async (context, canonicalJson) => {
  const { unreliable, run, counterpart } = context
  const name = `Requester ${context.fresh('name')}`
  const config = {
    endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`,
    capabilities: [],
    settlement: { currencies: ['USD'], accepts: [1] },
  }
  const body = metadataDocument({ name, config }, unreliable.key, { ...run.profile, canonicalJson })
  counterpart.misbehave(unreliable.ocid, { body })
  const { page } = await openConsentPage(context, { ocid: unreliable.ocid }).finally(() =>
    counterpart.misbehave(unreliable.ocid, undefined),
  )
  return page.text.includes(name)
}

const offers: Readonly<Record<Role, Offer>> = {
  gateway: offerOrder,
  merchant: offerProof,
  kyc: offerMetadata,
}

/**
 * Returns the first canonical form over which the target accepts a signature; undefined if it accepts none, or if its
 * answers do not show it. Heading: Authentication (the order of nested keys is not shown).
 */
export const acceptedForm = async (
  contextOf: ContextOf,
  run: RunContext,
  possible: readonly CanonicalForm[],
): Promise<CanonicalForm | undefined> => {
  for (const canonicalJson of possible) {
    const context = contextOf({ ...run, profile: { ...run.profile, canonicalJson } })
    const accepts = await offers[run.role](context, canonicalJson)
    if (accepts !== false) return accepts ? canonicalJson : undefined
  }
  return undefined
}
