import type { FastifyInstance } from 'fastify'
import { type KycPolicies, kycPolicies } from '../../../reference/kyc/policies.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, asking, formOf, plainPage, readBy } from './forms.ts'

/** Whether a field has one of two values, or neither. */
const either = (value: string | null, [yes, no]: readonly [string, string]): boolean | undefined =>
  value === yes ? true : value === no ? false : undefined

const places = ['Name', 'E-Mail-Adresse', 'Telefonnummer', 'Personalausweis', 'Lebenderkennung']
const names = ['name', 'email', 'phone', 'id_card', 'liveness']
const shares = [
  'Vor- und Nachname',
  'die bestätigte Adresse',
  'die bestätigte Nummer',
  'ein Scan des Dokuments',
  'das Ergebnis der Prüfung',
]

const japanese: Readonly<Record<string, string>> = {
  name: '氏名（本人確認済みの姓と名）',
  email: '電子メール（確認済みのアドレス）',
  phone: '電話番号（確認済みの番号）',
  id_card: '身分証明書（書類の写しと番号）',
  liveness: '本人の生体確認（結果と日時）',
}

/** Reads a form that comes in parts, none of which is a file. */
const acceptParts = (server: FastifyInstance): void => {
  server.addContentTypeParser(/^multipart\/form-data/, { parseAs: 'string' }, (_request, text, done) => {
    const parts = String(text).matchAll(/form-data; name="([^"]*)"\r\n\r\n([\s\S]*?)\r\n--/g)
    done(null, new URLSearchParams([...parts].map(([, name = '', value = '']): [string, string] => [name, value])))
  })
}

const germanOf = (permission: string, texts: readonly string[]): string =>
  texts[names.indexOf(permission)] ?? permission

