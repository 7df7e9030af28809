import { Refusal } from '../../../protocol/errors.ts'
import { type KycPolicies, kycPolicies } from '../../../reference/kyc/policies.ts'
import type { Decision } from '../../../reference/kyc/records.ts'
import { html } from '../../../reference/service/html.ts'
import { pageHeaders } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, changed, formOf, headed, plainPage } from './forms.ts'

const tags = /<(\/?)([a-z][a-z0-9]*)/g

/** Markup as it was written once: tags in capitals, attributes without quotes where that is possible. */
const oldFashioned = (page: string): string =>
  page
    .replace('<!doctype html>', '<!DOCTYPE HTML PUBLIC "-//W3C//DTD HTML 4.01 Transitional//EN">')
    .replaceAll(/="([a-z0-9_]+)"/g, '=$1')
    .replaceAll(tags, (_whole, slash: string, name: string) => `<${slash}${name.toUpperCase()}`)

/** What surrounds a page at a company with many departments. */
const surrounded = (page: string): string =>
  page
    .replace(
      '<main>',
      `<header><a href="/">Home</a> <form action="/search"><input name="q" placeholder="Search"><button>Search</button></form>
<form method="post" action="/logout"><button>Log out</button></form>
<nav><a href="?lang=de">Deutsch</a> <a href="?lang=fr">Français</a></nav></header><main>`,
    )
    .replace(
      '</main>',
      `</main><aside><h2>Good to know</h2><p>We never ask for your password by mail.</p></aside>
<footer><a href="/privacy">Privacy</a> <a href="/imprint">Imprint</a> <button type="button">Print</button></footer>`,
    )

/** Tells what is still to be decided where scripts run; the form does without. */
const scripted = (page: string): string =>
  page.replace(
    '</body>',
    `<script type="application/json" id="labels">{"granted":"Allow","denied":"Deny"}</script><script type="module">
const [form] = document.forms
const tell = () => { document.title = form.checkValidity() ? 'Ready' : 'Please decide' }
form.addEventListener('change', tell)
tell()
</script></body>`,
  )

const unwrapped = (page: string): string => page.replaceAll(/<\/?(?:bdi|main|div)(?:\s[^>]*)?>/g, ' ')

/** The page with what the same user answered the same requester before. */
const rememberingAnswers = (): Pick<KycPolicies, 'record' | 'consentPage'> => {
  const answers = new Map<string, Map<string, string>>()
  const keyOf = ({ user, requester }: Pick<Decision, 'user' | 'requester'>) => `${user} ${requester}`
  return {
    record: (submission, decision) => {
      const granted = decision.granted.map(one => [one, 'granted'] as const)
      answers.set(keyOf(decision), new Map([...granted, ...decision.denied.map(one => [one, 'denied'] as const)]))
      return kycPolicies.record(submission, decision)
    },
    consentPage: view => {
      const choices = view.choices.size > 0 ? view.choices : (answers.get(keyOf(view.asked)) ?? view.choices)
      return kycPolicies.consentPage({ ...view, choices })
    },
  }
}

/** Pages of other words and another build: what they show is the document's. */
export const consentPageVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a page of long ago',
    story: 'HTML 4 in capitals, which browsers read as ever.',
    policies: changed(oldFashioned),
  },
  {
    name: 'a page with much around it',
    story: 'Search, languages, log out: what every page of the house has.',
    policies: changed(surrounded),
  },
  {
    name: 'a page that a script improves',
    story: 'It tells what is still to be decided; the form does without.',
    policies: {
      ...changed(scripted),
      ...headed({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'a page that is all in noscript',
    story: 'The application is loaded where scripts run, the form is for everybody else.',
    policies: {
      ...changed(page =>
        page
          .replace('<main>', '<div id="app"></div><script src="/app.js" defer></script><noscript><main>')
          .replace('</main>', '</main></noscript>'),
      ),
      ...headed({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
  },
  {
    name: 'a page with hardly any structure',
    story: 'Headings and paragraphs, and no more.',
    policies: changed(unwrapped),
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
            html`<dl>${view.asked.permissions.map(
              one => html`<dt>${one}</dt><dd><details><summary>What is that?</summary>${aboutOf(one)}</details>
<label><input type="radio" name="choice_${one}" value="granted"> Agree</label>
<label><input type="radio" name="choice_${one}" value="denied"> Disagree</label></dd>`,
            )}</dl><input type="image" alt="Send" src="/send.png" name="go">`,
          ),
        ),
    },
  },
  {
    name: 'a page in Spanish',
    story: 'A provider in Seville.',
    policies: changed(page =>
      page
        .replaceAll('>Allow<', '>Permitir<')
        .replaceAll('>Deny<', '>Rechazar<')
        .replaceAll('Send my answer', 'Enviar')
        .replaceAll('asks for your data', 'solicita sus datos'),
    ),
  },
  {
    name: 'a page in XHTML',
    story: 'Templates that are XML.',
    policies: {
      ...changed(page =>
        page
          .replace('<!doctype html>', '<?xml version="1.0" encoding="utf-8"?>')
          .replace('<html lang="en">', '<html xmlns="http://www.w3.org/1999/xhtml" xml:lang="en">')
          .replaceAll(/<(meta|input|img|br)([^>]*)>/g, '<$1$2/>')
          .replaceAll(/ (required|checked)(?=[ />])/g, ' $1="$1"'),
      ),
      ...headed({
        'content-type': 'application/xhtml+xml; charset=utf-8',
        'content-security-policy': "frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
    },
  },
  {
    name: 'what was answered before is chosen already',
    story: 'Who has answered once sees the same answer again, and can change it.',
    policies: rememberingAnswers(),
  },
  {
    name: 'without metadata nobody is asked',
    story: 'Who does not say who they are gets an error, and so does whoever they sent.',
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
    story: 'It says so by itself; and before that it asks for a moment of patience.',
    policies: {
      ...changed(page => page.replace('<title>', '<meta http-equiv="refresh" content="900; url=/expired"><title>')),
      show: async visit =>
        new URLSearchParams(visit.request.url.split('?')[1]).has('ready')
          ? kycPolicies.show(visit)
          : visit.reply
              .headers(pageHeaders)
              .send('<!doctype html><meta http-equiv="refresh" content="0; url=?ready"><p>One moment, please …</p>'),
    },
  },
]
