import { entryOf } from '../../protocol/json/any-json.ts'
import type { Report } from '../../schemas/messages.ts'
import { incompatibilitiesBetween } from '../ambiguities/interoperation.ts'
import type { Subject } from '../ambiguities/subjects.ts'
import { count, failures } from '../queries.ts'

/**
 * `yes`: no obstacle is known. `no`: one refuses a request of the other, or does not offer an operation that the other needs. `in-doubt`:
 * too little is known. `unrelated`: they have nothing to do with each other.
 */
export type Together = 'yes' | 'no' | 'in-doubt' | 'unrelated'

/** Why a pair cannot work together, or may not. Numbers in brackets are numbers of implementations. */
export type Reason = { clauses: string[]; text: string }

/** A gateway, and a merchant or a KYC provider. */
export type Pair = {
  gateway: number
  partner: number
  role: 'merchant' | 'kyc'
  together: Together
  reasons: Reason[]
}

type Judgement = Pick<Pair, 'together' | 'reasons'>

/** Returns the report about a pair. */
const trialOf = (tried: readonly Report[], ...pair: Subject[]): Report | undefined =>
  tried.find(({ target, partner }) =>
    pair.every(({ report: { target: one } }) =>
      [target, partner].some(
        other => other?.role === one.role && other.baseUrl === one.baseUrl && other.ocid === one.ocid,
      ),
    ),
  )

/** Adds the results of testing a pair. */
const withTrial = (judgement: Judgement, trial: Report | undefined): Judgement => {
  if (trial === undefined) return judgement
  const outcomes = trial.checks.filter(({ verdict }) => verdict !== 'not-selected')
  const reasonsOf = (verdict: 'fail' | 'blocked'): Reason[] =>
    outcomes
      .filter(check => check.verdict === verdict)
      .map(check => ({ clauses: check.clauses, text: `tried together: ${whatHappened(check)}` }))
  const broken = reasonsOf('fail')
  const blocked = reasonsOf('blocked')
  if (broken.length > 0) return no([...(judgement.together === 'no' ? judgement.reasons : []), ...broken])
  const isTried = blocked.length === 0 && outcomes.some(({ verdict }) => verdict === 'pass')
  if (!isTried)
    return { together: judgement.together === 'no' ? 'no' : 'in-doubt', reasons: [...blocked, ...judgement.reasons] }
  const text = `They were tried together: ${outcomes.map(({ title }) => title).join('; ')}.`
  return { together: 'yes', reasons: [{ clauses: [], text }, ...judgement.reasons] }
}

const whatHappened = ({ title, message, reason }: Report['checks'][number]): string =>
  `${title}: ${message ?? reason ?? 'the report gives no reason'}`

/**
 * Returns for each gateway, and each merchant and KYC provider, whether they can work together, and why not. `tried`: reports about
 * pairs, which outweigh the reports about each.
 */
export const pairsAmong = (subjects: readonly Subject[], tried: readonly Report[] = []): Pair[] => {
  const ofRole = (role: string) => subjects.filter(({ implementation }) => implementation.role === role)
  return ofRole('gateway').flatMap(gateway =>
    (['merchant', 'kyc'] as const).flatMap(role =>
      ofRole(role).map(partner => ({
        gateway: gateway.implementation.number,
        partner: partner.implementation.number,
        role,
        ...withTrial(judgements[role](gateway, partner), trialOf(tried, gateway, partner)),
      })),
    ),
  )
}

const nameOf = ({ implementation }: Subject): string => `[${implementation.number}]`

const no = (reasons: Reason[]): Judgement => ({ together: 'no', reasons })

/** Judges two implementations without a known obstacle between them. */
const asFarAsCertified = (...pair: Subject[]): Judgement => {
  const reasons = pair.flatMap(doubtsAbout)
  return { together: reasons.length === 0 ? 'yes' : 'in-doubt', reasons }
}

