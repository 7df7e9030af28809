/**
 * What of a request is signed ("Authentication": not shown). `template` with the variables below, written `${method}`;
 * `members`: canonical JSON of { body, method, nonce, ocid, path, timestamp }, the header values as strings; `body`:
 * canonical JSON of the body alone.
 */
export type RequestForm = { template: string } | { members: true } | { body: true }

/** What a template can name: `path` is as on the request line, `pathname` without its query; hashes are SHA-256 in hex. */
export const templateVariables = [
  'method',
  'methodLowerCase',
  'path',
  'pathname',
  'query',
  'ocid',
  'timestamp',
  'nonce',
  'body',
  'bodyHash',
  'bodyHashBase64',
  'canonicalBody',
  'canonicalBodyHash',
] as const

export type TemplateVariable = (typeof templateVariables)[number]

/** METHOD, PATH, OCID, TIMESTAMP, NONCE and hex(SHA-256(body)), joined by line feeds. */
export const referenceRequestForm: RequestForm = {
  template: '${method}\n${path}\n${ocid}\n${timestamp}\n${nonce}\n${bodyHash}',
}

/** Whether the canonical form of JSON makes a difference to it. */
export const usesCanonicalJson = (form: RequestForm): boolean =>
  !('template' in form) || form.template.includes('${canonicalBody')

/** Whether two forms are written alike. */
export const isSameForm = (a: RequestForm, b: RequestForm): boolean => JSON.stringify(a) === JSON.stringify(b)
