import type { Permission } from '../../../../protocol/states.ts'
import { callbackIsTheSame, userIsTheSame } from '../../../../reference/kyc/callback/submission.ts'
import type { ConsentView } from '../../../../reference/kyc/consent/markup.ts'
import { descriptions } from '../../../../reference/kyc/consent/permissions.ts'
import { type KycPolicies, kycPolicies } from '../../../../reference/kyc/policies.ts'
import { foreign, type Html, html } from '../../../../reference/service/html.ts'

const hiddenField = (name: string, value: string | null): Html | undefined =>
  value === null ? undefined : html`<input type="hidden" name="${name}" value="${value}">`

/** The fields that every form of ours sends, whatever it asks. */
export const hiddenFields = ({ grantRequest, token }: ConsentView): Html =>
  html`${hiddenField('user_ocid', String(grantRequest.user))}${hiddenField(
    'callback_url',
    grantRequest.callbackUrl,
  )}${hiddenField('state', grantRequest.state)}${hiddenField('request', grantRequest.id)}${hiddenField('token', token)}`

/** Who asks: icon, name and OCID. */
export const askedBy = ({ requester: { ocid, name, icon } }: ConsentView): Html =>
  html`${icon && html`<img src="${icon}" alt="" width="32">`}<h1>${foreign(name ?? 'Somebody')} (OCID ${ocid})</h1>`

/** A page without style around its main part. */
export const plainPage = (view: ConsentView, main: Html): string =>
  html`<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Your consent</title></head>
<body>
${askedBy(view)}
${main}
</body></html>`.text

/** A form that is sent to where the document wants it, with an attribute or two. */
export const formOf = (view: ConsentView, inside: Html, attributes: Html = html``): Html =>
  html`<form method="post" action="${view.action}"${attributes}>${hiddenFields(view)}${inside}</form>`

/** What a page says of a permission. */
export const aboutOf = (permission: Permission): Html => {
  const { label, purpose, data } = descriptions[permission]
  return html`<b>${label}</b> ${purpose} It shares ${data}.`
}

/** A page with one question for each permission and a way to send them. */
export const grantQuery = (
  question: (permission: Permission, at: number) => Html,
  send: Html = html`<button>Send my answer</button>`,
): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => plainPage(view, formOf(view, html`${view.grantRequest.permissions.map(question)}${send}`)),
})

/** The reference's page with something of it changed. */
export const changePage = (change: (page: string) => string): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => change(kycPolicies.consentPage(view)),
})

/** The headers of a page: none of the reference's that are not named. */
export const replaceHeaders = (headers: Record<string, string>): Pick<KycPolicies, 'pageHeaders'> => ({
  pageHeaders: () => ({ 'content-type': 'text/html; charset=utf-8', ...headers }),
})

/** What a form says of a permission: granted, denied, or nothing. */
export type ReadAnswer = (form: URLSearchParams, permission: Permission, at: number) => boolean | undefined

/** How a form is read that has other fields than the reference's. */
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

/** Whether a field has one of two values, or neither. */
export const chooseBetween = (value: string | null, [yes, no]: readonly [string, string]): boolean | undefined =>
  value === yes ? true : value === no ? false : undefined
