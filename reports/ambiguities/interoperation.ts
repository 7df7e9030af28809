import { textOf } from '../../protocol/json/any-json.ts'
import { canonicalText } from '../../protocol/json/canonical.ts'
import type { Role } from '../../protocol/operations.ts'
import { type Dialect, headerEncodingOf } from '../../protocol/profile.ts'
import { nameOfRequestForm } from '../../protocol/request/likely-request-forms.ts'
import { canonicalRequest } from '../../protocol/request/request.ts'
import type { OpenRequirementId } from '../../protocol/requirements/index.ts'
import { decodeSignature, encodeSignature, type SignatureEncoding } from '../../protocol/signature/signature.ts'
import { chosenBy, type Subject } from './subjects.ts'

/**
 * Two conformant implementations that cannot work together (`each-other`), or that force a third party to support two ways of doing
 * one thing (`third-party`). Numbers in brackets in `why` are numbers of implementations.
 */
export type Incompatibility = {
  between: readonly [number, number]
  kind: 'each-other' | 'third-party'
  clauses: readonly OpenRequirementId[]
  choices: readonly { implementation: number; value: string }[]
  why: string
}

/** Returns every pair of conformant implementations that cannot work together, or that force a third party to support two ways. */
export const incompatibilities = (subjects: readonly Subject[]): Incompatibility[] => {
  const conformant = subjects.filter(({ implementation }) => implementation.verdict === 'conformant')
  return conformant.flatMap((a, at) => conformant.slice(at + 1).flatMap(b => incompatibilitiesBetween(a, b)))
}

/** Returns why two implementations cannot work together, or force a third party to support two ways, regardless of their verdicts. */
export const incompatibilitiesBetween = (a: Subject, b: Subject): Incompatibility[] => {
  const rank = ({ implementation }: Subject) => ranks.indexOf(implementation.role)
  const [first, second] = rank(a) <= rank(b) ? [a, b] : [b, a]
  return [...inDialect(first, second), ...endlessRejection(first, second), ...settlement(first, second)]
}

/** Sorts a gateway before a merchant, and both before a KYC provider. */
const ranks: readonly Role[] = ['gateway', 'merchant', 'kyc']

/** A signature whose bytes every pair of encodings writes differently. */
const signature = {
  compact: Uint8Array.from({ length: 64 }, (_, at) => (at % 32 === 0 ? 0x7b : 0xfb + (at % 5))),
  recovery: 0,
}

const readsAs = (reader: SignatureEncoding, writer: SignatureEncoding): boolean => {
  const bytes = decodeSignature(encodeSignature(signature, writer), reader)
  return bytes !== undefined && Buffer.compare(bytes, signature.compact) === 0
}

const reads = (reader: Dialect, writer: Dialect): boolean =>
  readsAs(reader.signatureEncoding, writer.signatureEncoding) &&
  readsAs(headerEncodingOf(reader), headerEncodingOf(writer))

/** An order with items, keys in the order of the protocol document, and a string that writers escape. */
const order = {
  id: 'order-1',
  ocid: 2001,
  amount: '12.34',
  currency: 'USD',
  items: [{ id: 'item-1', name: 'Thé/Té <1+1> \u007f\u2028\u001f', quantity: 1, price: '12.34' }],
  accepts: [1001],
}

const request = {
  method: 'POST',
  path: '/api/orders/checkout',
  base: '/api',
  ocid: '2001',
  timestamp: '1700000000',
  nonce: 'n-1',
  body: JSON.stringify({ order, signature: 's', urls: {} }),
}

// How nested keys are sorted is compared under SIG-08.
const signedText = ({ canonicalRequest: form }: Dialect): string => canonicalRequest(request, form)

/** The choices of a dialect, by the clause that leaves each open, and whether two dialects can read each other. */
export const dialectChoices = {
  'SIG-07': {
    value: (dialect: Dialect): string => {
      const [ofPayloads, ofHeader] = [dialect.signatureEncoding, headerEncodingOf(dialect)]
      return ofPayloads === ofHeader ? ofPayloads : `${ofPayloads}, X-OC-Signature ${ofHeader}`
    },
    fits: (a: Dialect, b: Dialect): boolean => reads(a, b) && reads(b, a),
  },
  'SIG-08': {
    value: ({ canonicalJson, canonicalEscapes }: Dialect): string =>
      canonicalEscapes.length === 0 ? canonicalJson : `${canonicalJson}, escapes ${canonicalEscapes.join(', ')}`,
    fits: (a: Dialect, b: Dialect): boolean => canonicalText(order, a) === canonicalText(order, b),
  },
  'AUTH-21': {
    value: ({ canonicalRequest: form }: Dialect): string => nameOfRequestForm(form),
    fits: (a: Dialect, b: Dialect): boolean => signedText(a) === signedText(b),
  },
} as const

