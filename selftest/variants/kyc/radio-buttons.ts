import type { KycPolicies } from '../../../reference/kyc/policies.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, either, formOf, grantQuery, plainPage, readBy } from './support/forms.ts'

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

const germanOf = (permission: string, texts: readonly string[]): string =>
  texts[names.indexOf(permission)] ?? permission

/** Radio buttons for the decision, with other fields and words. */
export const radioButtonVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'radio buttons with no label, in a table, in German',
    story: 'A provider in Vienna, and a page of long ago.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<table>${view.grantRequest.permissions.map(
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
      ...grantQuery(
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
      ...grantQuery(
        one => html`<div role="radiogroup" aria-label="${one}"><p>${aboutOf(one)}</p>
<label>Allow <input type="radio" name="d_${one}" value="${one}:granted" required></label>
<label>Refuse <input type="radio" name="d_${one}" value="${one}:denied" required></label></div>`,
      ),
      ...readBy((form, one) => either(form.get(`d_${one}`), [`${one}:granted`, `${one}:denied`])),
    },
  },
  {
    name: 'opposites of other words',
    story: 'Include or skip: what the texts of the house have.',
    policies: {
      ...grantQuery(
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
      ...grantQuery(
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
]
