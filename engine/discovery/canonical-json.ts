import type { CheckContext } from '../../harness/context.ts'
import { codeOf } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { publishedKey } from '../../harness/http/target-signature.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { textOf } from '../../protocol/json/any-json.ts'
import { type CanonicalWriting, canonicalize, canonicalText } from '../../protocol/json/canonical.ts'
import { isObject, type Json, type JsonObject } from '../../protocol/json/json.ts'
import { metadataDocument } from '../../protocol/metadata.ts'
import type { Role } from '../../protocol/operations.ts'
import { generatePrivateKey, type PrivateKey } from '../../protocol/signature/keys.ts'
import { verifyPayload } from '../../protocol/signature/payload.ts'
import { openConsentPage } from '../../suites/support/kyc/consent-flow.ts'
import { isPassed } from './authentication-probe.ts'
import type { ContextOf } from './from-probes.ts'
import { learnEscapes } from './learned-escapes.ts'
import { type SignedText, signedTexts } from './signed-texts.ts'

/** A payload that the harness signs in several canonical JSONs, to find the one that the target accepts. */
type Offer = {
  /** Makes the payload, containing a string. */
  payload: (context: CheckContext, text: string | undefined) => JsonObject
  /** Sends the payload, signed with a key. Returns whether the target accepts its signature; undefined if the answer is inconclusive. */
  send: (context: CheckContext, payload: JsonObject, key?: PrivateKey) => Promise<boolean | undefined>
}

/** An order that accepts no gateway: the target checks its signature first. Its items are in no canonical order. */
const order: Offer = {
  payload: ({ merchant }, text) => {
    const { items = [], ...rest } = merchant.order({ accepts: [], ...(text === undefined ? {} : { memo: text }) })
    return {
      ...rest,
      items: items.map(({ quantity, price, name, id }) => ({ quantity, price, name, id })),
    } as JsonObject
  },
  send: async (context, payload, key = context.merchant.key) =>
    isAccepted(await context.checkout(context.merchant.signs(payload, { key })), 'INVALID_SIGNATURE'),
}

/** A proof for another merchant: the target checks issuer and signature first. Its parties are in no canonical order. */
const proof: Offer = {
  payload: ({ gateway, fresh, money, nobody }, text) => {
    const paid = { id: fresh('order'), amount: money.amount(1), currency: money.currency }
    const from = { reference: fresh('from'), ocid: gateway.ocid }
    const to = { reference: paid.id, ocid: nobody.ocid }
    return gateway.proof(paid, { from, to, ...(text === undefined ? {} : { memo: text }) }) as JsonObject
  },
  send: async (context, payload, key = context.gateway.key) =>
    isAccepted(await context.deliver(context.gateway.signs(payload, { key })), 'PROOF_SIGNATURE_INVALID'),
}

/** A request whose canonical JSON holds the payload is refused for its own signature. */
const isAccepted = (response: HttpResponse, refusal: string): boolean | undefined =>
  [refusal, 'INVALID_SIGNATURE'].includes(textOf(codeOf(response))) ? false : isPassed(response) ? true : undefined

/**
 * The metadata of a requester, in no canonical order: a consent page shows the name only if the signature verifies. Its config has
 * no place for a string.
 */
