import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import { html } from '../../../reference/html.ts'
import { type KycPolicies, kycPolicies } from '../../../reference/kyc/policies.ts'
import type { Decision } from '../../../reference/kyc/records.ts'
import { pageHeaders } from '../../../reference/page.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, formOf, plainPage } from './forms.ts'

/** The reference's page with something of it changed. */
const changed = (change: (page: string) => string): Pick<KycPolicies, 'consentPage'> => ({
  consentPage: view => change(kycPolicies.consentPage(view)),
})

/** The headers of a page: none of the reference's that are not named. */
const headed = (headers: Record<string, string>): Pick<KycPolicies, 'pageHeaders'> => ({
  pageHeaders: () => ({ 'content-type': 'text/html; charset=utf-8', ...headers }),
})

/** A picture of the requester at the provider itself. */
const ownIcons = (server: FastifyInstance): void => {
  server.get('/icons/:ocid', async (_request, reply) => reply.type('image/png').send(Buffer.of(0x89, 0x50, 0x4e, 0x47)))
}

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

/** Sends JSON where scripts run; the form is for those where none do. */
const scripted = (page: string): string =>
  page.replace(
    '</body>',
    `<script type="module">
const form = document.forms[0]
form.addEventListener('submit', async event => {
  event.preventDefault()
  const body = JSON.stringify(Object.fromEntries(new FormData(form)))
  const answer = await fetch(form.action, { method: 'POST', headers: { 'content-type': 'application/json' }, body })
  location.href = answer.url
})
</script><script type="application/json">{"choices":["granted","denied"]}</script></body>`,
  )

const unwrapped = (page: string): string => page.replaceAll(/<\/?(?:bdi|main|div)(?:\s[^>]*)?>/g, ' ')

/** Whether a request says that it comes from our own pages, as every browser of today does. */
const saysSo: KycPolicies['isFromPage'] = ({ headers }) => {
  const { origin = 'null', 'sec-fetch-site': site = 'same-origin' } = headers
  return site === 'same-origin' && (origin === 'null' || origin.endsWith(`//${headers.host}`))
}

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
    story: 'It sends JSON; the form is there for those without script.',
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
    name: 'the icon is a copy at the provider',
    story: 'No browser tells a third party that it is here.',
    policies: {
      ...changed(page => page.replace(/<img src="[^"]*"/, '<img src="/icons/7001"')),
      ...headed({
        'content-security-policy': "default-src 'self'; frame-ancestors 'self'",
        'cache-control': 'private, no-cache',
      }),
    },
    prepare: ownIcons,
  },
  {
    name: 'the icon is a copy of another address',
    story: 'An image proxy that signs what it may fetch, as code hosts have one.',
    policies: {
      ...changed(page =>
        page.replace(/<img src="([^"]*)"/, (_whole, icon: string) => {
          const named = Buffer.from(icon).toString('hex')
          return `<img src="https://images.kyc.example/5d1f3c1e/${named}"`
        }),
      ),
      ...headed({
        'content-security-policy':
          "default-src 'none'; img-src *.kyc.example; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
    },
  },
  {
    name: 'our logo, and the icon of the requester beside it',
    story: 'Two pictures, of which one is always the same.',
    policies: {
      ...changed(page => page.replace('<main>', '<img src="/logo.svg" alt="KYC Example"><main>')),
      ...headed({ 'content-security-policy': "frame-ancestors 'none'", 'cache-control': 'no-store' }),
    },
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
    name: 'a cookie of the browser is enough',
    story: 'SameSite: it does not come along from anywhere else.',
    policies: {
      isFromPage: ({ headers }) => (headers.cookie ?? '').includes('oc_page_'),
      ...changed(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
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
  {
    name: 'the icon is written into the page',
    story: 'One answer, and nothing else to load.',
    policies: {
      ...changed(page => page.replace(/<img src="[^"]*"/, '<img src="data:image/png;base64,iVBORw0KGgo="')),
      ...headed({
        'content-security-policy':
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
        'cache-control': 'no-store',
      }),
    },
  },
  {
    name: 'the icon is drawn by style',
    story: 'A circle is cut out of it.',
    policies: {
      ...changed(page =>
        page.replace(
          /<span class="mark" aria-hidden="true"><img src="([^"]*)"[^>]*><\/span>/,
          `<span style="background-image: url('$1')"></span>`,
        ),
      ),
      ...headed({
        'x-frame-options': 'SAMEORIGIN',
        'cache-control': 'no-cache, private',
        pragma: 'no-cache',
        expires: '0',
      }),
    },
  },
  {
    name: 'no content security policy, and the older header alone',
    story: 'The headers of a framework of 2012.',
    policies: headed({ 'x-frame-options': 'DENY', 'cache-control': 'max-age=0, must-revalidate', pragma: 'no-cache' }),
  },
  {
    name: 'browsers say where a form comes from',
    story: 'Origin and Sec-Fetch-Site, and neither a token nor a cookie.',
    policies: {
      isFromPage: saysSo,
      ...changed(page => page.replace(/<input type="hidden" name="token"[^>]*>/, '')),
    },
  },
  {
    name: 'the icon of the requester is not shown where there is none, nor a letter in its place',
    story: 'An empty place says nothing wrong.',
    policies: changed(page =>
      page.replaceAll(/<span class="mark" aria-hidden="true">.<\/span>/gu, '').replaceAll(/ data-initial="[^"]*"/g, ''),
    ),
  },
  {
    name: 'the referrer is told',
    story: 'No policy, so that browsers send Origin and Referer.',
    policies: {
      pageHeaders: () => {
        const { 'referrer-policy': _none, ...headers } = pageHeaders
        return {
          ...headers,
          'content-security-policy': "default-src 'none'; img-src http: https:; frame-ancestors 'none'",
        }
      },
    },
  },
]
