import type { KycPolicies } from '../../../reference/kyc/policies.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, either, formOf, grantQuery, plainPage, readBy } from './support/forms.ts'

/** Lists for the decision, and controls outside their form. */
export const listVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a list of yes and no for each permission',
    story: 'Lists are what the form builder of the house can do.',
    policies: {
      ...grantQuery(
        one => html`<p><label for="l_${one}">${aboutOf(one)}</label> <select id="l_${one}" name="${one}" required>
<option value="">Please choose</option><option value="y">Yes</option><option value="n">No</option></select></p>`,
        html`<button>Continue</button>`,
      ),
      ...readBy((form, one) => either(form.get(one), ['y', 'n'])),
    },
  },
  {
    name: 'one list in which several can be selected',
    story: 'The least markup there is for it.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<ul>${view.grantRequest.permissions.map(one => html`<li>${aboutOf(one)}</li>`)}</ul>
<label>What you share <select multiple name="granted_permissions">${view.grantRequest.permissions.map(
              one => html`<option value="${one}">${one}</option>`,
            )}</select></label> <button>Share selected</button>`,
          ),
        ),
      ...readBy((form, one) => form.getAll('granted_permissions').includes(one)),
    },
  },
  {
    name: 'controls outside of their form',
    story: 'A component library lays them out, and ties them together by ids.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          html`${view.grantRequest.permissions.map(
            one => html`<section><h2>${aboutOf(one)}</h2>
<label><input form="answer" type="radio" name="choice_${one}" value="granted"> Permit</label>
<label><input form="answer" type="radio" name="choice_${one}" value="denied"> Decline</label></section>`,
          )}<footer><button form="answer">Done</button></footer>${formOf(view, html``, html` id="answer"`)}`,
        ),
    },
  },
]
