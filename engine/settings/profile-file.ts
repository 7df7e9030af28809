import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import type { RequestForm } from '../../protocol/request-form.ts'
import { knownRequestForms, requestFormNamed } from '../../protocol/request-forms.ts'
import type { ProfileDocument } from '../../schemas/messages.ts'
import { readDocument } from './json-file.ts'
import { quoted } from './readers.ts'
import { suggestion } from './suggestion.ts'
import { UsageError } from './usage-error.ts'

/** A profile out of a JSON file; what it leaves out is as in the reference profile. */
export const readProfile = async (path: string): Promise<Profile> =>
  profileOf(await readDocument('profile', path, 'the profile'), path)

/** A profile out of a document that fits its schema. */
export const profileOf = ({ $schema: _, canonicalRequest, ...document }: ProfileDocument, file: string): Profile => ({
  ...referenceProfile,
  ...document,
  canonicalRequest: requestForm(canonicalRequest, file),
  clockDifference: { ...referenceProfile.clockDifference, ...document.clockDifference },
  notification: { ...referenceProfile.notification, ...document.notification },
})

const requestForm = (form: ProfileDocument['canonicalRequest'], file: string): RequestForm => {
  if (form === undefined) return referenceProfile.canonicalRequest
  if (typeof form !== 'string') return form
  const known = requestFormNamed(form)
  if (known !== undefined) return known
  const names = Object.keys(knownRequestForms())
  throw new UsageError(
    `${file}: canonicalRequest ${quoted(form)} is no known form.`,
    suggestion(form, names, `It takes a form of your own, or one of ${names.join(', ')}.`),
  )
}
