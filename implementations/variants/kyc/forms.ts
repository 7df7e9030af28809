import type { FastifyInstance } from 'fastify'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, askEach, formOf, plainPage, readAnswersBy } from './support/forms.ts'

/** Parses multipart forms without files. */
const acceptMultipart = (server: FastifyInstance): void => {
  server.addContentTypeParser(/^multipart\/form-data/, { parseAs: 'string' }, (_request, text, done) => {
    const parts = String(text).matchAll(/form-data; name="([^"]*)"\r\n\r\n([\s\S]*?)\r\n--/g)
    done(null, new URLSearchParams([...parts].map(([, name = '', value = '']): [string, string] => [name, value])))
  })
}

/** Forms with further buttons, fields and encodings. */
export const formVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'buttons for everything and for nothing beside the questions',
    story: 'Most people want one or the other.',
    policies: {
      ...askEach(
        permission =>
          html`<p><label><input type="checkbox" name="some" value="${permission}"> ${aboutOf(permission)}</label></p>`,
        html`<button name="do" value="selected">Share selected</button> <button name="do" value="all">Allow all</button>
<button name="do" value="none">Deny all</button>`,
      ),
      ...readAnswersBy((form, permission) => {
        const done = form.get('do') ?? 'selected'
        return done === 'all' || (done === 'selected' && form.getAll('some').includes(permission))
      }),
    },
  },
  {
    name: 'terms to accept beside the questions',
    story: 'The lawyers wanted a tick.',
    policies: {
      ...askEach(
        permission =>
          html`<p><label><input type="checkbox" name="granted" value="${permission}"> ${aboutOf(permission)}</label></p>`,
        html`<p><label><input type="checkbox" name="terms" value="1" required> I have read how my data are protected</label></p>
<button>Submit</button> <button name="cancel" value="1" formnovalidate>Cancel</button>`,
      ),
      ...readAnswersBy((form, permission) => {
        if (form.has('cancel')) return false
        return form.get('terms') === '1' ? form.getAll('granted').includes(permission) : undefined
      }),
    },
  },
  {
    name: 'a button that cancels comes first, and each says that it was pressed',
    story: 'The way out is on the left, as on other pages of the platform.',
    policies: {
      ...askEach(
        permission =>
          html`<p><label><input type="checkbox" name="granted" value="${permission}"> ${aboutOf(permission)}</label></p>`,
        html`<button name="back" value="1" formnovalidate>Cancel</button> <button name="go" value="1">Share</button>`,
      ),
      ...readAnswersBy((form, permission) => !form.has('back') && form.getAll('granted').includes(permission)),
    },
  },
  {
    name: 'a form of its own to say no to everything',
    story: 'Users want a quick way out.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          html`${formOf(view, html`<input type="hidden" name="nothing" value="1"><button>Decline everything</button>`)}
${formOf(
  view,
  html`${view.grantRequest.permissions.map(
    permission =>
      html`<p><label><input type="checkbox" name="granted_permissions[]" value="${permission}"> ${aboutOf(permission)}</label></p>`,
  )}<button>OK</button>`,
)}`,
        ),
      ...readAnswersBy(
        (form, permission) => !form.has('nothing') && form.getAll('granted_permissions[]').includes(permission),
      ),
    },
  },
  {
    name: 'the form is sent in parts',
    story: 'multipart/form-data, because another form accepts files.',
    policies: {
      consentPage: view => kycPolicies.consentPage(view).replace('<form', '<form enctype="multipart/form-data"'),
    },
    prepare: acceptMultipart,
  },
  {
    name: 'what is left alone counts as denied',
    story: 'Only an explicit yes is a grant.',
    policies: { undecided: () => [] },
  },
]
