import { Refusal } from '../../protocol/errors.ts'
import type { Permission } from '../../protocol/states.ts'
import type { Check } from '../checks.ts'
import { unixSeconds } from '../ports.ts'
import type { KycProvider } from './provider.ts'
import type { Decision, KycRequest } from './records.ts'

/** What a page sends back, and the request that it was made for; `requester` from the path. */
export type Submission = { asked: KycRequest; requester: string; form: URLSearchParams; provider: KycProvider }

/** What the fields of a page that carry one permission begin with. */
export const choicePrefix = 'choice_'

const invalid = (message: string): Refusal => new Refusal('INVALID_GRANT', 400, message)

/** No field says two things. */
export const fieldsAreSingle: Check<Submission> = ({ form }) =>
  new Set(form.keys()).size === form.size ? undefined : invalid('A field is repeated.')

// A browser makes one kind of line break of all, and our own markup replaces what HTML cannot carry.
const asCarried = (text: string): string =>
  text
    .toWellFormed()
    .replaceAll(/[\0-\x08\x0b\x0c\x0e-\x1f\x7f-\x9f]/g, '\ufffd')
    .replaceAll(/\r\n?/g, '\n')

const isSame = (sent: string | null, asked: string | undefined): boolean =>
  sent === null || asked === undefined ? (sent ?? undefined) === asked : asCarried(sent) === asCarried(asked)

export const requesterIsTheSame: Check<Submission> = ({ requester, asked }) =>
  requester === String(asked.requester) ? undefined : invalid('The decision is not for this requester.')

export const userIsTheSame: Check<Submission> = ({ form, asked }) =>
  isSame(form.get('user_ocid'), String(asked.user)) ? undefined : invalid('The decision is not of this user.')

export const callbackIsTheSame: Check<Submission> = ({ form, asked }) =>
  isSame(form.get('callback_url'), asked.callbackUrl)
    ? undefined
    : invalid('The callback address is not that of the request.')

export const stateIsTheSame: Check<Submission> = ({ form, asked }) =>
  isSame(form.get('state'), asked.state) ? undefined : invalid('The state is not that of the request.')

type Choice = readonly [permission: string, verdict: string]

const listed = (form: URLSearchParams, verdict: 'granted' | 'denied'): Choice[] => {
  const list = form.get(`${verdict}_permissions`) ?? ''
  return list === '' ? [] : list.split(',').map(permission => [permission, verdict] as const)
}

const chosen = (form: URLSearchParams): Choice[] =>
  [...form]
    .filter(([field]) => field.startsWith(choicePrefix))
    .map(([field, verdict]) => [field.slice(choicePrefix.length), verdict] as const)

/** Every choice in a form: those in the two documented lists, and those in a field for each permission, as the page has them. */
export const choicesIn = (form: URLSearchParams): Choice[] => [
  ...listed(form, 'granted'),
  ...listed(form, 'denied'),
  ...chosen(form),
]

/** Nothing is decided that was not asked. */
export const choicesWereAsked: Check<Submission> = ({ form, asked }) =>
  choicesIn(form).every(([permission]) => asked.permissions.some(each => each === permission))
    ? undefined
    : invalid('A permission was not requested.')

/** Each permission is granted or denied, and not both. */
export const choicesAreClear: Check<Submission> = ({ form }) => {
  const choices = choicesIn(form)
  const verdicts = new Map(choices)
  return choices.every(([permission, verdict]) => verdicts.get(permission) === verdict && isVerdict(verdict))
    ? undefined
    : invalid('A permission is neither granted nor denied, or both.')
}

const isVerdict = (text: string): boolean => text === 'granted' || text === 'denied'

/** What binds a submission to its request. */
export const submissionChecks: readonly Check<Submission>[] = [
  fieldsAreSingle,
  requesterIsTheSame,
  userIsTheSame,
  callbackIsTheSame,
  stateIsTheSame,
  choicesWereAsked,
  choicesAreClear,
]

/** The permissions that nothing was decided on. */
export const undecided = ({ asked, form }: Submission): Permission[] => {
  const verdicts = new Map(choicesIn(form))
  return asked.permissions.filter(permission => !verdicts.has(permission))
}

/** The decision in a submission, its lists in the order of the request. */
export const newDecision = ({ asked, form, provider }: Submission): Decision => {
  const verdicts = new Map(choicesIn(form))
  const isGranted = (permission: Permission): boolean => verdicts.get(permission) === 'granted'
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
