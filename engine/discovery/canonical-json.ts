import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { RunContext } from '../../harness/run-context.ts'
import type { CanonicalForm } from '../../protocol/canonical.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import type { Role } from '../../protocol/operations.ts'
import { opened } from '../../suites/support/kyc/consent-flow.ts'
import { isPassed } from './authentication-probe.ts'
import type { ContextOf } from './from-probes.ts'

/** Whether a payload that is signed over one canonical form is taken; undefined where the answer does not tell. */
type Offer = (context: CheckContext, form: CanonicalForm) => Promise<boolean | undefined>

/** An order that accepts nobody: its signature is looked at first. Its items are in no canonical order. */
const offersOrder: Offer = async context => {
  const { merchant } = context
  const { items = [], ...order } = merchant.order({ accepts: [] })
  const scattered = items.map(({ quantity, price, name, id }) => ({ quantity, price, name, id }))
  const response = await context.checkout(merchant.signs({ ...order, items: scattered }))
  return taken(response, 'INVALID_SIGNATURE')
}

/** A proof for nobody: issuer and signature are looked at first. Its parties are in no canonical order. */
const offersProof: Offer = async context => {
  const { gateway } = context
  const order = { id: context.fresh('order'), amount: context.money.amount(1), currency: context.money.currency }
  const from = { reference: context.fresh('from'), ocid: gateway.ocid }
  const to = { reference: order.id, ocid: context.nobody.ocid }
  const response = await context.deliver(gateway.signs(gateway.proof(order, { from, to })))
  return taken(response, 'PROOF_SIGNATURE_INVALID')
}

const taken = (response: HttpResponse, refusal: string): boolean | undefined =>
  codeOf(response) === refusal ? false : isPassed(response) ? true : undefined

/** The metadata of a requester, in no canonical order: a consent page names only whom it believes. */
const offersMetadata: Offer = async (context, canonicalJson) => {
  const { unreliable, run, counterpart } = context
  const name = `Requester ${context.fresh('name')}`
  const config = {
    endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`,
    capabilities: [],
    settlement: { currencies: ['USD'], accepts: [1] },
  }
  const body = metadataDocument({ name, config }, unreliable.key, { ...run.profile, canonicalJson })
  counterpart.misbehave(unreliable.ocid, { body })
  const { page } = await opened(context, { ocid: unreliable.ocid }).finally(() =>
    counterpart.misbehave(unreliable.ocid, undefined),
  )
  return page.text.includes(name)
}

const offers: Readonly<Record<Role, Offer>> = {
  gateway: offersOrder,
  merchant: offersProof,
  kyc: offersMetadata,
}

/**
 * The first of the canonical forms over which the target takes a signature; undefined where it takes it over none, or its answers do
 * not tell. Heading: Authentication (nested keys are not shown).
 */
export const takenForm = async (
  contextOf: ContextOf,
  run: RunContext,
  possible: readonly CanonicalForm[],
): Promise<CanonicalForm | undefined> => {
  for (const canonicalJson of possible) {
    const context = contextOf({ ...run, profile: { ...run.profile, canonicalJson } })
    const isTaken = await offers[run.role](context, canonicalJson)
    if (isTaken !== false) return isTaken ? canonicalJson : undefined
  }
  return undefined
}
