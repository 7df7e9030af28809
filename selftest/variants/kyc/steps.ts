import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type Permission, permissions } from '../../../protocol/states.ts'
import type { Submission } from '../../../reference/kyc/callback/submission.ts'
import type { ConsentView } from '../../../reference/kyc/consent/markup.ts'
import { type KycPolicies, kycPolicies } from '../../../reference/kyc/policies.ts'
import { acceptForms } from '../../../reference/service/forms.ts'
import { html } from '../../../reference/service/html.ts'
import { pageHeaders, sendPage } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, askedBy, formOf, plainPage } from './forms.ts'

/** The permission that a page asks about which shows one at a time, and what was answered before. */
const nextOf = ({ asked, choices }: ConsentView) => ({
  next: asked.permissions.find(one => !choices.has(one)),
  answered: [...choices].map(
    ([permission, verdict]) => html`<input type="hidden" name="choice_${permission}" value="${verdict}">`,
  ),
})

/** A page for each permission: the answers travel along in its form. */
const oneAtATime =
  (controls: (permission: string) => ReturnType<typeof html>): KycPolicies['consentPage'] =>
  view => {
    const { next, answered } = nextOf(view)
    const [at, all] = [view.choices.size + 1, view.asked.permissions.length]
    const question = next && html`<p>Question ${at} of ${all}</p><p>${aboutOf(next)}</p>${controls(next)}`
    return plainPage(view, formOf(view, html`${answered}${question}`))
  }

/** Another question is no error. */
const pagesAre200 = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method }, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (method === 'POST' && isPage && reply.statusCode === 400) reply.code(200)
  })
}

const verdictOf = (field: string, verdict: string): string => `${field.replace('choice_', '')}: ${verdict}`

/** Shows what was chosen, and asks whether it is to be sent. */
const reviewed = (server: FastifyInstance): void => {
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

const stepIn = ({ url }: FastifyRequest): string | null => new URLSearchParams(url.split('?')[1]).get('step')

/** What is asked for, on a page of its own before the questions. */
const overviewFirst: KycPolicies['show'] = async visit => {
  const { request, reply, asked, provider } = visit
  const isDecided = provider.store.decision(asked.id) !== undefined
  if (stepIn(request) === 'questions' || isDecided) return kycPolicies.show(visit)
  const requester = await provider.policies.requesterOf(asked.requester, provider)
  const view = { asked, requester, action: '', token: '', choices: new Map<string, string>(), undecided: [] }
  const text = html`<!doctype html><title>A request</title>${askedBy(view)}
<p>They would like to have:</p><ul>${asked.permissions.map(one => html`<li>${aboutOf(one)}</li>`)}</ul>
<p>On the next page you decide on each of it.</p>
<form><input type="hidden" name="step" value="questions"><button>Continue</button></form>`.text
  return sendPage(reply, 200, { text, headers: provider.policies.pageHeaders(requester) })
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

/** Nobody sees a request who is not logged in, whatever cookies say of its form. */
const behindLogin = (server: FastifyInstance): void => {
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

/** A page of the portal that leads on to the consent page. */
const throughThePortal = (server: FastifyInstance): void => {
  server.get<{ Params: { id: string } }>('/portal/:id', async ({ params }, reply) =>
    reply.header('set-cookie', 'portal=1; Path=/').redirect(`../kyc/consent/${params.id}`, 302),
  )
}

const radios = (
  permission: string,
) => html`<label><input type="radio" name="choice_${permission}" value="granted"> Allow</label>
<label><input type="radio" name="choice_${permission}" value="denied"> Deny</label> <button>Next</button>`

const buttons = (permission: string) => html`<button name="choice_${permission}" value="granted">Yes, share</button>
<button name="choice_${permission}" value="denied">No, thanks</button>`

const answerForm = (view: ConsentView, permission: Permission) => html`<section><h2>${aboutOf(permission)}</h2>
<form method="post" action="/kyc/answers/${view.asked.id}"><input type="hidden" name="permission" value="${permission}">
<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form></section>`

/** Answers are kept as they come; the last form sends no more than that it is the last. */
const oneByOne = (): Pick<Variant<KycPolicies>, 'policies' | 'prepare'> => {
  const answers = new Map<string, Map<string, string>>()
  const answerOf = (id: string, permission: string) => answers.get(id)?.get(permission)
  const verdictOn = ({ asked: { id } }: Submission, permission: Permission) => answerOf(id, permission)
  return {
    policies: {
      consentPage: view => {
        const open = view.asked.permissions.filter(one => answerOf(view.asked.id, one) === undefined)
        const end = open.length === 0 ? formOf(view, html`<button>Done</button>`) : undefined
        return plainPage(view, html`${open.map(one => answerForm(view, one))}${end}`)
      },
      undecided: submission => submission.asked.permissions.filter(one => verdictOn(submission, one) === undefined),
      newDecision: submission => ({
        ...kycPolicies.newDecision(submission),
        granted: submission.asked.permissions.filter(one => verdictOn(submission, one) === 'allow'),
        denied: submission.asked.permissions.filter(one => verdictOn(submission, one) !== 'allow'),
      }),
    },
    prepare: server => {
      server.register(async scope => {
        acceptForms(scope, 65_536)
        scope.post<{ Params: { id: string } }>('/kyc/answers/:id', async ({ params: { id }, body }, reply) => {
          const form = body instanceof URLSearchParams ? body : new URLSearchParams()
          const answered: [string, string] = [form.get('permission') ?? '', form.get('answer') ?? '']
          answers.set(id, new Map([...(answers.get(id) ?? []), answered]))
          return reply.redirect(`/kyc/consent/${id}`, 303)
        })
      })
    },
  }
}

/** Other ways through the pages: what lies between the request and the submission is not shown. */
export const stepVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a page for each permission',
    story: 'One question at a time reads better on a telephone.',
    policies: { consentPage: oneAtATime(radios) },
    prepare: pagesAre200,
  },
  {
    name: 'a page with two buttons for each permission',
    story: 'One question at a time, and one touch.',
    policies: { consentPage: oneAtATime(buttons) },
    prepare: pagesAre200,
  },
  {
    name: 'the answer is shown once more before it is sent',
    story: 'A second look was asked for by the supervisors.',
    prepare: reviewed,
  },
  {
    name: 'an overview comes before the questions',
    story: 'First what it is about, then what to say.',
    policies: { show: overviewFirst },
  },
  {
    name: 'the user logs in first',
    story: 'The customers of a bank.',
    prepare: behindLogin,
    settings: { pages: { consent: { login: ['button:Log in'] } } },
  },
  {
    name: 'the way to the page is relative, and leads through a portal',
    story: 'The portal sets a cookie of its own.',
    policies: {
      sendToConsent: (reply, { id }) => reply.redirect(`../../portal/${id}`, 302),
    },
    prepare: throughThePortal,
  },
  {
    name: 'a form for each permission, and one to end',
    story: 'Each answer is kept at once, and can be given in any order.',
    ...oneByOne(),
  },
  {
    name: 'the questions are in another order than the request',
    story: 'The order of the house.',
    policies: {
      consentPage: view => {
        const listed = permissions.filter(one => view.asked.permissions.includes(one)).reverse()
        return kycPolicies.consentPage({ ...view, asked: { ...view.asked, permissions: listed } })
      },
    },
  },
  {
    name: 'a decision is made once, and its page is gone',
    story: 'Who comes back sees that it is over.',
    policies: {
      findRequest: (id, provider) =>
        provider.store.decision(id) === undefined ? kycPolicies.findRequest(id, provider) : undefined,
    },
  },
]
