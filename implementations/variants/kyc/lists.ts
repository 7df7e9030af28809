import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, askEach, chooseBetween, formOf, plainPage, readAnswersBy } from './support/forms.ts'

/** Select lists for the decision, and controls outside their form. */
export const listVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a list of yes and no for each permission',
    story: 'The form builder only offers lists.',
    policies: {
      ...askEach(
        permission => html`<p><label for="l_${permission}">${aboutOf(permission)}</label> <select id="l_${permission}" name="${permission}" required>
<option value="">Please choose</option><option value="y">Yes</option><option value="n">No</option></select></p>`,
        html`<button>Continue</button>`,
      ),
      ...readAnswersBy((form, permission) => chooseBetween(form.get(permission), ['y', 'n'])),
    },
  },
  {
    name: 'one list in which several can be selected',
    story: 'It needs the least markup.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<ul>${view.grantRequest.permissions.map(permission => html`<li>${aboutOf(permission)}</li>`)}</ul>
<label>What you share <select multiple name="granted_permissions">${view.grantRequest.permissions.map(
              permission => html`<option value="${permission}">${permission}</option>`,
            )}</select></label> <button>Share selected</button>`,
          ),
        ),
      ...readAnswersBy((form, permission) => form.getAll('granted_permissions').includes(permission)),
    },
  },
  {
    name: 'controls outside of their form',
    story: 'The component library places them freely and connects them by id.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          html`${view.grantRequest.permissions.map(
            permission => html`<section><h2>${aboutOf(permission)}</h2>
<label><input form="answer" type="radio" name="choice_${permission}" value="granted"> Permit</label>
<label><input form="answer" type="radio" name="choice_${permission}" value="denied"> Decline</label></section>`,
          )}<footer><button form="answer">Done</button></footer>${formOf(view, html``, html` id="answer"`)}`,
        ),
    },
  },
]