const metadata: Offer = {
  payload: ({ unreliable, counterpart }) => ({
    publicKey: unreliable.key.publicKey,
    endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`,
    capabilities: [],
    settlement: { currencies: ['USD'], accepts: [1] },
  }),
  send: async (context, payload) => {
    const { unreliable, run, counterpart } = context
    const name = `Requester ${context.fresh('name')}`
    const config = payload as Parameters<typeof metadataDocument>[0]['config']
    counterpart.misbehave(unreliable.ocid, { body: metadataDocument({ name, config }, unreliable.key, run.profile) })
    const { page } = await openConsentPage(context, { ocid: unreliable.ocid }).finally(() =>
      counterpart.misbehave(unreliable.ocid, undefined),
    )
    return page.text.includes(name)
  },
}

const offers: Readonly<Record<Role, Offer>> = { gateway: order, merchant: proof, kyc: metadata }

/**
 * Texts that distinguish escapes: first of a slash and of characters beyond ASCII, then of all others together, then one by one for a target
 * that accepts no control characters. `undefined` sends no text, and distinguishes orders of members.
 */
const texts: readonly (string | undefined)[] = [
  undefined,
  'Caf\u00e9 / 1',
  `<b> & "1+1" = '2' \u2028\u0085\u007f\u001f\b`,
  `<b> & "1+1" = '2'`,
  'a\u2028b',
  'a\u0085b',
  'a\u007fb',
  'a\u001fb',
  'a\bb',
]

const textsFor = (role: Role) => (role === 'kyc' ? texts.slice(0, 1) : texts)

/**
 * The canonical JSONs that remain possible. `isShown`: an answer of the target narrowed them; `isLearned`: the escapes were learned from
 * documents that the target signs; `obstacle`: why texts that may be escaped cannot be judged.
 */
export type AcceptedWriting = {
  possible: readonly CanonicalWriting[]
  isShown: boolean
  isLearned?: true
  obstacle?: string
}

/**
 * Narrows the possible canonical JSONs by the requests that the target accepts, or, if its answers are inconclusive, by the documents that
 * it signs. Heading: Authentication (neither the order of nested keys nor escapes are specified).
 */
export const acceptedWriting = async (
  contextOf: ContextOf,
  run: RunContext,
  possible: readonly CanonicalWriting[],
): Promise<AcceptedWriting> => {
  let found: AcceptedWriting = { possible, isShown: false }
  for (const text of textsFor(run.role)) {
    const left = await narrowed(contextOf, run, { possible: found.possible, text })
    if (left !== undefined) found = { possible: left, isShown: true }
  }
  return withLearnedEscapes(contextOf, run, found)
}

/** Learns which characters the target escapes if no known writer explains its signatures. */
const withLearnedEscapes = async (
  contextOf: ContextOf,
  run: RunContext,
  found: AcceptedWriting,
): Promise<AcceptedWriting> => {
  const [writing] = found.possible
  if (writing === undefined) return found
  const { canonicalJson, canonicalEscapes } = writing
  const context = contextOf(run)
  const learned = await learnEscapes<SignedText>(
    {
      sign: signerOf(contextOf, run),
      textOf: ({ payload }) => canonicalize(payload, canonicalJson),
      isSignedWith: (signed, escapes) => isSignedOver(context, signed, { canonicalJson, canonicalEscapes: escapes }),
    },
    canonicalEscapes,
  )
  if (learned === undefined) return found
  if (!learned.isConsistent) return { ...found, obstacle: inconsistent }
  const possible = [{ canonicalJson, canonicalEscapes: learned.escapes }]
  // A target that writes its metadata differently has no single canonical JSON; the checks find that.
  const own = metadataSignature(context)
  if (own && isSignedOver(context, own, writing) && !isSignedOver(context, own, possible[0] ?? writing)) return found
  return learned.escapes.length === 0 && !found.isShown ? found : { possible, isShown: true, isLearned: true }
}

/** Characters of a short name: some targets accept no longer ones, and only letters and digits. */
const shortName = 16

/** Returns a function that makes the target sign a string. After a refusal of plain text, it uses short names. */
const signerOf = (contextOf: ContextOf, run: RunContext): ((text: string) => Promise<SignedText | undefined>) => {
  const ask = signedTexts[run.role]
  const short: RunContext['fresh'] = kind =>
    kind === 'n' ? run.fresh(kind) : run.fresh(kind).replace(/\W/g, '').slice(-shortName)
  let context = contextOf(run)
  let isKnown = false
  return async text => {
    const signed = await ask(context, text)
    if (signed !== undefined || isKnown) return signed
    isKnown = true
    if ((await ask(context, 'plain')) !== undefined) return undefined
    context = contextOf({ ...run, fresh: short })
    return ask(context, text)
  }
}

/** Returns the config of the target's metadata with its signature; `undefined` if it has none. */
const metadataSignature = ({ run }: CheckContext): SignedText | undefined => {
  const { json } = run.metadata
  if (!isObject(json) || !isObject(json.config)) return undefined
  return { payload: json.config, signature: textOf(json.signature) }
}

const inconsistent =
  'The target escapes the same characters differently from text to text, so that its escapes cannot be learned: make it write each character in one way, or list the characters that it escapes as canonicalEscapes in a profile file (--profile FILE).'

type Question = { possible: readonly CanonicalWriting[]; text: string | undefined }

/** Returns the canonical JSONs that are still possible after trying one string; undefined if the answers are inconclusive. */
const narrowed = async (
  contextOf: ContextOf,
  run: RunContext,
  { possible, text }: Question,
): Promise<CanonicalWriting[] | undefined> => {
  const offer = offers[run.role]
  const sample = offer.payload(contextOf(run), text)
  const classes = [...Map.groupBy(possible, writing => canonicalText(sample, writing)).values()]
  if (classes.length < 2) return undefined
  if (!(await refusesWrongSignature(contextOf(run), text))) return signedBy(contextOf(run), text, possible)
  const accepted: CanonicalWriting[][] = []
  for (const members of classes) {
    const context = contextOf({ ...run, profile: { ...run.profile, ...members[0] } })
    const accepts = await offer.send(context, offer.payload(context, text))
    if (accepts === undefined) return signedBy(contextOf(run), text, possible)
    if (accepts) accepted.push(members)
    if (accepts && !mayAcceptSeveral(run.role, text)) break
  }
  // A target that accepts several forms signs in one of them; one that accepts none may refuse them for another reason.
  if (accepted.length === 1) return accepted[0]
  const candidates = accepted.length > 1 ? accepted.flat() : possible
  return (await signedBy(contextOf(run), text, candidates)) ?? accepted[0]
}

/** A target may be lenient about the order of members; a consent page is slow, and rereads metadata rarely. */
const mayAcceptSeveral = (role: Role, text: string | undefined): boolean => role !== 'kyc' && text === undefined

/** Returns whether the target refuses a wrong signature; one that checks something else first may not. */
const refusesWrongSignature = async (context: CheckContext, text: string | undefined): Promise<boolean> => {
  const { payload, send } = offers[context.run.role]
  return context.run.role === 'kyc' || (await send(context, payload(context, text), generatePrivateKey())) === false
}

/** Returns the possible canonical JSONs that explain the target's signature of a string. */
const signedBy = async (
  context: CheckContext,
  text: string | undefined,
  possible: readonly CanonicalWriting[],
): Promise<CanonicalWriting[] | undefined> => {
  const signed = await signedTexts[context.run.role](context, text)
  const left = signed && possible.filter(writing => isSignedOver(context, signed, writing))
  return left?.length ? left : undefined
}

const isSignedOver = ({ run }: CheckContext, { payload, signature }: SignedText, writing: CanonicalWriting): boolean =>
  verifyPayload(payload as Json, signature, {
    publicKey: publishedKey(run.metadata),
    dialect: { ...run.profile, ...writing },
  })
