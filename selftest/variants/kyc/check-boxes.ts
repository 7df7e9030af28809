import type { KycPolicies } from '../../../reference/kyc/policies.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, either, grantQuery, readBy } from './support/forms.ts'

/** Check boxes and switches for the decision: the document does not say how a page carries the two lists ("GET /kyc/grant/{ocid}"). */
export const checkBoxVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'check boxes in the documented field, repeated',
    story: 'What is ticked is granted; a form sends a field as often as it is ticked.',
    policies: {
      ...grantQuery(
        one =>
          html`<p><label><input type="checkbox" name="granted_permissions" value="${one}"> ${aboutOf(one)}</label></p>`,
      ),
      ...readBy((form, one) => form.getAll('granted_permissions').includes(one)),
    },
  },
  {
    name: 'check boxes that are ticked, and may be unticked',
    story: 'Most people share what they are asked for; nothing is sent before the button is pressed.',
    policies: {
      ...grantQuery(
        one =>
          html`<p><label><input type="checkbox" checked name="share[]" value="${one}"> ${aboutOf(one)}</label></p>`,
        html`<input type="submit" name="commit" value="Confirm">`,
      ),
      ...readBy((form, one) => form.getAll('share[]').includes(one)),
    },
  },
  {
    name: 'check boxes with a hidden no before each',
    story: 'A framework that sends 0 and 1, of which the last counts.',
    policies: {
      ...grantQuery(
        one => html`<div><input type="hidden" name="consent[${one}]" value="0">
<input type="checkbox" id="consent_${one}" name="consent[${one}]" value="1"><label for="consent_${one}">${aboutOf(one)}</label></div>`,
        html`<input type="submit" name="commit" value="Save">`,
      ),
      ...readBy((form, one) => either(form.getAll(`consent[${one}]`).at(-1) ?? null, ['1', '0'])),
    },
  },
  {
    name: 'check boxes that deny',
    story: 'Ticked is what is kept back.',
    policies: {
      ...grantQuery(
        one =>
          html`<p>${aboutOf(one)}<br><label><input type="checkbox" name="denied_permissions" value="${one}"> Do not share this</label></p>`,
      ),
      ...readBy((form, one) => !form.getAll('denied_permissions').includes(one)),
    },
  },
  {
    name: 'switches, named by the text beside them',
    story: 'A design system for telephones.',
    policies: {
      ...grantQuery(
        one => html`<li><span id="t-${one}">${aboutOf(one)}</span>
<input type="checkbox" role="switch" aria-labelledby="t-${one}" name="s_${one}" value="on"></li>`,
      ),
      ...readBy((form, one) => form.get(`s_${one}`) === 'on'),
    },
  },
]
