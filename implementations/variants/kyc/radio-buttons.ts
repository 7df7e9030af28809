import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, askEach, chooseBetween, formOf, plainPage, readAnswersBy } from './support/forms.ts'

const germanTitles = ['Name', 'E-Mail-Adresse', 'Telefonnummer', 'Personalausweis', 'Lebenderkennung']

const names = ['name', 'email', 'phone', 'id_card', 'liveness']

const germanData = [
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

/** Radio buttons for the decision, with other fields and wording. */
export const radioButtonVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'radio buttons with no label, in a table, in German',
    story: 'A provider in Vienna has an old page.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<table>${view.grantRequest.permissions.map(
              (
                permission,
                at,
              ) => html`<tr><th>${germanOf(permission, germanTitles)}<td>Geteilt wird: ${germanOf(permission, germanData)}
<td><input type="radio" name="p${at}" value="1"> Erlauben<td><input type="radio" name="p${at}" value="0"> Ablehnen</tr>`,
            )}</table><input type="submit" value="Weiter">`,
          ),
        ),
      ...readAnswersBy((form, _one, at) => chooseBetween(form.get(`p${at}`), ['1', '0'])),
    },
  },
  {
    name: 'radio buttons to share once, always or never',
    story: 'A user who shares once is asked again the next time.',
    policies: {
      ...askEach(
        (permission, at) => html`<fieldset><legend>${aboutOf(permission)}</legend>
<label><input type="radio" name="p${at}" value="once"> Share once</label>
<label><input type="radio" name="p${at}" value="always"> Share always</label>
<label><input type="radio" name="p${at}" value="never"> Don't share</label></fieldset>`,
      ),
      ...readAnswersBy((form, _one, at) => {
        const [answer, ...others] = form.getAll(`p${at}`)
        return others.length > 0
          ? undefined
          : chooseBetween(answer === 'once' ? 'always' : (answer ?? null), ['always', 'never'])
      }),
    },
  },
  {
    name: 'radio buttons with no label, in a table, under heads of columns',
    story: 'A table of ticks, as on paper.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<table><tr><th>What<th>Share<th>Don't share</tr>${view.grantRequest.permissions.map(
              (permission, at) => html`<tr><td>${aboutOf(permission)}<td><input type="radio" name="p${at}" value="y">
<td><input type="radio" name="p${at}" value="n"></tr>`,
            )}</table><input type="submit" value="Continue">`,
          ),
        ),
      ...readAnswersBy((form, _one, at) => chooseBetween(form.get(`p${at}`), ['y', 'n'])),
    },
  },
  {
    name: 'radio buttons with no label, whose texts stand before them',
    story: 'A form of the nineties: the word, then the button.',
    policies: {
      ...askEach(
        (permission, at) => html`<p>${aboutOf(permission)} <br>Allow <input type="radio" name="p${at}" value="a">
Deny <input type="radio" name="p${at}" value="b"></p>`,
      ),
      ...readAnswersBy((form, _one, at) => chooseBetween(form.get(`p${at}`), ['a', 'b'])),
    },
  },
  {
    name: 'radio buttons with the refusal preselected',
    story: 'Privacy by default, as the regulation demands.',
    policies: {
      ...askEach(
        permission => html`<fieldset><legend>${aboutOf(permission)}</legend>
<input type="radio" id="y_${permission}" name="${permission}" value="yes"><label for="y_${permission}">Share</label>
<input type="radio" id="n_${permission}" name="${permission}" value="no" checked><label for="n_${permission}">Keep to myself, don’t share</label></fieldset>`,
        html`<button name="action" value="save">Save my choices</button>`,
      ),
      ...readAnswersBy((form, permission) => chooseBetween(form.get(permission), ['yes', 'no'])),
    },
  },
  {
    name: 'radio buttons whose values name permission and verdict',
    story: 'The handler splits them at the colon.',
    policies: {
      ...askEach(
        permission => html`<div role="radiogroup" aria-label="${permission}"><p>${aboutOf(permission)}</p>
<label>Allow <input type="radio" name="d_${permission}" value="${permission}:granted" required></label>
<label>Refuse <input type="radio" name="d_${permission}" value="${permission}:denied" required></label></div>`,
      ),
      ...readAnswersBy((form, permission) =>
        chooseBetween(form.get(`d_${permission}`), [`${permission}:granted`, `${permission}:denied`]),
      ),
    },
  },
  {
    name: 'opposites of other words',
    story: 'Include or skip: the usual words of the company.',
    policies: {
      ...askEach(
        (permission, at) => html`<fieldset><legend>${aboutOf(permission)}</legend>
<label><input type="radio" name="q${at}" value="a"> Include</label>
<label><input type="radio" name="q${at}" value="b"> Skip</label></fieldset>`,
        html`<button>Finish</button>`,
      ),
      ...readAnswersBy((form, _one, at) => chooseBetween(form.get(`q${at}`), ['a', 'b'])),
    },
  },
  {
    name: 'radio buttons that share with nobody, and the config says that they deny',
    story: 'Both answers begin with the same verb, as the style guide asks.',
    policies: {
      ...askEach(
        (permission, at) => html`<fieldset><legend>${aboutOf(permission)}</legend>
<label><input type="radio" name="w${at}" value="a"> Share with the shop</label>
<label><input type="radio" name="w${at}" value="b"> Share with nobody</label></fieldset>`,
      ),
      ...readAnswersBy((form, _one, at) => chooseBetween(form.get(`w${at}`), ['a', 'b'])),
    },
    settings: { pages: { consent: { grant: 'radio:Share with the shop', deny: 'radio:Share with nobody' } } },
  },
  {
    name: 'a page in Japanese, with its words in the config',
    story: 'A provider in Osaka, whose operator configures the labels of its buttons.',
    policies: {
      ...askEach(
        permission => html`<fieldset><legend>${japanese[permission]}</legend>
<label><input type="radio" name="kyc_${permission}" value="a"> 許可する</label>
<label><input type="radio" name="kyc_${permission}" value="b"> 許可しない</label></fieldset>`,
        html`<button name="go" value="1">送る</button>`,
      ),
      ...readAnswersBy((form, permission) => chooseBetween(form.get(`kyc_${permission}`), ['a', 'b'])),
    },
    settings: {
      pages: { consent: { grant: 'radio:許可する', deny: 'radio:許可しない', submit: 'button:送る' } },
    },
  },
]
