import type { FastifyInstance } from 'fastify'
import { type Permission, permissions } from '../../../protocol/states.ts'
import type { ConsentSubmission, ConsentView, KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { acceptForms } from '../../../reference/service/forms.ts'
import { html } from '../../../reference/service/html.ts'
import type { Variant } from '../variant.ts'
import { aboutOf, formOf, plainPage } from './support/forms.ts'

/** Returns the next question, with the earlier answers as hidden fields. */
const nextQuestion = ({ grantRequest, choices }: ConsentView) => ({
  next: grantRequest.permissions.find(permission => !choices.has(permission)),
  answered: [...choices].map(
    ([permission, verdict]) => html`<input type="hidden" name="choice_${permission}" value="${verdict}">`,
  ),
})

/** Asks about one permission per page; the form carries the earlier answers along. */
const askOneByOne =
  (controls: (permission: string) => ReturnType<typeof html>): KycPolicies['consentPage'] =>
  view => {
    const { next, answered } = nextQuestion(view)
    const [at, all] = [view.choices.size + 1, view.grantRequest.permissions.length]
    const question = next && html`<p>Question ${at} of ${all}</p><p>${aboutOf(next)}</p>${controls(next)}`
    return plainPage(view, formOf(view, html`${answered}${question}`))
  }

/** Answers 200 with the next question, where the reference answers 400. */
const answerPagesWith200 = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method }, reply) => {
    const isPage = String(reply.getHeader('content-type')).startsWith('text/html')
    if (method === 'POST' && isPage && reply.statusCode === 400) reply.code(200)
  })
}

const radios = (
  permission: string,
) => html`<label><input type="radio" name="choice_${permission}" value="granted"> Allow</label>
<label><input type="radio" name="choice_${permission}" value="denied"> Deny</label> <button>Next</button>`

const buttons = (permission: string) => html`<button name="choice_${permission}" value="granted">Yes, share</button>
<button name="choice_${permission}" value="denied">No, thanks</button>`

const answerForm = (view: ConsentView, permission: Permission) => html`<section><h2>${aboutOf(permission)}</h2>
<form method="post" action="/kyc/answers/${view.grantRequest.id}"><input type="hidden" name="permission" value="${permission}">
<button name="answer" value="allow">Allow</button> <button name="answer" value="deny">Deny</button></form></section>`

/** Stores each answer on arrival; `choose` resolves a second answer. The last form only says that it is the last. */
const keepEachAnswer = (
  choose = (_earlier: string | undefined, answer: string): string => answer,
): Pick<Variant<KycPolicies>, 'policies' | 'prepare'> => {
  const answers = new Map<string, Map<string, string>>()
  const answerOf = (id: string, permission: string) => answers.get(id)?.get(permission)
  const verdictOn = ({ grantRequest: { id } }: ConsentSubmission, permission: Permission) => answerOf(id, permission)
  return {
    policies: {
      consentPage: view => {
        const open = view.grantRequest.permissions.filter(
          permission => answerOf(view.grantRequest.id, permission) === undefined,
        )
        const end = open.length === 0 ? formOf(view, html`<button>Done</button>`) : undefined
        return plainPage(view, html`${open.map(permission => answerForm(view, permission))}${end}`)
      },
      undecided: submission =>
        submission.grantRequest.permissions.filter(permission => verdictOn(submission, permission) === undefined),
      newDecision: submission => ({
        ...kycPolicies.newDecision(submission),
        granted: submission.grantRequest.permissions.filter(
          permission => verdictOn(submission, permission) === 'allow',
        ),
        denied: submission.grantRequest.permissions.filter(permission => verdictOn(submission, permission) !== 'allow'),
      }),
    },
    prepare: server => {
      server.register(async scope => {
        acceptForms(scope, 65_536)
        scope.post<{ Params: { id: string } }>('/kyc/answers/:id', async ({ params: { id }, body }, reply) => {
          const form = body instanceof URLSearchParams ? body : new URLSearchParams()
          const permission = form.get('permission') ?? ''
          const answer = choose(answerOf(id, permission), form.get('answer') ?? '')
          answers.set(id, new Map([...(answers.get(id) ?? []), [permission, answer]]))
          return reply.redirect(`/kyc/consent/${id}`, 303)
        })
      })
    },
  }
}

/** Decisions in several steps. */
export const stepVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'a page for each permission',
    story: 'One question at a time reads better on a phone.',
    policies: { consentPage: askOneByOne(radios) },
    prepare: answerPagesWith200,
  },
  {
    name: 'a page with two buttons for each permission',
    story: 'One question at a time needs one tap.',
    policies: { consentPage: askOneByOne(buttons) },
    prepare: answerPagesWith200,
  },
  {
    name: 'a form for each permission, and one to end',
    story: 'Each answer is stored immediately, and can be given in any order.',
    ...keepEachAnswer(),
  },
  {
    name: 'a form for each permission, where no answer in another tab undoes a denial',
    story: 'Each answer is stored immediately, and the cautious one of two contradicting answers counts.',
    ...keepEachAnswer((earlier, answer) => (earlier === 'deny' ? earlier : answer)),
  },
  {
    name: 'the questions are in another order than the request',
    story: 'The company has its own order.',
    policies: {
      consentPage: view => {
        const listed = permissions.filter(permission => view.grantRequest.permissions.includes(permission)).reverse()
        return kycPolicies.consentPage({ ...view, grantRequest: { ...view.grantRequest, permissions: listed } })
      },
    },
  },
  {
    name: 'a decision is made once, and its page is gone',
    story: 'A returning user sees that the request has ended.',
    policies: {
      findRequest: (id, provider) =>
        provider.store.decision(id) === undefined ? kycPolicies.findRequest(id, provider) : undefined,
    },
  },
]
