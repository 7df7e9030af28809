import { Refusal } from '../../../protocol/errors.ts'
import { type Permission, permissions } from '../../../protocol/states.ts'
import { unixSeconds } from '../../every-role/wire-format/values.ts'
import type { Rule } from '../../service/rules.ts'
import type { ConsentSubmission } from '../contract.ts'
import type { Decision } from '../records.ts'

/** The prefix of the form fields that carry the choice on one permission. */
export const choicePrefix = 'choice_'

type Choice = 'granted' | 'denied'

const isChosen = (form: URLSearchParams, permission: Permission, choice: Choice): boolean =>
  form.getAll(`${choice}_permissions`).join().split(',').includes(permission) ||
  form.getAll(`${choicePrefix}${permission}`).includes(choice)

const choiceIn = (form: URLSearchParams, permission: Permission): Choice | undefined => {
  const isGranted = isChosen(form, permission, 'granted')
  if (isGranted === isChosen(form, permission, 'denied')) return undefined
  return isGranted ? 'granted' : 'denied'
}

/**
 * Returns the choice on each permission, from the two documented lists or from its own field, which our page uses. A permission
 * that is neither granted nor denied, or both, has none. Clauses: CALLBACK-05, CALLBACK-09.
 */
export const choicesIn = (form: URLSearchParams): Map<Permission, Choice> =>
  new Map(
    permissions.flatMap(permission => {
      const choice = choiceIn(form, permission)
      return choice === undefined ? [] : [[permission, choice]]
    }),
  )

const invalid = (message: string): Refusal => new Refusal('INVALID_GRANT', 400, message)

/** Refuses the decision of another user. Clause: CALLBACK-08. */
export const userIsTheSame: Rule<ConsentSubmission> = ({ form, grantRequest }) =>
  form.get('user_ocid') === String(grantRequest.user) ? undefined : invalid('The decision is not of this user.')

/** Refuses another callback address. Clause: CALLBACK-08. */
export const callbackIsTheSame: Rule<ConsentSubmission> = ({ form, grantRequest }) =>
  form.get('callback_url') === grantRequest.callbackUrl
    ? undefined
    : invalid('The callback address is not that of the request.')

/** Refuses a choice on a permission that was not requested. Clauses: CALLBACK-05, CALLBACK-08. */
export const choicesWereRequested: Rule<ConsentSubmission> = ({ form, grantRequest }) =>
  [...choicesIn(form).keys()].every(permission => grantRequest.permissions.includes(permission))
    ? undefined
    : invalid('A permission was not requested.')

/** The rules that bind a submission to its request. Clause: CALLBACK-08. */
export const submissionRules: readonly Rule<ConsentSubmission>[] = [
  userIsTheSame,
  callbackIsTheSame,
  choicesWereRequested,
]

/** Returns the permissions that were neither granted nor denied. Clause: CONSENT-08. */
export const undecided = ({ grantRequest, form }: ConsentSubmission): Permission[] => {
  const choices = choicesIn(form)
  return grantRequest.permissions.filter(permission => !choices.has(permission))
}

/** Returns the decision in a submission, its lists in the order of the request. Clauses: CALLBACK-05, CALLBACK-10. */
export const newDecision = ({ grantRequest, form, provider }: ConsentSubmission): Decision => {
  const choices = choicesIn(form)
  const isGranted = (permission: Permission): boolean => choices.get(permission) === 'granted'
  return {
    user: grantRequest.user,
    requester: grantRequest.requester,
    granted: grantRequest.permissions.filter(isGranted),
    denied: grantRequest.permissions.filter(permission => !isGranted(permission)),
    time: unixSeconds(provider.ports),
  }
}

/** Stores a decision unless there is one; returns the one that counts, which is the first. Clause: CALLBACK-10. */
export const record = ({ grantRequest, provider }: ConsentSubmission, decision: Decision): Readonly<Decision> =>
  provider.store.decide(grantRequest.id, decision)

/** Returns the callback address with a decision. Clauses: CALLBACK-06, FLOW-04. */
export const callbackOf = ({ grantRequest, provider: { policies } }: ConsentSubmission, decision: Decision): string =>
  policies.withMembers(grantRequest.callbackUrl, policies.membersOf(grantRequest, decision))
