import type { Permission } from '../../../protocol/states.ts'
import { descriptions } from '../../../reference/kyc/consent/permissions.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { type Html, html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { askEach, formOf, plainPage } from './support/forms.ts'

const choice = (permission: Permission): Html => html`<div>
<label><input type="radio" name="choice_${permission}" value="granted" required> Allow</label>
<label><input type="radio" name="choice_${permission}" value="denied"> Deny</label></div>`

const words: Readonly<Record<Permission, string>> = {
  name: 'full name',
  email: 'email address',
  phone: 'phone number',
  id_card: 'identity card',
  liveness: 'liveness check',
}

const contact = 'To contact you'
const identity = 'To be sure of your identity'

const purposes: Readonly<Record<Permission, string>> = {
  name: identity,
  email: contact,
  phone: contact,
  id_card: identity,
  liveness: identity,
}

/** Pages whose descriptions resemble each other. */
export const descriptionVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'each description ends with the same sentences',
    story: 'The lawyers want them next to every item.',
    policies: askEach(
      permission => html`<section><h2>${descriptions[permission].label}</h2><p>${descriptions[permission].data}</p>
<p>It was verified by us, and is shared once.</p><p>You can deny this.</p>${choice(permission)}</section>`,
    ),
  },
  {
    name: 'descriptions are one sentence, filled in',
    story: 'One text for translators, with a placeholder.',
    policies: askEach(
      permission => html`<section><p>Share your <b>${words[permission]}</b>, as we verified it.</p>
<p>It is sent once.</p>${choice(permission)}</section>`,
    ),
  },
  {
    name: 'descriptions are as short as can be',
    story: 'People do not read.',
    policies: askEach(
      permission => html`<section><h2>${permission.replace('_', ' ')}</h2><p>Your ${words[permission]}</p>
<p>Once</p>${choice(permission)}</section>`,
    ),
  },
  {
    name: 'a table of the data and of purposes that several have',
    story: 'The register of processing activities has such a table.',
    policies: askEach(
      permission => html`<table><tr><th>What</th><th>Why</th><th>How long</th></tr>
<tr><td>${descriptions[permission].label}</td><td>${purposes[permission]}</td><td>One year</td></tr></table>${choice(permission)}`,
    ),
  },
  {
    name: 'one paragraph describes every permission, above the choices',
    story: 'It was one text in the contract.',
    policies: {
      consentPage: view => {
        const { permissions } = view.grantRequest
        const about = permissions.map(
          permission => html`<b>${permission}</b>: your ${words[permission]}, as we verified it. `,
        )
        const choices = permissions.map(
          permission => html`<fieldset><legend>${permission}</legend>${choice(permission)}</fieldset>`,
        )
        return plainPage(view, formOf(view, html`<p>${about}</p>${choices}<button>Send my answer</button>`))
      },
    },
  },
]
