/**
 * A form of the canonical request ("Authentication": not specified). `template`: a string with the variables below, written `${method}`;
 * `members`: canonical JSON of { body, method, nonce, ocid, path, timestamp }, the header values as strings, with `belowBase` the path
 * below the base address; `body`: canonical JSON of the body alone. Clause: AUTH-21.
 */
export type RequestForm = { template: string } | { members: true; belowBase?: true } | { body: true }

/**
 * The variables of a template: `path` is as on the request line, `pathname` without its query; the two below the base leave out
 * the path of the receiver's base address; hashes are SHA-256 in hex. `${url:path}` is a value percent-encoded, as
 * encodeURIComponent does.
 */
export const templateVariables = [
  'method',
  'methodLowerCase',
  'path',
  'pathname',
  'pathBelowBase',
  'pathnameBelowBase',
  'query',
  'ocid',
  'timestamp',
  'nonce',
  'body',
  'bodyHash',
  'bodyHashUpperCase',
  'bodyHashBase64',
  'canonicalBody',
  'canonicalBodyHash',
] as const

/** The variables that a template of a canonical request may hold between `${` and `}`. */
export type TemplateVariable = (typeof templateVariables)[number]

/**
 * The reference's form: METHOD, PATH, OCID, TIMESTAMP, NONCE and hex(SHA-256(body)), joined by line feeds.
 * Clauses: AUTH-08, AUTH-09, AUTH-10, AUTH-21.
 */
export const referenceRequestForm = {
  template: '${method}\n${path}\n${ocid}\n${timestamp}\n${nonce}\n${bodyHash}',
}

/** Checks whether the form contains canonical JSON, and so depends on its form. */
export const hasCanonicalJson = (form: RequestForm): boolean =>
  !('template' in form) || form.template.includes('${canonicalBody')

/** Returns the names of the variables in a template, without the mark of an encoding. */
export const variablesIn = (template: string): string[] =>
  [...template.matchAll(/\$\{(?:url:)?([^}]*)\}/g)].map(([, name = '']) => name)

/** Returns the form that signs the path below the base address; the form itself if it signs no path. */
export const belowBaseForm = (form: RequestForm): RequestForm => {
  if ('members' in form) return { members: true, belowBase: true }
  return 'body' in form ? form : { template: form.template.replace(/(?<=[{:])path(name)?\}/g, 'path$1BelowBase}') }
}

/** Returns the form that signs the whole path. */
export const wholePathForm = (form: RequestForm): RequestForm => {
  if ('members' in form) return { members: true }
  return 'body' in form ? form : { template: form.template.replaceAll('BelowBase}', '}') }
}

/** Compares two forms as they are written. */
export const isSameForm = (a: RequestForm, b: RequestForm): boolean => JSON.stringify(a) === JSON.stringify(b)
