import type { Permission } from '../../../protocol/states.ts'
import { foreign, type Html, html } from '../../service/html.ts'
import { page, pageHeaders } from '../../service/page.ts'
import { choicePrefix } from '../callback/submission.ts'
import type { ConsentView, Requester } from '../contract.ts'
import type { Decision, GrantRequest } from '../records.ts'
import { descriptions } from './permissions.ts'

/** Returns the headers of a page that may load one icon, from the icon's origin. Clauses: CONSENT-05, CONSENT-06. */
export const consentHeaders = ({ icon }: Requester): Readonly<Record<string, string>> => {
  const policy = pageHeaders['content-security-policy']
  return icon === undefined
    ? pageHeaders
    : { ...pageHeaders, 'content-security-policy': `${policy}; img-src ${new URL(icon).origin}` }
}

const initialOf = (name = ''): string => (/[\p{L}\p{N}]/u.exec(name)?.[0] ?? '?').toUpperCase()

// The style sheet shows data-initial if the icon does not load.
const mark = ({ name, icon }: Requester): Html => {
  const initial = initialOf(name)
  const image = icon && html`<img src="${icon}" alt="" referrerpolicy="no-referrer" data-initial="${initial}">`
  return html`<span class="mark" aria-hidden="true">${image ?? initial}</span>`
}

const header = (requester: Requester): Html => {
  const { ocid, name } = requester
  return html`<header class="requester">
${mark(requester)}
<div><h1>${name === undefined ? `OCID ${ocid}` : foreign(name)}</h1>
<p>${name === undefined ? 'asks for your data' : `OCID ${ocid} asks for your data`}</p></div>
</header>`
}

const caution = ({ ocid, name }: Requester): Html | undefined =>
  name === undefined
    ? html`<p class="alert">The name of OCID ${ocid} is not available. Answer only if you expected this request.</p>
`
    : undefined

const lead = (requester: Requester, { user }: GrantRequest): Html =>
  html`${caution(requester)}<p class="lead">They would like to have verified data about you, OCID ${user}. Decide on each item: nothing is shared before you send your answer.</p>`

const alert = (undecided: readonly Permission[]): Html | undefined =>
  undecided.length === 0
    ? undefined
    : html`<p class="alert" role="alert">Nothing has been sent yet. Please decide on: ${undecided
        .map(permission => descriptions[permission].label)
        .join(', ')}.</p>`

const option = (name: string, { value, label, chosen }: { value: string; label: string; chosen: boolean }): Html =>
  html`<label class="option"><input type="radio" name="${name}" value="${value}" required${
    chosen ? html` checked` : undefined
  }>${label}</label>
`

const item = (permission: Permission, { choices, undecided }: ConsentView): Html => {
  const { label, purpose, data } = descriptions[permission]
  const name = `${choicePrefix}${permission}`
  const chosen = choices.get(permission)
  return html`<fieldset class="permission" aria-describedby="about_${permission}">
<legend>${label}</legend>
<div id="about_${permission}"><p>${purpose}</p>
<p class="data">Shares ${data}.</p></div>
${undecided.includes(permission) ? html`<p class="missing">Please choose.</p>` : undefined}
<div class="pair">
${option(name, { value: 'granted', label: 'Allow', chosen: chosen === 'granted' })}${option(name, {
  value: 'denied',
  label: 'Deny',
  chosen: chosen === 'denied',
})}</div>
</fieldset>
`
}

const hidden = (name: string, value: string | null): Html | undefined =>
  value === null
    ? undefined
    : html`<input type="hidden" name="${name}" value="${value}">
`

const hostOf = (address: string): string => URL.parse(address)?.host ?? ''

const form = (view: ConsentView): Html => {
  const { grantRequest, action, token } = view
  return html`<form method="post" action="${action}">
${hidden('user_ocid', String(grantRequest.user))}${hidden('callback_url', grantRequest.callbackUrl)}${hidden('state', grantRequest.state)}${hidden(
  'request',
  grantRequest.id,
)}${hidden('token', token)}${alert(view.undecided)}
${lead(view.requester, grantRequest)}
${grantRequest.permissions.map(permission => item(permission, view))}<div class="actions">
<button>Send my answer</button>
</div>
<p class="fine">Your answer goes to <b>${foreign(hostOf(grantRequest.callbackUrl))}</b>.<br>To share nothing at all, just close this page.</p>
</form>`
}

/**
 * Writes the consent page: the requester, each permission with the data that it shares and a separate choice, and the host of the
 * callback. Names and state are escaped. Clauses: CONSENT-01, CONSENT-02, CONSENT-03, CONSENT-05.
 */
export const consentPage = (view: ConsentView): string =>
  page(
    `OCID ${view.requester.ocid} asks for your data`,
    html`<div class="card">
${header(view.requester)}
${form(view)}
</div>
<p class="fine">This is a sandbox: no real data is shared.</p>`,
  )

const labels = (permissions: readonly Permission[]): string =>
  permissions.map(permission => descriptions[permission].label).join(', ') || 'nothing'

/** Writes the page for a user who returns to a decided request; `address` is the callback with the decision. */
export const decidedPage = ({ callbackUrl }: GrantRequest, { granted, denied }: Decision, address: string): string =>
  page(
    'You have decided',
    html`<section class="card notice">
<h1>You have decided</h1>
<p>Allowed: ${labels(granted)}. Denied: ${labels(denied)}.</p>
<p><a class="button" href="${address}">Back to ${foreign(hostOf(callbackUrl))}</a></p>
</section>`,
  )
