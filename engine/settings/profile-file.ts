import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { type RequestForm, templateVariables } from '../../protocol/request-form.ts'
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
  if (typeof form !== 'string') return 'template' in form ? { template: checked(form.template, file) } : form
  const known = requestFormNamed(form)
  if (known !== undefined) return known
  const names = Object.keys(knownRequestForms())
  throw new UsageError(
    `${file}: canonicalRequest ${quoted(form)} is no known form.`,
    suggestion(form, names, `It takes a form of your own, or one of ${names.join(', ')}.`),
  )
}

const isVariable = (name: string): boolean => templateVariables.some(each => each === name)

/** A template with variables that all exist. UsageError for one with which nothing could be signed. */
const checked = (template: string, file: string): string => {
  const names = [...template.matchAll(/\$\{([^}]*)\}/g)].map(([, name = '']) => name)
  const unknown = names.find(name => !isVariable(name))
  if (unknown !== undefined)
    throw new UsageError(
      `${file}: the template of canonicalRequest has no variable ${quoted(`\${${unknown}}`)}.`,
      suggestion(
        unknown,
        templateVariables,
        `Variables are ${templateVariables.map(name => `\${${name}}`).join(', ')}.`,
      ),
    )
  if (names.length === 0)
    throw new UsageError(
      `${file}: the template of canonicalRequest holds nothing of a request, so every request would have the same signature.`,
      `Write variables as \${name}: ${templateVariables.map(name => `\${${name}}`).join(', ')}.`,
    )
  return template
}
