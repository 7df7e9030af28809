import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, askEach, chooseBetween, readAnswersBy } from './support/forms.ts'

/** Check boxes and switches for the decision: the document does not say how a page submits the two lists ("GET /kyc/grant/{ocid}"). */
export const checkBoxVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'check boxes in the documented field, repeated',
    story: 'Ticked means granted; a form repeats a field for each tick.',
    policies: {
      ...askEach(
        permission =>
          html`<p><label><input type="checkbox" name="granted_permissions" value="${permission}"> ${aboutOf(permission)}</label></p>`,
      ),
      ...readAnswersBy((form, permission) => form.getAll('granted_permissions').includes(permission)),
    },
  },
  {
    name: 'check boxes that are ticked, and may be unticked',
    story: 'Most people share what is requested; nothing is sent before the button is pressed.',
    policies: {
      ...askEach(
        permission =>
          html`<p><label><input type="checkbox" checked name="share[]" value="${permission}"> ${aboutOf(permission)}</label></p>`,
        html`<input type="submit" name="commit" value="Confirm">`,
      ),
      ...readAnswersBy((form, permission) => form.getAll('share[]').includes(permission)),
    },
  },
  {
    name: 'check boxes with a hidden no before each',
    story: 'The framework sends 0 and 1, and the last value counts.',
    policies: {
      ...askEach(
        permission => html`<div><input type="hidden" name="consent[${permission}]" value="0">
<input type="checkbox" id="consent_${permission}" name="consent[${permission}]" value="1"><label for="consent_${permission}">${aboutOf(permission)}</label></div>`,
        html`<input type="submit" name="commit" value="Save">`,
      ),
      ...readAnswersBy((form, permission) =>
        chooseBetween(form.getAll(`consent[${permission}]`).at(-1) ?? null, ['1', '0']),
      ),
    },
  },
  {
    name: 'check boxes that deny',
    story: 'Ticked means withheld.',
    policies: {
      ...askEach(
        permission =>
          html`<p>${aboutOf(permission)}<br><label><input type="checkbox" name="denied_permissions" value="${permission}"> Do not share this</label></p>`,
      ),
      ...readAnswersBy((form, permission) => !form.getAll('denied_permissions').includes(permission)),
    },
  },
  {
    name: 'check boxes that keep to oneself',
    story: 'The label says that ticked items stay with the user.',
    policies: {
      ...askEach(
        (permission, at) =>
          html`<p>${aboutOf(permission)}<br><label><input type="checkbox" name="kept" value="k${at}"> Keep my ${permission.replace('_', ' ')} private</label></p>`,
      ),
      ...readAnswersBy((form, _permission, at) => !form.getAll('kept').includes(`k${at}`)),
    },
  },
  {
    name: 'check boxes that mask, and the config says that they deny',
    story: 'The verb is the one of the privacy team, and no list of words has it.',
    settings: { pages: { consent: { deny: 'checkbox:Mask my {permission}' } } },
    policies: {
      ...askEach(
        (permission, at) =>
          html`<p>${aboutOf(permission)}<br><label><input type="checkbox" name="masked" value="k${at}"> Mask my ${permission.replace('_', ' ')}</label></p>`,
      ),
      ...readAnswersBy((form, _permission, at) => !form.getAll('masked').includes(`k${at}`)),
    },
  },
  {
    name: 'switches, named by the text beside them',
    story: 'The design system is made for phones.',
    policies: {
      ...askEach(
        permission => html`<li><span id="t-${permission}">${aboutOf(permission)}</span>
<input type="checkbox" role="switch" aria-labelledby="t-${permission}" name="s_${permission}" value="on"></li>`,
      ),
      ...readAnswersBy((form, permission) => form.get(`s_${permission}`) === 'on'),
    },
  },
]
