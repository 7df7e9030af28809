import { Refusal } from '../../protocol/errors.ts'
import type { verifyRequest } from '../../protocol/request/request.ts'
import { diagnoseRequest, diagnoseSignature } from '../../protocol/signature/diagnosis.ts'
import type { verifyPayload } from '../../protocol/signature/payload.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { ifDefined } from '../../reference/service/if-defined.ts'
import type { Violation } from '../../schemas/validate.ts'
import { type Check, shorten } from './exchange.ts'

/** Records the checks of the request that is being answered. */
export type Recorder = {
  check: (check: Check) => void
  /** Sets the search for the check that refuses next. */
  explain: (search: () => string | undefined) => void
}

type Call = (...given: unknown[]) => unknown
type Rules = readonly Call[]

/** Writes the name of a rule as words: callerIsKnown is "caller is known". */
const wordsOf = (name: string): string =>
  name
    .replace(/Differs$/, 'DoesNotDiffer')
    .replaceAll(/[A-Z]/g, letter => ` ${letter.toLowerCase()}`)
    .trim()

const violationsIn = ({ details }: Refusal): string[] => {
  const { violations } = details
  return Array.isArray(violations) ? violations.map(each => JSON.stringify(each)) : []
}

/** Returns why a check refused, from its result or error; undefined if it did not. */
type ObjectionIn = (outcome: unknown) => string | undefined

const refusalIn: ObjectionIn = outcome => {
  if (outcome instanceof Refusal)
    return shorten([`${outcome.code}: ${outcome.message}`, ...violationsIn(outcome)].join(' '))
  return typeof outcome === 'string' ? shorten(outcome) : undefined
}

const thrownIn: ObjectionIn = outcome => (outcome instanceof Error ? (refusalIn(outcome) ?? outcome.name) : undefined)

const violationsOf: ObjectionIn = outcome => {
  const list = Array.isArray(outcome) ? (outcome as readonly Violation[]) : []
  return list.length === 0 ? undefined : shorten(list.map(shown).join('; '))
}

const shown = ({ path, message }: Violation): string => `${path || 'the body'} ${message}`

const negation =
  (objection: string): ObjectionIn =>
  outcome =>
    outcome === false ? objection : undefined

/** The decisions that are checks outside the lists of rules. */
const single: Readonly<Record<string, { name: string; objectionIn: ObjectionIn }>> = {
  readClaims: { name: 'the four headers are there and well formed', objectionIn: thrownIn },
  parseBody: { name: 'the body is JSON that can be read in one way only', objectionIn: thrownIn },
  shapeViolations: { name: 'the body has the documented shape', objectionIn: violationsOf },
  isFromPage: { name: 'the form is from its own page', objectionIn: negation('It has not the token of this page.') },
  move: { name: 'the balance covers the amount', objectionIn: negation('The balance is below the amount.') },
  pay: { name: 'order and transaction are unused', objectionIn: negation('One of them was used before.') },
}

/** Wraps a decision so that it records its result. */
const noted =
  (decide: Call, note: (outcome: unknown) => void): Call =>
  (...given) => {
    const settle = (outcome: unknown): unknown => {
      note(outcome)
      return outcome
    }
    try {
      const outcome = decide(...given)
      return outcome instanceof Promise ? outcome.then(settle) : settle(outcome)
    } catch (error) {
      note(error)
      throw error
    }
  }

const isRules = (value: unknown): value is Rules =>
  Array.isArray(value) && value.length > 0 && value.every(each => typeof each === 'function')

const watched = (member: string, value: unknown, { check }: Recorder): unknown => {
  const noteAs = (name: string, objectionIn: ObjectionIn) => (outcome: unknown) =>
    check({ name, ...ifDefined('objection', objectionIn(outcome) ?? thrownIn(outcome)) })
  if (isRules(value))
    return value.map((rule, at) => {
      const name = wordsOf(rule.name || `${member} ${at + 1}`)
      return noted(rule, noteAs(name, refusalIn))
    })
  const known = single[member]
  if (known === undefined || typeof value !== 'function') return value
  return noted(value as Call, noteAs(known.name, known.objectionIn))
}

/** Wraps each decision of a role so that it records its result. */
export const watchChecks = <Policies extends CommonPolicies>(own: Policies, recorder: Recorder): Policies => {
  const entries = Object.entries(own).map(([member, value]) => [member, watched(member, value, recorder)])
  const requestIsSigned: typeof verifyRequest = (parts, signer) => {
    const isSigned = own.verifyRequest(parts, signer)
    const keys = { [`the caller, ${parts.ocid}`]: signer.publicKey }
    if (!isSigned) recorder.explain(() => diagnoseRequest(parts, parts.signature, keys))
    return isSigned
  }
  const payloadIsSigned: typeof verifyPayload = (payload, signature, signer) => {
    const isSigned = own.verifyPayload(payload, signature, signer)
    if (!isSigned) recorder.explain(() => diagnoseSignature(payload, signature, { 'its signer': signer.publicKey }))
    return isSigned
  }
  // The same members with the same types.
  return { ...Object.fromEntries(entries), verifyRequest: requestIsSigned, verifyPayload: payloadIsSigned } as Policies
}
