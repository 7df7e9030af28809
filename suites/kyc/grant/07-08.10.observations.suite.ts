import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import {
  type Ask,
  arrived,
  ask,
  attempted,
  control,
  isAdmitted,
  listIn,
  pathOf,
  send,
} from '../../support/kyc/consent-flow.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'grant-choices', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

const said = (response: HttpResponse): string => (isAdmitted(response) ? 'accepted' : answerOf(response))

/** What becomes of each request, after a correct one was accepted. */
const outcomes = async (context: CheckContext, tried: Readonly<Record<string, Partial<Ask>>>) => {
  await control(context)
  const sent = Object.entries(tried).map(([what, changes]) => [what, send(context, changes)] as const)
  await observeAnswers(context, Object.fromEntries(sent), said)
}

clause.observe('GRANT-07', 'unknown permissions', context =>
  outcomes(context, {
    'unknown permission': { grants: 'shoe_size' },
    'unknown one of two': { grants: 'name,shoe_size' },
    'permission in upper case': { grants: 'NAME' },
  }),
)

clause.observe('GRANT-07', 'repeated permissions', async context => {
  const response = await send(context, { grants: 'name,email,name' })
  if (!isAdmitted(response)) return context.observe({ 'permission twice': answerOf(response) })
  const plan = { ask: { grants: 'name,email,name' }, decision: { granted: ['name', 'email'], denied: [] } }
  const { told } = await arrived(context, plan)
  const grants = { 'name,email': 'each once', 'name,email,name': 'as requested' }[(listIn(told, 'grants') ?? []).join()]
  context.observe({ 'permission twice': 'accepted', 'grants where one was asked twice': grants ?? 'another list' })
})

/** OCIDs that are in no registry, known to nobody. */
const absent = { requester: 7999, user: '8999' }

clause.observe('GRANT-07', 'unknown requester and unknown user', context =>
  outcomes(context, { 'unknown requester': { ocid: absent.requester }, 'unknown user': { user_ocid: absent.user } }),
)

clause.observe('GRANT-07', 'user info and fragment in the callback address', async context => {
  const { callbackUrl } = context.run
  const fragment = { callback_url: `${callbackUrl}#part` }
  await outcomes(context, {
    'user info': { callback_url: callbackUrl.replace('://', '://somebody:secret@') },
    'a fragment': fragment,
  })
  if (!isAdmitted(await send(context, fragment))) return
  const { landing } = await attempted(context, { ask: fragment })
  context.observe({ 'fragment of the callback': fragmentIn(landing.redirectedTo) })
})

/** Where the decision stands in a callback whose address has a fragment: behind it, nobody who is called reads it. */
const fragmentIn = (callback: string | undefined): string => {
  const url = URL.parse(callback ?? '')
  if (url === null) return 'not redirected'
  if (!url.searchParams.has('status')) return 'before the decision'
  return url.hash === '' ? 'left out' : 'after the decision'
}

clause.observe('GRANT-08', 'code of a missing or invalid parameter', context =>
  outcomes(context, {
    'no grants': { grants: undefined },
    'empty grants': { grants: '' },
    'no user_ocid': { user_ocid: undefined },
    'user_ocid no integer': { user_ocid: `${context.user.ocid}abc` },
    'path OCID no integer': { ocid: `${context.requester.ocid}abc` },
    'no callback_url': { callback_url: undefined },
    'empty callback_url': { callback_url: '' },
  }),
)

clause.observe('GRANT-08', 'parameter that is given twice, or is no text', async context => {
  await control(context)
  const once = ask(context)
  const after = (member: string) => context.get(`${pathOf(once)}&${member}`)
  const twice = (['grants', 'user_ocid', 'callback_url', 'state'] as const).map(
    name => [`${name} twice`, after(`${name}=${encodeURIComponent(once[name] ?? '')}`)] as const,
  )
  const noText = context.get(`${pathOf({ ...once, state: undefined })}&state=%ff`)
  await observeAnswers(context, { ...Object.fromEntries(twice), 'state that is no UTF-8': noText }, said)
})

clause.observe('GRANT-08', 'user whose KYC is not complete', async context => {
  const { user2 } = context
  await outcomes(context, { 'KYC not complete': { user_ocid: String(user2.ocid) } })
})

clause.observe('GRANT-08', 'user and requester that are absent', context =>
  outcomes(context, {
    'absent user': { user_ocid: absent.user },
    'absent requester': { ocid: absent.requester },
    'user that is a requester': { user_ocid: String(context.requester.ocid) },
  }),
)

clause.observe('GRANT-08', 'blanks and empty elements in grants', context =>
  outcomes(context, {
    'a blank after the comma': { grants: 'name, email' },
    'blanks around': { grants: ' name,email ' },
    'an empty element': { grants: 'name,,email' },
    'a final comma': { grants: 'name,email,' },
    'only a comma': { grants: ',' },
    'only a blank': { grants: ' ' },
  }),
)

clause.observe('GRANT-08', 'callback address of somebody else', context =>
  outcomes(context, { 'callback on another host': { callback_url: 'https://elsewhere.example/callback' } }),
)

clause.observe('GRANT-10', 'localhost outside production', async context => {
  if (context.run.target.environment === 'production')
    notApplicable('The operator says that the target runs in production, where GRANT-05 holds.')
  await outcomes(context, {
    'http on localhost': { callback_url: 'http://localhost:8443/callback' },
    'http on 127.0.0.1': { callback_url: 'http://127.0.0.1:8443/callback' },
    'https on localhost': { callback_url: 'https://localhost:8443/callback' },
    'https on 127.0.0.1': { callback_url: 'https://127.0.0.1:8443/callback' },
  })
})

/** What a provider chose where the document is silent on requests. Headings: GET /kyc/grant/{ocid}, Errors. */
export const grantChoices = whereDeclared(suite)
