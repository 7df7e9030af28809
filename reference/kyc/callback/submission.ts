import { Refusal } from '../../../protocol/errors.ts'
import { type Permission, permissions } from '../../../protocol/states.ts'
import { unixSeconds } from '../../service/ports.ts'
import type { Rule } from '../../service/rules.ts'
import type { KycProvider } from '../contract.ts'
import type { Decision, KycRequest } from '../records.ts'

/** What a page sends back, and the request that it was made for. */
export type Submission = { asked: KycRequest; form: URLSearchParams; provider: KycProvider }

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

export const userIsTheSame: Rule<Submission> = ({ form, asked }) =>
  form.get('user_ocid') === String(asked.user) ? undefined : invalid('The decision is not of this user.')

export const callbackIsTheSame: Rule<Submission> = ({ form, asked }) =>
  form.get('callback_url') === asked.callbackUrl
    ? undefined
    : invalid('The callback address is not that of the request.')

/** Nothing is decided that was not asked. */
export const choicesWereAsked: Rule<Submission> = ({ form, asked }) =>
  [...choicesIn(form).keys()].every(permission => asked.permissions.includes(permission))
    ? undefined
    : invalid('A permission was not requested.')

/** What binds a submission to its request. */
export const submissionChecks: readonly Rule<Submission>[] = [userIsTheSame, callbackIsTheSame, choicesWereAsked]

/** The permissions that nothing was decided on. */
export const undecided = ({ asked, form }: Submission): Permission[] => {
  const choices = choicesIn(form)
  return asked.permissions.filter(permission => !choices.has(permission))
}

/** The decision in a submission, its lists in the order of the request. */
export const newDecision = ({ asked, form, provider }: Submission): Decision => {
  const choices = choicesIn(form)
  const isGranted = (permission: Permission): boolean => choices.get(permission) === 'granted'
  return {
    user: asked.user,
    requester: asked.requester,
    granted: asked.permissions.filter(isGranted),
    denied: asked.permissions.filter(permission => !isGranted(permission)),
    time: unixSeconds(provider.ports),
  }
}

/** Keeps a decision; answers the one that counts, which is the first. */
export const record = ({ asked, provider }: Submission, decision: Decision): Readonly<Decision> =>
  provider.store.decide(asked.id, decision)

/** The callback address of a decision that is kept. */
export const callbackOf = ({ asked, provider: { policies } }: Submission, decision: Decision): string =>
  policies.withMembers(asked.callbackUrl, policies.membersOf(asked, decision))