type Consequence = { kind: Incompatibility['kind']; why: (a: string, b: string) => string }
type Consequences = Partial<Record<keyof typeof dialectChoices, Consequence>>

const eachOther = (why: Consequence['why']): Consequence => ({ kind: 'each-other', why })
const thirdParty = (why: string): Consequence => ({ kind: 'third-party', why: () => why })

const oneOrder = thirdParty(
  'A merchant signs an order once: one that names both gateways in accepts verifies at one of them only.',
)

/** The consequences of a difference, by the roles of the pair: `gateway merchant`. */
const consequences: Readonly<Record<string, Consequences>> = {
  'gateway merchant': {
    'SIG-07': eachOther(
      (gateway, merchant) =>
        `${gateway} refuses the orders that ${merchant} signs, and ${merchant} the proofs that ${gateway} signs: neither reads the other's signatures.`,
    ),
    'SIG-08': eachOther(
      (gateway, merchant) =>
        `${gateway} refuses an order with items that ${merchant} signs: they sort its nested keys or escape its texts differently, and so hash different texts.`,
    ),
    'AUTH-21': eachOther(
      (gateway, merchant) =>
        `${gateway} refuses the checkout of ${merchant}, and ${merchant} the notification of ${gateway}: one signs a different text of a request than the other verifies.`,
    ),
  },
  'gateway gateway': {
    'SIG-07': oneOrder,
    'SIG-08': oneOrder,
    'AUTH-21': thirdParty('Merchants, partners and payment apps that call both must sign their requests in two ways.'),
  },
  'merchant merchant': {
    'SIG-07': thirdParty('A gateway that serves both must read orders, and to sign proofs, in two ways.'),
    'SIG-08': thirdParty('A gateway that serves both must verify orders in two ways.'),
    'AUTH-21': thirdParty(
      'A payment app that orders from both, and a gateway that notifies both, must sign their requests in two ways.',
    ),
  },
}

const ofMetadata: Consequences = {
  'SIG-07': thirdParty('A party that verifies the metadata documents of both must read signatures in two ways.'),
}

const inDialect = (a: Subject, b: Subject): Incompatibility[] => {
  const [one, other] = [a.dialect, b.dialect]
  if (one === undefined || other === undefined) return []
  const known = consequences[`${a.implementation.role} ${b.implementation.role}`] ?? ofMetadata
  return (Object.keys(known) as (keyof typeof dialectChoices)[]).flatMap(clause => {
    const { fits, value } = dialectChoices[clause]
    const consequence = known[clause]
    return consequence === undefined || fits(one, other)
      ? []
      : [found({ a, b }, { ...consequence, clauses: [clause], values: [value(one), value(other)] })]
  })
}

type Found = Consequence & { clauses: readonly OpenRequirementId[]; values: readonly [string, string] }

const found = ({ a, b }: { a: Subject; b: Subject }, { kind, why, clauses, values }: Found): Incompatibility => {
  const [one, other] = [a.implementation.number, b.implementation.number]
  return {
    between: [one, other],
    kind,
    clauses,
    choices: [
      { implementation: one, value: values[0] },
      { implementation: other, value: values[1] },
    ],
    why: why(`[${one}]`, `[${other}]`),
  }
}

/** Finds a gateway that retries after a rejection, with a merchant that rejects a proof it has accepted before. */
const endlessRejection = (gateway: Subject, merchant: Subject): Incompatibility[] => {
  const repeats = chosenBy(gateway, 'NOTIFY-07', 'after a rejection').includes('repeated')
  const rejects = chosenBy(merchant, 'WEBHOOK-13', 'the same proof again').includes('rejected')
  if (!repeats || !rejects) return []
  const why: Consequence['why'] = (sender, receiver) =>
    `When the answer to a delivery is lost, ${sender} delivers again, ${receiver} rejects it since the order is paid, and ${sender} delivers again: they never agree on a payment that was made.`
  const values = ['delivers again after a rejection', 'rejects a proof that it has accepted'] as const
  return [found({ a: gateway, b: merchant }, { ...eachOther(why), clauses: ['NOTIFY-07', 'WEBHOOK-13'], values })]
}

/** Finds two gateways that both declare settle, where one does not accept every settlement that the other accepts. */
const settlement = (a: Subject, b: Subject): Incompatibility[] => {
  const [one, other] = [a, b].map(subject => chosenBy(subject, 'FLOW-05', 'settle')[0])
  const offered = [one, other].filter(value => typeof value === 'string' && value !== 'not declared')
  if (offered.length < 2 || one === other || !offered.includes('completed')) return []
  const consequence = thirdParty('A payment app that settles at both must write its settlement in two ways.')
  return [found({ a, b }, { ...consequence, clauses: ['FLOW-05'], values: [textOf(one), textOf(other)] })]
}
