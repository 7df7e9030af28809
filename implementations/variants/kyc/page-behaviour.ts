import { Refusal } from '../../../protocol/errors.ts'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import type { Decision } from '../../../reference/kyc/records.ts'
import { html } from '../../../reference/service/html.ts'
import { pageHeaders } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, changePage, formOf, plainPage, replaceHeaders } from './support/forms.ts'

/** Adds a script that shows whether every permission is decided; the form works without it. */
const addScript = (page: string): string =>
  page.replace(
    '</body>',
    `<script type="application/json" id="labels">{"granted":"Allow","denied":"Deny"}</script><script type="module">
const [form] = document.forms
const showTitle = () => { document.title = form.checkValidity() ? 'Ready' : 'Please decide' }
form.addEventListener('change', showTitle)
showTitle()
</script></body>`,
  )

const bundle = 'for(let i=0;i<n;i++)if(a[i]<b[i]&&"<i></i>")c+=a[i];'.repeat(2_500).padEnd(600_000, ' ')

/** Preselects the earlier answers of the same user to the same requester. */
const rememberAnswers = (): Pick<KycPolicies, 'record' | 'consentPage'> => {
  const answers = new Map<string, Map<string, string>>()
  const keyOf = ({ user, requester }: Pick<Decision, 'user' | 'requester'>) => `${user} ${requester}`
  return {
    record: (submission, decision) => {
      const granted = decision.granted.map(permission => [permission, 'granted'] as const)
      answers.set(
        keyOf(decision),
        new Map([...granted, ...decision.denied.map(permission => [permission, 'denied'] as const)]),
      )
      return kycPolicies.record(submission, decision)
    },
    consentPage: view => {
      const choices = view.choices.size > 0 ? view.choices : (answers.get(keyOf(view.grantRequest)) ?? view.choices)
      return kycPolicies.consentPage({ ...view, choices })
    },
  }
}

/** Consent pages with scripts, a memory or a lifetime. */
export const pageBehaviourVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a page that a script improves',
    story: 'It shows the undecided permissions; the form works without it.',
    policies: {
      ...changePage(addScript),
      ...replaceHeaders({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'a bundle in the page',
    story: 'Scripts and styles are written into the page, half a megabyte of them; the form works without them.',
    policies: {
      ...changePage(page => page.replace('<title>', `<script>${bundle}</script><title>`)),
      ...replaceHeaders({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'a page that is all in noscript',
    story: 'The application loads if scripts run, and the form is for everyone else.',
    policies: {
      ...changePage(page =>
        page
          .replace('<main>', '<div id="app"></div><script src="/app.js" defer></script><noscript><main>')
          .replace('</main>', '</main></noscript>'),
      ),
      ...replaceHeaders({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'descriptions to unfold',
    story: 'Details for those who want them.',
    policies: {
      consentPage: view =>
        plainPage(
          view,
          formOf(
            view,
            html`<dl>${view.grantRequest.permissions.map(
              permission => html`<dt>${permission}</dt><dd><details><summary>What is that?</summary>${aboutOf(permission)}</details>
<label><input type="radio" name="choice_${permission}" value="granted"> Agree</label>
<label><input type="radio" name="choice_${permission}" value="denied"> Disagree</label></dd>`,
            )}</dl><input type="image" alt="Send" src="/send.png" name="go">`,
          ),
        ),
    },
  },
  {
    name: 'what was answered before is chosen already',
    story: 'Returning users see their last answer, and can change it.',
    policies: rememberAnswers(),
  },
  {
    name: 'requesters without metadata are refused',
    story: 'Requesters without metadata get an error, and so do their users.',
    policies: {
      requesterOf: async (ocid, provider) => {
        const requester = await kycPolicies.requesterOf(ocid, provider)
        if (requester.name === undefined) throw new Refusal('UNKNOWN_OCID', 503, 'They cannot be reached.')
        return requester
      },
    },
  },
  {
    name: 'a page that is over after a while',
    story: 'The page expires, and starts with a moment of patience.',
    policies: {
      ...changePage(page => page.replace('<title>', '<meta http-equiv="refresh" content="900; url=/expired"><title>')),
      show: async visit =>
        new URLSearchParams(visit.request.url.split('?')[1]).has('ready')
          ? kycPolicies.show(visit)
          : visit.reply
              .headers(pageHeaders)
              .send('<!doctype html><meta http-equiv="refresh" content="0; url=?ready"><p>One moment, please …</p>'),
    },
  },
]
