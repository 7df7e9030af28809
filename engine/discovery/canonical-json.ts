import type { CanonicalForm } from '../../protocol/canonical.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Answer } from '../../suites/harness/answer.ts'
import { codeOf } from '../../suites/harness/sent.ts'
import type { Session } from '../../suites/harness/session.ts'
import type { Stage } from '../../suites/harness/stage.ts'
import { opened } from '../../suites/kyc/asked.ts'
import { isPassed } from './reception.ts'
import type { StageOf } from './spoken-form.ts'

/** Whether a payload that is signed over one canonical form is taken; undefined where the answer does not tell. */
type Offer = (stage: Stage, form: CanonicalForm) => Promise<boolean | undefined>

/** An order that accepts nobody: its signature is looked at first. Its items are in no canonical order. */
const offersOrder: Offer = async stage => {
  const { merchant } = stage
  const { items = [], ...order } = merchant.order({ accepts: [] })
  const scattered = items.map(({ quantity, price, name, id }) => ({ quantity, price, name, id }))
  const answer = await stage.checkout(merchant.signs({ ...order, items: scattered }))
  return taken(answer, 'INVALID_SIGNATURE')
}

/** A proof for nobody: issuer and signature are looked at first. Its parties are in no canonical order. */
const offersProof: Offer = async stage => {
  const { gateway } = stage
  const order = { id: stage.fresh('order'), amount: stage.money.amount(1), currency: stage.money.currency }
  const from = { reference: stage.fresh('from'), ocid: gateway.ocid }
  const to = { reference: order.id, ocid: stage.nobody.ocid }
  const answer = await stage.deliver(gateway.signs(gateway.proof(order, { from, to })))
  return taken(answer, 'PROOF_SIGNATURE_INVALID')
}

const taken = (answer: Answer, refusal: string): boolean | undefined =>
  codeOf(answer) === refusal ? false : isPassed(answer) ? true : undefined

/** The metadata of a requester, in no canonical order: a consent page names only whom it believes. */
const offersMetadata: Offer = async (stage, canonicalJson) => {
  const { unreliable, session, counterpart } = stage
  const name = `Requester ${stage.fresh('name')}`
  const config = {
    endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`,
    capabilities: [],
    settlement: { currencies: ['USD'], accepts: [1] },
  }
  const body = metadataDocument({ name, config }, unreliable.key, { ...session.profile, canonicalJson })
  counterpart.misbehave(unreliable.ocid, { body })
  const { page } = await opened(stage, { ocid: unreliable.ocid }).finally(() =>
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
  stageOf: StageOf,
  session: Session,
  possible: readonly CanonicalForm[],
): Promise<CanonicalForm | undefined> => {
  for (const canonicalJson of possible) {
    const stage = stageOf({ ...session, profile: { ...session.profile, canonicalJson } })
    const isTaken = await offers[session.role](stage, canonicalJson)
    if (isTaken !== false) return isTaken ? canonicalJson : undefined
  }
  return undefined
}
