import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { acceptForms } from '../../../reference/service/forms.ts'
import { Html, html } from '../../../reference/service/html.ts'
import { pageHeaders, sendPage } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, askedBy, formOf } from './support/forms.ts'

const verdictOf = (field: string, verdict: string): string => `${field.replace('choice_', '')}: ${verdict}`

/** Shows the choices on another page and asks for confirmation. */
const askAgain = (server: FastifyInstance): void => {
  server.addHook('preHandler', async ({ body, url }, reply) => {
    if (!(body instanceof URLSearchParams) || body.has('sure') || !body.has('token')) return undefined
    const fields = [...body].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
    const choices = [...body].filter(([name]) => name.startsWith('choice_'))
    const page = html`<!doctype html><title>Please check</title><h1>Please check your answer</h1>
<ul>${choices.map(([field, verdict]) => html`<li>${verdictOf(field, verdict)}</li>`)}</ul>
<form method="post" action="${url}">${fields}<button name="sure" value="1">Confirm and send</button></form>
<a href="javascript:history.back()">Back</a>`
    return reply.headers(pageHeaders).send(page.text)
  })
}

/** Repeats the decision in hidden fields, with one labelled button, or with a second one that leads back. */
const review =
  (buttons: string) =>
  (server: FastifyInstance): void => {
    server.addHook('preHandler', async ({ body, url }, reply) => {
      if (!(body instanceof URLSearchParams) || body.has('seen') || !body.has('token')) return undefined
      const fields = [...body].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}">`)
      const granted = [...body].filter(([, value]) => value === 'granted').map(([name]) => name.replace('choice_', ''))
      const page = html`<!doctype html><title>Summary</title><h1>Summary</h1>
<form method="post" action="${url}">${fields}<input type="hidden" name="granted_permissions" value="${granted.join()}">
<input type="hidden" name="seen" value="1">${new Html(buttons)}</form>`
      return reply.headers(pageHeaders).send(page.text)
    })
  }

const stepOf = ({ url }: FastifyRequest): string | null => new URLSearchParams(url.split('?')[1]).get('step')

/** Lists the requested permissions on a page before the questions. */
const overviewFirst: KycPolicies['show'] = async visit => {
  const { request, reply, grantRequest, provider } = visit
  const isDecided = provider.store.decision(grantRequest.id) !== undefined
  if (stepOf(request) === 'questions' || isDecided) return kycPolicies.show(visit)
  const requester = await provider.policies.requesterOf(grantRequest.requester, provider)
  const view = { grantRequest, requester, action: '', token: '', choices: new Map<string, string>(), undecided: [] }
  const text = html`<!doctype html><title>A request</title>${askedBy(view)}
<p>They would like to have:</p><ul>${grantRequest.permissions.map(permission => html`<li>${aboutOf(permission)}</li>`)}</ul>
<p>On the next page you decide on each of it.</p>
<form><input type="hidden" name="step" value="questions"><button>Continue</button></form>`.text
  return sendPage(reply, 200, { text, headers: provider.policies.pageHeaders(requester) })
}

const bareQuestions: Pick<KycPolicies, 'consentPage'> = {
  consentPage: view => {
    const questions = view.grantRequest.permissions.map(
      permission => html`<fieldset><legend>${permission}</legend>
<label><input type="radio" name="choice_${permission}" value="granted"> Allow</label>
<label><input type="radio" name="choice_${permission}" value="denied"> Deny</label></fieldset>`,
    )
    return html`<!doctype html><title>Your answer</title>${formOf(view, html`${questions}<button>Send</button>`)}`.text
  },
}

const isLoggedIn = ({ headers }: FastifyRequest): boolean => /(?:^|; )login=8001(?:;|$)/.test(headers.cookie ?? '')

const loginPage = (reply: FastifyReply, to: string): FastifyReply =>
  sendPage(reply, 200, {
    text: html`<!doctype html><title>Log in</title><h1>Log in</h1>
<form method="post" action="/login"><input type="hidden" name="to" value="${to}">
<label>Customer number <input name="username" autocomplete="username" required></label>
<label>Password <input type="password" name="password" required></label>
<button>Log in</button></form><a href="/register">Register</a>`.text,
  })

/** Shows a login page to users without a session. */
const requireLogin = (server: FastifyInstance): void => {
  server.addHook('onRequest', async (request, reply) => {
    const isPage = request.method === 'GET' && request.url.startsWith('/kyc/consent/')
    return isPage && !isLoggedIn(request) ? loginPage(reply, request.url) : undefined
  })
  server.register(async scope => {
    acceptForms(scope, 65_536)
    scope.post('/login', async ({ body }, reply) => {
      const form = body instanceof URLSearchParams ? body : new URLSearchParams()
      const [to, isWhole] = [form.get('to') ?? '', form.get('username') !== '' && form.get('password') !== '']
      if (!isWhole || !/^\/kyc\/consent\/\w+$/.test(to)) return loginPage(reply, to)
      return reply.header('set-cookie', 'login=8001; Path=/; HttpOnly; SameSite=Lax').redirect(to, 303)
    })
  })
}

/** Adds a page that redirects to the consent page. */
const addPortal = (server: FastifyInstance): void => {
  server.get<{ Params: { id: string } }>('/portal/:id', async ({ params }, reply) =>
    reply.header('set-cookie', 'portal=1; Path=/').redirect(`../kyc/consent/${params.id}`, 302),
  )
}

/** Pages before and after the consent page: the document does not specify the steps between request and submission. */
export const detourVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'the answer is shown once more before it is sent',
    story: 'The supervisors asked for a second look.',
    prepare: askAgain,
  },
  {
    name: 'a summary with one button in words of its own',
    story: 'The button has the words that the bank uses at every counter.',
    prepare: review('<button>Alles klaro</button>'),
  },
  {
    name: 'a summary that shares with a click',
    story: 'The second page repeats the choice, and the effect of the click.',
    prepare: review(
      '<button>Yes, share this</button><button name="seen" value="" formaction="/back">Change it</button>',
    ),
  },
  {
    name: 'an overview comes before the questions',
    story: 'First the context, then the questions.',
    policies: { show: overviewFirst },
  },
  {
    name: 'an overview says it all, the questions are bare',
    story: 'The first page shows who asks for what, and why; the second has a switch for each.',
    policies: { show: overviewFirst, ...bareQuestions },
  },
  {
    name: 'the user logs in first',
    story: 'The users are customers of a bank.',
    prepare: requireLogin,
    settings: { pages: { consent: { login: ['button:Log in'] } } },
  },
  {
    name: 'the way to the page is relative, and leads through a portal',
    story: 'The portal sets its own cookie.',
    policies: {
      sendToConsent: (reply, { id }) => reply.redirect(`../../portal/${id}`, 302),
    },
    prepare: addPortal,
  },
]
