import type { CheckContext } from '../../../harness/context.ts'
import type { Submission } from '../../../harness/pages/submission.ts'
import { type DecisionResult, decide, decideAsControl, isAtCallback, listIn } from './consent-flow.ts'
import type { GrantRequest } from './grant-request.ts'

type Fields = Submission['fields']

type FieldsChange = (fields: Fields, request: GrantRequest) => Fields

/** A change of the submitted fields; `isOriginal` tells whether the callback ignores that change. */
export type Tampering = {
  change: FieldsChange
  isOriginal: (query: URLSearchParams, request: GrantRequest) => boolean
}

/** Replaces the value of a documented field in every field that carries it, or adds the field. */
const replaceValue = (fields: Fields, name: string, { from, to }: { from: string; to: string }): Fields => {
  const replaced = fields.map(([field, value]) => [field, field === name || value === from ? to : value] as const)
  return fields.some(([field]) => field === name) ? replaced : [...replaced, [name, to]]
}

export const anotherCallback = ({ fresh }: CheckContext): Tampering => ({
  change: (fields, { callback_url = '' }) => {
    const to = `https://elsewhere.example/${fresh('callback')}`
    return replaceValue(fields, 'callback_url', { from: callback_url, to })
  },
  isOriginal: () => true,
})

export const anotherUser = ({ user2 }: CheckContext): Tampering => ({
  change: (fields, { user_ocid = '' }) =>
    replaceValue(fields, 'user_ocid', { from: user_ocid, to: String(user2.ocid) }),
  isOriginal: (query, { user_ocid }) => query.get('user_ocid') === user_ocid,
})

const unrequested = 'liveness'

/** Repeats every field that names a granted permission, or a list of them, for a permission that was not requested. */
const addUnrequested: FieldsChange = fields => {
  const byValue = fields.filter(([, value]) => value === 'email')
  const byName = fields.filter(([name]) => /(?<![a-z])email(?![a-z])/i.test(name))
  const listed = fields.map(([name, value]) =>
    name === 'granted_permissions' && value !== '' && value !== 'email'
      ? ([name, `${value},${unrequested}`] as const)
      : ([name, value] as const),
  )
  const hasList = fields.some(([name]) => /^granted_permissions/.test(name))
  return [
    ...listed,
    ...byValue.map(([name]) => [name, unrequested] as const),
    ...byName.map(([name, value]) => [name.replace(/email/i, unrequested), value] as const),
    ...(hasList ? [] : [['granted_permissions', unrequested] as const]),
  ]
}

export const unrequestedPermission: Tampering = {
  change: addUnrequested,
  isOriginal: query => !listIn(query, 'grants')?.includes(unrequested),
}

/** Replaces every field that names one of the permissions by the documented lists. */
export const documentedLists =
  (granted: string, denied: string): FieldsChange =>
  (fields, { grants = '' }) => {
    const permission = new RegExp(`(?<![a-z])(?:${grants.replaceAll(',', '|')})(?![a-z])`, 'i')
    const namesPermission = ([name, value]: readonly [string, string]) =>
      /^(?:granted|denied)_permissions/.test(name) ||
      permission.test(name) ||
      value.split(',').some(item => permission.test(item))
    const others = fields.filter(field => !namesPermission(field))
    return [...others, ['granted_permissions', granted], ['denied_permissions', denied]]
  }

/** Decides with a changed submission, after a decision without the change as a control. */
export const decideTampered = async (
  context: CheckContext,
  change: FieldsChange,
  grants = 'name,email',
): Promise<DecisionResult> => {
  const { opened, landing } = await decideAsControl(context, { request: { grants } })
  const lastStep = landing.steps.length - 1
  return decide(context, {
    request: { grants },
    change: (submission, step) =>
      step === lastStep ? { ...submission, fields: change(submission.fields, opened.request) } : submission,
  })
}

/** Returns the word for the outcome of a changed submission. */
export const tamperingWord = (
  { landing, opened, query }: DecisionResult,
  isOriginal: Tampering['isOriginal'],
): 'refused' | 'passed over' | 'taken' => {
  if (landing.redirectedTo === undefined) return 'refused'
  const { request } = opened
  return isAtCallback(landing, request) && isOriginal(query, request) ? 'passed over' : 'taken'
}
