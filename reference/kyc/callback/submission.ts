import { Refusal } from '../../../protocol/errors.ts'
import { type Permission, permissions } from '../../../protocol/states.ts'
import { unixSeconds } from '../../service/ports.ts'
import type { Rule } from '../../service/rules.ts'
import type { KycProvider } from '../contract.ts'
import type { Decision, GrantRequest } from '../records.ts'

/** What a page sends back, and the request that it was made for. */
export type Submission = { grantRequest: GrantRequest; form: URLSearchParams; provider: KycProvider }

/** What the fields of a page that carry one permission begin with. */
export const choicePrefix = 'choice_'

type Verdict = 'granted' | 'denied'

const says = (form: URLSearchParams, permission: Permission, verdict: Verdict): boolean =>
  form.getAll(`${verdict}_permissions`).join().split(',').includes(permission) ||
  form.getAll(`${choicePrefix}${permission}`).includes(verdict)

const choiceIn = (form: URLSearchParams, permission: Permission): Verdict | undefined => {
  const isGranted = says(form, permission, 'granted')
  if (isGranted === says(form, permission, 'denied')) return undefined
  return isGranted ? 'granted' : 'denied'
}

/**
 * What a form says of each permission, in the two documented lists or in a field of its own, as our page has it: nothing of one
 * that is neither granted nor denied, or both.
 */
export const choicesIn = (form: URLSearchParams): Map<Permission, Verdict> =>
  new Map(
    permissions.flatMap(permission => {
      const choice = choiceIn(form, permission)
      return choice === undefined ? [] : [[permission, choice]]
    }),
  )

const invalid = (message: string): Refusal => new Refusal('INVALID_GRANT', 400, message)

export const userIsTheSame: Rule<Submission> = ({ form, grantRequest }) =>
  form.get('user_ocid') === String(grantRequest.user) ? undefined : invalid('The decision is not of this user.')

export const callbackIsTheSame: Rule<Submission> = ({ form, grantRequest }) =>
  form.get('callback_url') === grantRequest.callbackUrl
    ? undefined
    : invalid('The callback address is not that of the request.')

/** Rejects a decision on a permission that was not requested. */
export const choicesWereAsked: Rule<Submission> = ({ form, grantRequest }) =>
  [...choicesIn(form).keys()].every(permission => grantRequest.permissions.includes(permission))
    ? undefined
    : invalid('A permission was not requested.')

/** What binds a submission to its request. */
export const submissionRules: readonly Rule<Submission>[] = [userIsTheSame, callbackIsTheSame, choicesWereAsked]

/** The permissions that nothing was decided on. */
export const undecided = ({ grantRequest, form }: Submission): Permission[] => {
  const choices = choicesIn(form)
  return grantRequest.permissions.filter(permission => !choices.has(permission))
}

/** The decision in a submission, its lists in the order of the request. */
export const newDecision = ({ grantRequest, form, provider }: Submission): Decision => {
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

/** Keeps a decision; answers the one that counts, which is the first. */
export const record = ({ grantRequest, provider }: Submission, decision: Decision): Readonly<Decision> =>
  provider.store.decide(grantRequest.id, decision)

/** The callback address of a decision that is kept. */
export const callbackOf = ({ grantRequest, provider: { policies } }: Submission, decision: Decision): string =>
  policies.withMembers(grantRequest.callbackUrl, policies.membersOf(grantRequest, decision))
