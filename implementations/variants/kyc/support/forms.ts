import type { Permission } from '../../../../protocol/states.ts'
import { callbackIsTheSame, userIsTheSame } from '../../../../reference/kyc/callback/submission.ts'
import { descriptions } from '../../../../reference/kyc/consent/permissions.ts'
import type { ConsentView, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { foreign, type Html, html } from '../../../../reference/service/html.ts'

const hiddenField = (name: string, value: string | null): Html | undefined =>
  value === null ? undefined : html`<input type="hidden" name="${name}" value="${value}">`

/** The hidden fields of every form. */
const hiddenFields = ({ grantRequest, token }: ConsentView): Html =>
  html`${hiddenField('user_ocid', String(grantRequest.user))}${hiddenField(
    'callback_url',
    grantRequest.callbackUrl,
  )}${hiddenField('state', grantRequest.state)}${hiddenField('request', grantRequest.id)}${hiddenField('token', token)}`

/** Shows the icon, name and OCID of the requester. */
export const askedBy = ({ requester: { ocid, name, icon } }: ConsentView): Html =>
  html`${icon && html`<img src="${icon}" alt="" width="32">`}<h1>${foreign(name ?? 'Someone')} (OCID ${ocid})</h1>`

/** Writes a page without style. */
export const plainPage = (view: ConsentView, main: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Your consent</title></head>
<body>
${askedBy(view)}
${main}
</body></html>`.text

/** Writes a form that submits to the documented path. */
export const formOf = (view: ConsentView, inside: Html, attributes: Html = html``): Html =>
  html`<form method="post" action="${view.action}"${attributes}>${hiddenFields(view)}${inside}</form>`

/** Describes a permission. */
export const aboutOf = (permission: Permission): Html => {
  const { label, purpose, data } = descriptions[permission]
  return html`<b>${label}</b> ${purpose} It shares ${data}.`
}

/** Writes a page with a question for each permission, and a button to send them. */
export const askEach = (
  question: (permission: Permission, at: number) => Html,
  send: Html = html`<button>Send my answer</button>`,
): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => plainPage(view, formOf(view, html`${view.grantRequest.permissions.map(question)}${send}`)),
})

/** Changes the page of the reference. */
export const changePage = (change: (page: string) => string): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => change(kycPolicies.consentPage(view)),
})

/** Replaces all headers of the page. */
export const replaceHeaders = (headers: Record<string, string>): Pick<KycPolicies, 'pageHeaders'> => ({
  pageHeaders: () => ({ 'content-type': 'text/html; charset=utf-8', ...headers }),
})

/** Reads the answer to one permission from a form; undefined without one. */
export type ReadAnswer = (form: URLSearchParams, permission: Permission, at: number) => boolean | undefined

/** Reads the decision from forms whose fields differ from the reference's. */
export const readAnswersBy = (
  read: ReadAnswer,
): Pick<KycPolicies, 'submissionRules' | 'undecided' | 'newDecision'> => ({
  submissionRules: [userIsTheSame, callbackIsTheSame],
  undecided: ({ grantRequest, form }) =>
    grantRequest.permissions.filter((permission, at) => read(form, permission, at) === undefined),
  newDecision: submission => {
    const { grantRequest, form } = submission
    const isGranted = (permission: Permission, at: number) => read(form, permission, at) === true
    return {
      ...kycPolicies.newDecision(submission),
      granted: grantRequest.permissions.filter(isGranted),
      denied: grantRequest.permissions.filter((permission, at) => !isGranted(permission, at)),
    }
  },
})

/** Returns true for the first of two values, false for the second, and otherwise undefined. */
export const chooseBetween = (value: string | null, [yes, no]: readonly [string, string]): boolean | undefined =>
  value === yes ? true : value === no ? false : undefined