/** Other controls for the same decision: how a page without script carries the two lists is not shown ("GET /kyc/grant/{ocid}"). */
export const controlVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'check boxes in the documented field, repeated',
    story: 'What is ticked is granted; a form sends a field as often as it is ticked.',
    policies: {
      ...asking(
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
      ...asking(
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
      ...asking(
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
      ...asking(
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
      ...asking(
        one => html`<li><span id="t-${one}">${aboutOf(one)}</span>
<input type="checkbox" role="switch" aria-labelledby="t-${one}" name="s_${one}" value="on"></li>`,
      ),
      ...readBy((form, one) => form.get(`s_${one}`) === 'on'),
    },
  },
  {
    name: 'radio buttons with no label, in a table, in German',
    story: 'A provider in Vienna, and a page of long ago.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<table>${view.asked.permissions.map(
              (one, at) => html`<tr><th>${germanOf(one, places)}<td>Geteilt wird: ${germanOf(one, shares)}
<td><input type="radio" name="p${at}" value="1"> Erlauben<td><input type="radio" name="p${at}" value="0"> Ablehnen</tr>`,
            )}</table><input type="submit" value="Weiter">`,
          ),
        ),
      ...readBy((form, _one, at) => either(form.get(`p${at}`), ['1', '0'])),
    },
  },
  {
    name: 'radio buttons of which the no is chosen already',
    story: 'Privacy by default, as the regulation has it.',
    policies: {
      ...asking(
        one => html`<fieldset><legend>${aboutOf(one)}</legend>
<input type="radio" id="y_${one}" name="${one}" value="yes"><label for="y_${one}">Share</label>
<input type="radio" id="n_${one}" name="${one}" value="no" checked><label for="n_${one}">Keep to myself, don’t share</label></fieldset>`,
        html`<button name="action" value="save">Save my choices</button>`,
      ),
      ...readBy((form, one) => either(form.get(one), ['yes', 'no'])),
    },
  },
  {
    name: 'radio buttons whose values name permission and verdict',
    story: 'One handler splits them at the colon.',
    policies: {
      ...asking(
        one => html`<div role="radiogroup" aria-label="${one}"><p>${aboutOf(one)}</p>
<label>Allow <input type="radio" name="d_${one}" value="${one}:granted" required></label>
<label>Refuse <input type="radio" name="d_${one}" value="${one}:denied" required></label></div>`,
      ),
      ...readBy((form, one) => either(form.get(`d_${one}`), [`${one}:granted`, `${one}:denied`])),
    },
  },
  {
    name: 'a list of yes and no for each permission',
    story: 'Lists are what the form builder of the house can do.',
    policies: {
      ...asking(
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
            html`<ul>${view.asked.permissions.map(one => html`<li>${aboutOf(one)}</li>`)}</ul>
<label>What you share <select multiple name="granted_permissions">${view.asked.permissions.map(
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
          html`${view.asked.permissions.map(
            one => html`<section><h2>${aboutOf(one)}</h2>
<label><input form="answer" type="radio" name="choice_${one}" value="granted"> Permit</label>
<label><input form="answer" type="radio" name="choice_${one}" value="denied"> Decline</label></section>`,
          )}<footer><button form="answer">Done</button></footer>${formOf(view, html``, html` id="answer"`)}`,
        ),
    },
  },
  {
    name: 'buttons for everything and for nothing beside the questions',
    story: 'Most people want one or the other.',
    policies: {
      ...asking(
        one => html`<p><label><input type="checkbox" name="some" value="${one}"> ${aboutOf(one)}</label></p>`,
        html`<button name="do" value="selected">Share selected</button> <button name="do" value="all">Allow all</button>
<button name="do" value="none">Deny all</button>`,
      ),
      ...readBy((form, one) => {
        const done = form.get('do') ?? 'selected'
        return done === 'all' || (done === 'selected' && form.getAll('some').includes(one))
      }),
    },
  },
  {
    name: 'terms to accept beside the questions',
    story: 'The lawyers asked for a tick.',
    policies: {
      ...asking(
        one => html`<p><label><input type="checkbox" name="granted" value="${one}"> ${aboutOf(one)}</label></p>`,
        html`<p><label><input type="checkbox" name="terms" value="1" required> I have read how my data are protected</label></p>
<button>Submit</button> <button name="cancel" value="1" formnovalidate>Cancel</button>`,
      ),
      ...readBy((form, one) => {
        if (form.has('cancel')) return false
        return form.get('terms') === '1' ? form.getAll('granted').includes(one) : undefined
      }),
    },
  },
  {
    name: 'a form of its own to say no to everything',
    story: 'A way out beside the questions.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          html`${formOf(view, html`<input type="hidden" name="nothing" value="1"><button>Decline everything</button>`)}
${formOf(
  view,
  html`${view.asked.permissions.map(
    one =>
      html`<p><label><input type="checkbox" name="granted_permissions[]" value="${one}"> ${aboutOf(one)}</label></p>`,
  )}<button>OK</button>`,
)}`,
        ),
      ...readBy((form, one) => !form.has('nothing') && form.getAll('granted_permissions[]').includes(one)),
    },
  },
  {
    name: 'opposites of other words',
    story: 'Include or skip: what the texts of the house have.',
    policies: {
      ...asking(
        (one, at) => html`<fieldset><legend>${aboutOf(one)}</legend>
<label><input type="radio" name="q${at}" value="a"> Include</label>
<label><input type="radio" name="q${at}" value="b"> Skip</label></fieldset>`,
        html`<button>Finish</button>`,
      ),
      ...readBy((form, _one, at) => either(form.get(`q${at}`), ['a', 'b'])),
    },
  },
  {
    name: 'a page in Japanese, with its words in the config',
    story: 'A provider in Osaka, whose operator tells what its buttons are called.',
    policies: {
      ...asking(
        one => html`<fieldset><legend>${japanese[one]}</legend>
<label><input type="radio" name="kyc_${one}" value="a"> 許可する</label>
<label><input type="radio" name="kyc_${one}" value="b"> 許可しない</label></fieldset>`,
        html`<button name="go" value="1">送る</button>`,
      ),
      ...readBy((form, one) => either(form.get(`kyc_${one}`), ['a', 'b'])),
    },
    settings: {
      pages: { consent: { grant: 'radio:許可する', deny: 'radio:許可しない', submit: 'button:送る' } },
    },
  },
  {
    name: 'the form is sent in parts',
    story: 'multipart/form-data, since another form of the house takes files.',
    policies: {
      consentPage: view => kycPolicies.consentPage(view).replace('<form', '<form enctype="multipart/form-data"'),
    },
    prepare: acceptParts,
  },
  {
    name: 'what is left alone counts as denied',
    story: 'Nothing is granted that is not granted.',
    policies: { undecided: () => [] },
  },
]
