import { escapesIn } from '../../../protocol/json/escapes.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json/json.ts'
import { type Profile, referenceProfile } from '../../../protocol/profile.ts'
import { knownRequestForms, requestFormNamed } from '../../../protocol/request/likely-request-forms.ts'
import { type RequestForm, templateVariables, variablesIn } from '../../../protocol/request/request-form.ts'
import type { ProfileDocument } from '../../../schemas/messages.ts'
import { readText } from '../files.ts'
import { asDocument, parseJson } from '../json-file.ts'
import { quoted } from '../options/readers.ts'
import { suggestion } from '../options/suggestion.ts'
import { UsageError } from '../usage-error.ts'

/** Reads a profile from a JSON file or a report; an absent member has the value of the reference profile. */
export const readProfile = async (path: string): Promise<Profile> => {
  const value = parseJson(await readText(path, 'the profile', { pipes: true }), path)
  return profileOf(asDocument('profile', isReport(value) ? choicesIn(value.profile) : value, path), path)
}

const isReport = (value: Json): value is JsonObject & { profile: JsonObject } =>
  isObject(value) && isObject(value.run) && isObject(value.profile)

/** Returns the choices of a report without their evidence. */
export const choicesIn = (profile: object): JsonObject =>
  Object.fromEntries(
    Object.entries(profile).map(([choice, found]) => [choice, isObject(found) ? (found.value ?? null) : null]),
  )

/** Converts a valid profile document to a profile. */
export const profileOf = ({ $schema: _, canonicalRequest, ...document }: ProfileDocument, file: string): Profile => ({
  ...referenceProfile,
  ...document,
  canonicalEscapes: escapesIn(document.canonicalEscapes ?? referenceProfile.canonicalEscapes),
  canonicalRequest: requestForm(canonicalRequest, file),
  clockDifference: { ...referenceProfile.clockDifference, ...document.clockDifference },
  notification: { ...referenceProfile.notification, ...document.notification },
})

const requestForm = (form: ProfileDocument['canonicalRequest'], file: string): RequestForm => {
  if (form === undefined) return referenceProfile.canonicalRequest
  if (typeof form !== 'string') return 'template' in form ? { template: checkedTemplate(form.template, file) } : form
  const known = requestFormNamed(form)
  if (known !== undefined) return known
  const names = Object.keys(knownRequestForms())
  throw new UsageError(
    `${file}: canonicalRequest ${quoted(form)} is not a known form.`,
    suggestion(form, names, `Give your own form, or one of ${names.join(', ')}.`),
  )
}

const isVariable = (name: string): boolean => templateVariables.some(variable => variable === name)

/** Returns a template if it has variables and all of them exist. Throws UsageError otherwise. */
const checkedTemplate = (template: string, file: string): string => {
  const names = variablesIn(template)
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
      `${file}: the template of canonicalRequest has no variable, so every request would have the same signature.`,
      `Write variables as \${name}: ${templateVariables.map(name => `\${${name}}`).join(', ')}.`,
    )
  return template
}