const withMerchant = (gateway: Subject, merchant: Subject): Judgement => {
  const reasons = [...notOffered(gateway), ...refusals(gateway, merchant)]
  if (reasons.length > 0) return no(reasons)
  const judgement = asFarAsCertified(gateway, merchant)
  const unread = [gateway, merchant].filter(({ dialect }) => dialect === undefined)
  const remarks = unread.map(one => ({ clauses: [], text: `It is not known how ${nameOf(one)} signs.` }))
  return remarks.length === 0 ? judgement : { together: 'in-doubt', reasons: [...remarks, ...judgement.reasons] }
}

/** Returns the request of one of a pair that the other refuses. */
const refusals = (gateway: Subject, merchant: Subject): Reason[] =>
  incompatibilitiesBetween(gateway, merchant)
    .filter(
      ({ kind, clauses }) => kind === 'each-other' && !clauses.some(id => [gateway, merchant].some(isAssumed(id))),
    )
    .map(({ clauses, choices, why }) => ({
      clauses: [...clauses],
      text: `${choices.map(one => `[${one.implementation}] ${one.value}`).join('; ')}. ${why}`,
    }))

const membersOf: Readonly<Record<string, string>> = {
  'SIG-07': 'signatureEncoding',
  'SIG-08': 'canonicalJson',
  'AUTH-21': 'canonicalRequest',
}

/** Returns whether a run only assumed what its target chose at a clause, since it could not try everything. */
const isAssumed =
  (clause: string) =>
  ({ report }: Subject): boolean =>
    count(report, 'must', 'blocked') > 0 &&
    report.profile[entryOf(membersOf, clause) ?? '']?.shownBy === 'the reference profile'

const notOffered = (gateway: Subject): Reason[] => {
  const { capabilities } = gateway.report.target.declared ?? {}
  const isOffered = capabilities?.some(name => name === 'orders.checkout' || name === 'transfer.create') ?? true
  const text = `${nameOf(gateway)} declares neither orders.checkout nor transfer.create: there is no way to pay a merchant.`
  return isOffered ? [] : [{ clauses: [], text }]
}

const withProvider = (gateway: Subject, provider: Subject): Judgement => {
  const { kyc } = gateway.report.target.declared ?? {}
  const { ocid, declared } = provider.report.target
  const [one, other] = [nameOf(gateway), nameOf(provider)]
  if (kyc === undefined || ocid === undefined)
    return {
      together: 'in-doubt',
      reasons: [{ clauses: [], text: `The reports do not say whether ${one} accepts ${other}.` }],
    }
  if (!kyc.includes(ocid))
    return {
      together: 'unrelated',
      reasons: [{ clauses: [], text: `${one} does not list the OCID of ${other} under kyc of its metadata.` }],
    }
  if (declared?.capabilities?.includes('kyc.grant') === false)
    return no([{ clauses: [], text: `${one} accepts ${other}, which does not declare kyc.grant.` }])
  return asFarAsCertified(gateway, provider)
}

const judgements = { merchant: withMerchant, kyc: withProvider }

/** Broken clauses that a reason names. */
const mostNamed = 6

/** Returns why it is uncertain that an implementation does its part. */
const doubtsAbout = (subject: Subject): Reason[] => {
  const { report } = subject
  if (report.verdict === 'conformant') return []
  const broken = failures(report).map(({ clause }) => clause.id)
  if (broken.length === 0) return [{ clauses: [], text: `${nameOf(subject)} is ${report.verdict}.${untried(subject)}` }]
  const more = broken.length - mostNamed
  const others = more > 0 ? `, and ${more} more` : ''
  return [
    { clauses: broken.slice(0, mostNamed), text: `broken by ${nameOf(subject)}${others}. It is ${report.verdict}.` },
  ]
}

const untried = ({ report }: Subject): string => {
  const blocked = count(report, 'must', 'blocked')
  return blocked === 0 ? '' : ` ${blocked} must ${blocked === 1 ? 'clause' : 'clauses'} could not be tried.`
}
