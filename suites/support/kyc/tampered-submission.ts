import type { CheckContext } from '../../../harness/context.ts'
import type { Decision } from '../../../harness/pages.ts'
import type { Submission } from '../../../harness/submission.ts'
import { isSameAddress } from '../same-address.ts'
import { type DecisionResult, decide, decideAsControl, isAtCallback, listIn, programUser } from './consent-flow.ts'
import type { GrantRequest } from './grant-request.ts'

type Fields = Submission['fields']

type FieldsChange = (fields: Fields, request: GrantRequest) => Fields

/** A change to the submitted fields, and whether it took effect. */
export type Tampering = { change: FieldsChange; tookEffect: (result: DecisionResult) => boolean }

const isAtOwnCallback = ({ landing, opened }: DecisionResult): boolean => isAtCallback(landing, opened.request)

/** Replaces the value of a documented field in every field that carries it, or adds the field. */
const replaceValue = (fields: Fields, name: string, { from, to }: { from: string; to: string }): Fields => {
  const replaced = fields.map(([field, value]) => [field, field === name || value === from ? to : value] as const)
  return fields.some(([field]) => field === name) ? replaced : [...replaced, [name, to]]
}

const redirectTo = (to: string, tookEffect: Tampering['tookEffect']): Tampering => ({
  change: (fields, { callback_url = '' }) => replaceValue(fields, 'callback_url', { from: callback_url, to }),
  tookEffect,
})

/** Sends the user back to an address other than the requested one. */
export const anotherCallback = ({ fresh }: CheckContext): Tampering => {
  const to = `https://elsewhere.example/${fresh('callback')}`
  return redirectTo(to, ({ landing }) => URL.parse(landing.redirectedTo ?? '')?.host === new URL(to).host)
}

/** Returns addresses that a partial comparison mistakes for that of the request, by the shared part. */
const nearlyTheSame = ({ run: { callbackUrl }, fresh }: CheckContext): Record<string, string> => {
  const { origin, hostname, pathname } = new URL(callbackUrl)
  const other = fresh('callback')
  // A dot in a regular expression matches any letter.
  const withoutDot = callbackUrl.replace(hostname, hostname.replace('.', '-'))
  return {
    ...(withoutDot !== callbackUrl && URL.canParse(withoutDot) ? { 'every letter but a dot': withoutDot } : {}),
    'the same host': `${origin}/${other}`,
    'the same beginning': `${origin}${pathname.replace(/\/$/, '')}/${other}`,
    'the same path': `${origin}${pathname}?next=${other}`,
    'the beginning of the host': `https://${hostname}.elsewhere.example${pathname}`,
  }
}

/** Sends the user back to an address of the same host. */
export const callbackAt = (to: string): Tampering =>
  redirectTo(to, ({ landing }) => isSameAddress(landing.redirectedTo, to))

/** Returns one tampering per callback address that is similar to the one of the request. */
export const nearCallbacks = (context: CheckContext): [common: string, tampering: Tampering][] =>
  Object.entries(nearlyTheSame(context)).map(([common, to]) => [common, callbackAt(to)])

/** Names a user other than the requested one. */
export const anotherUser = ({ user2 }: CheckContext): Tampering => ({
  change: (fields, { user_ocid = '' }) =>
    replaceValue(fields, 'user_ocid', { from: user_ocid, to: String(user2.ocid) }),
  tookEffect: result => isAtOwnCallback(result) && result.query.get('user_ocid') === String(user2.ocid),
})

/** Adds a second value of a documented field, before or after the original. */
const besides = ({ change, tookEffect }: Tampering, isBefore: boolean): Tampering => ({
  tookEffect,
  change: (fields, request) => {
    const changed = change(fields, request)
    const added = changed.filter(([name, value]) => !fields.some(field => field[0] === name && field[1] === value))
    return isBefore ? [...added, ...fields] : [...fields, ...added]
  },
})

/** Returns submissions that name the callback address or the user of the request, and a second one as well. */
export const twofold = (context: CheckContext): [what: string, tampering: Tampering][] =>
  [false, true].flatMap((isBefore): [string, Tampering][] => {
    const where = isBefore ? 'before that of the request' : 'after that of the request'
    return [
      [`submission with another callback address ${where}`, besides(anotherCallback(context), isBefore)],
      [`submission for another user ${where}`, besides(anotherUser(context), isBefore)],
    ]
  })

