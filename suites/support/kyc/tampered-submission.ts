import type { CheckContext } from '../../../harness/context.ts'
import type { Submission } from '../../../harness/pages/submission.ts'
import { type Ask, arrived, attempted, type Decided, isAtCallback, listIn } from './consent-flow.ts'

export type Fields = Submission['fields']

type Change = (fields: Fields, asked: Ask) => Fields

/** A submission that does not fit its request; `isOriginal`: whether the callback tells nothing of that. */
export type Tampering = { change: Change; isOriginal: (told: URLSearchParams, asked: Ask) => boolean }

/** Another value for a documented field: in every field that carries the right one, else added. */
const replaced = (fields: Fields, name: string, change: { from: string; to: string }): Fields => {
  const isCarrier = ([field, value]: readonly [string, string]) => field === name || value === change.from
  const others = fields.map(one => (isCarrier(one) ? ([one[0], change.to] as const) : one))
  return fields.some(([field]) => field === name) ? others : [...others, [name, change.to]]
}

export const anotherCallback = ({ fresh }: CheckContext): Tampering => ({
  change: (fields, { callback_url = '' }) =>
    replaced(fields, 'callback_url', { from: callback_url, to: `https://elsewhere.example/${fresh('callback')}` }),
  isOriginal: () => true,
})

export const anotherUser = ({ user2 }: CheckContext): Tampering => ({
  change: (fields, { user_ocid = '' }) => replaced(fields, 'user_ocid', { from: user_ocid, to: String(user2.ocid) }),
  isOriginal: (told, { user_ocid }) => told.get('user_ocid') === user_ocid,
})

const extra = 'liveness'

/** Every field that names a granted permission, or a list of them, once more for one that was not requested. */
const withExtra: Change = fields => {
  const inList = fields.filter(([, value]) => value.split(',').includes('email'))
  const inName = fields.filter(([name]) => /(?<![a-z])email(?![a-z])/i.test(name))
  const listed = fields.map(([name, value]) =>
    name === 'granted_permissions' && value !== '' && value !== 'email'
      ? ([name, `${value},${extra}`] as const)
      : ([name, value] as const),
  )
  return [
    ...listed,
    ...inList.filter(([, value]) => value === 'email').map(([name]) => [name, extra] as const),
    ...inName.map(([name, value]) => [name.replace(/email/i, extra), value] as const),
    ...(fields.some(([name]) => /^granted_permissions/.test(name)) ? [] : [['granted_permissions', extra] as const]),
  ]
}

export const unrequestedPermission: Tampering = {
  change: withExtra,
  isOriginal: told => !listIn(told, 'grants')?.includes(extra),
}

/** The documented lists for every field that speaks of one of the permissions. */
export const documentedLists =
  (granted: string, denied: string): Change =>
  (fields, { grants = '' }) => {
    const speaks = new RegExp(`(?<![a-z])(?:${grants.replaceAll(',', '|')})(?![a-z])`, 'i')
    const isOfOne = ([name, value]: readonly [string, string]) =>
      /^(?:granted|denied)_permissions/.test(name) ||
      speaks.test(name) ||
      value.split(',').some(one => speaks.test(one))
    const others = fields.filter(one => !isOfOne(one))
    return [...others, ['granted_permissions', granted], ['denied_permissions', denied]]
  }

/** A decision whose submission is changed, after one that was not. */
export const tampered = async (context: CheckContext, change: Change, grants = 'name,email'): Promise<Decided> => {
  const { asked, landing } = await arrived(context, { ask: { grants } })
  const last = landing.steps.length - 1
  return attempted(context, {
    ask: { grants },
    change: (submission, step) =>
      step === last ? { ...submission, fields: change(submission.fields, asked.ask) } : submission,
  })
}

/** What became of a submission: refused, taken for what was asked as if nothing had been changed, or taken as it says. */
export const fateOf = (
  { landing, asked, told }: Decided,
  isOriginal: Tampering['isOriginal'],
): 'refused' | 'passed over' | 'taken' => {
  if (landing.redirectedTo === undefined) return 'refused'
  return isAtCallback(landing, asked.ask) && isOriginal(told, asked.ask) ? 'passed over' : 'taken'
}