/** Repeats every field that names a permission, or a documented list of them, for a permission that was not requested. */
const addUnrequestedTo =
  (list: 'granted_permissions' | 'denied_permissions', unrequested: string): FieldsChange =>
  fields => {
    const byValue = fields.filter(([, value]) => value === 'email')
    const byName = fields.filter(([name]) => /(?<![a-z])email(?![a-z])/i.test(name))
    const listed = fields.map(([name, value]) =>
      name === list && value !== '' && value !== 'email'
        ? ([name, `${value},${unrequested}`] as const)
        : ([name, value] as const),
    )
    const hasList = fields.some(([name]) => name.startsWith(list))
    return [
      ...listed,
      ...byValue.map(([name]) => [name, unrequested] as const),
      ...byName.map(([name, value]) => [name.replace(/email/i, unrequested), value] as const),
      ...(hasList ? [] : [[list, unrequested] as const]),
    ]
  }

const grantUnrequested = (permission: string): Tampering => ({
  change: addUnrequestedTo('granted_permissions', permission),
  tookEffect: result => isAtOwnCallback(result) && listIn(result.query, 'grants')?.includes(permission) === true,
})

/** Grants a permission that the merchant did not ask for. */
export const unrequestedPermission = grantUnrequested('liveness')

/** Grants permissions whose names a substring search finds in those of a request for name and email address. */
export const partsOfPermissions: readonly [part: string, tampering: Tampering][] = ['nam', 'mail'].map(part => [
  part,
  grantUnrequested(part),
])

/** Denies a permission that the merchant did not ask for, where `email` is denied. */
export const unrequestedDenial: Tampering = {
  change: addUnrequestedTo('denied_permissions', 'liveness'),
  tookEffect: result => isAtOwnCallback(result) && listIn(result.query, 'denied')?.includes('liveness') === true,
}

/** Returns whether a field names one of the permissions, or is one of the documented lists. */
const namesPermission = (grants: string): ((field: Fields[number]) => boolean) => {
  const permission = new RegExp(`(?<![a-z])(?:${grants.replaceAll(',', '|')})(?![a-z])`, 'i')
  return ([name, value]) =>
    /^(?:granted|denied)_permissions/.test(name) ||
    permission.test(name) ||
    value.split(',').some(item => permission.test(item))
}

/**
 * Returns the fields that grant: those that name a permission in one submission, but not in a submission for the same request that
 * denies everything.
 */
export const grantingFields = (granting: Fields, denying: Fields, { grants = '' }: GrantRequest): Fields => {
  const isIn = (fields: Fields, [name, value]: Fields[number]) =>
    fields.some(field => field[0] === name && field[1] === value)
  return granting.filter(field => namesPermission(grants)(field) && field[1] !== '' && !isIn(denying, field))
}

/** Replaces every field that names one of the permissions by the documented lists. */
export const documentedLists =
  (granted: string, denied: string): FieldsChange =>
  (fields, { grants = '' }) => {
    const isChoice = namesPermission(grants)
    const others = fields.filter(field => !isChoice(field))
    return [...others, ['granted_permissions', granted], ['denied_permissions', denied]]
  }

/** Adds the fields with which the page submitted the opposite decision. */
export const oppositeFields =
  (opposite: Fields): FieldsChange =>
  (fields, { grants = '' }) => [...fields, ...opposite.filter(namesPermission(grants))]

/** Returns the permissions that a callback both granted and denied; empty if the user is not redirected there. */
export const contradictionsIn = (result: DecisionResult): string[] => {
  const denied = listIn(result.query, 'denied') ?? []
  const granted = isAtOwnCallback(result) ? (listIn(result.query, 'grants') ?? []) : []
  return granted.filter(permission => permission !== '' && denied.includes(permission))
}

/** The request and decision of a user; by default two permissions, both granted. */
export type DecisionPlan = { request?: Partial<GrantRequest>; decision?: Decision }

/** Decides without a change as a control; returns a function that makes the same decision with a changed last submission. */
export const changeAfterControl = async (
  context: CheckContext,
  { request, ...decision }: DecisionPlan = {},
): Promise<(change: FieldsChange) => Promise<DecisionResult>> => {
  const plan = { request: { grants: 'name,email', ...request }, ...decision }
  const { opened, landing } = await decideAsControl(context, { ...plan, user: programUser(context) })
  const lastStep = landing.steps.length - 1
  return change =>
    decide(context, {
      ...plan,
      change: (submission, step) =>
        step >= lastStep ? { ...submission, fields: change(submission.fields, opened.request) } : submission,
    })
}

/** Decides with a changed submission, after an unchanged decision as a control. */
export const decideTampered = async (
  context: CheckContext,
  change: FieldsChange,
  plan?: DecisionPlan,
): Promise<DecisionResult> => (await changeAfterControl(context, plan))(change)

/** Returns the vocabulary's word for the outcome of a changed submission. */
export const tamperingWord = (
  result: DecisionResult,
  tookEffect: Tampering['tookEffect'],
): 'refused' | 'passed over' | 'taken' => {
  if (tookEffect(result)) return 'taken'
  return isAtOwnCallback(result) ? 'passed over' : 'refused'
}
