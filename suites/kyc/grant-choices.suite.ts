import { whereDeclared } from '../every.ts'
import type { Answer } from '../harness/answer.ts'
import { defineSuite } from '../harness/clause.ts'
import { notApplicable } from '../harness/outcome.ts'
import type { Stage } from '../harness/stage.ts'
import { answerOf, observeAnswers } from '../observed.ts'
import { type Ask, arrived, ask, attempted, control, isAdmitted, listIn, pathOf, send } from './asked.ts'

const suite = defineSuite({ id: 'grant-choices', roles: ['kyc'], operations: ['kyc.grant'] })
const { clause } = suite

const said = (answer: Answer): string => (isAdmitted(answer) ? 'accepted' : answerOf(answer))

/** What becomes of each request, after a correct one was accepted. */
const outcomes = async (stage: Stage, tried: Readonly<Record<string, Partial<Ask>>>) => {
  await control(stage)
  const sent = Object.entries(tried).map(([what, changes]) => [what, send(stage, changes)] as const)
  await observeAnswers(stage, Object.fromEntries(sent), said)
}

clause.observe('GRANT-07', 'unknown permissions', stage =>
  outcomes(stage, {
    'unknown permission': { grants: 'shoe_size' },
    'unknown one of two': { grants: 'name,shoe_size' },
    'permission in upper case': { grants: 'NAME' },
  }),
)

clause.observe('GRANT-07', 'repeated permissions', async stage => {
  const answer = await send(stage, { grants: 'name,email,name' })
  if (!isAdmitted(answer)) return stage.observe({ 'permission twice': answerOf(answer) })
  const plan = { ask: { grants: 'name,email,name' }, decision: { granted: ['name', 'email'], denied: [] } }
  const { told } = await arrived(stage, plan)
  const grants = { 'name,email': 'each once', 'name,email,name': 'as requested' }[(listIn(told, 'grants') ?? []).join()]
  stage.observe({ 'permission twice': 'accepted', 'grants where one was asked twice': grants ?? 'another list' })
})

/** OCIDs that are in no registry, known to nobody. */
const absent = { requester: 7999, user: '8999' }

clause.observe('GRANT-07', 'unknown requester and unknown user', stage =>
  outcomes(stage, { 'unknown requester': { ocid: absent.requester }, 'unknown user': { user_ocid: absent.user } }),
)

clause.observe('GRANT-07', 'user info and fragment in the callback address', async stage => {
  const { callbackUrl } = stage.session
  const fragment = { callback_url: `${callbackUrl}#part` }
  await outcomes(stage, {
    'user info': { callback_url: callbackUrl.replace('://', '://somebody:secret@') },
    'a fragment': fragment,
  })
  if (!isAdmitted(await send(stage, fragment))) return
  const { landing } = await attempted(stage, { ask: fragment })
  stage.observe({ 'fragment of the callback': fragmentIn(landing.redirectedTo) })
})

/** Where the decision stands in a callback whose address has a fragment: behind it, nobody who is called reads it. */
const fragmentIn = (callback: string | undefined): string => {
  const url = URL.parse(callback ?? '')
  if (url === null) return 'not redirected'
  if (!url.searchParams.has('status')) return 'before the decision'
  return url.hash === '' ? 'left out' : 'after the decision'
}

clause.observe('GRANT-08', 'code of a missing or invalid parameter', stage =>
  outcomes(stage, {
    'no grants': { grants: undefined },
    'empty grants': { grants: '' },
    'no user_ocid': { user_ocid: undefined },
    'user_ocid no integer': { user_ocid: `${stage.user.ocid}abc` },
    'path OCID no integer': { ocid: `${stage.requester.ocid}abc` },
    'no callback_url': { callback_url: undefined },
    'empty callback_url': { callback_url: '' },
  }),
)

clause.observe('GRANT-08', 'parameter that is given twice, or is no text', async stage => {
  await control(stage)
  const once = ask(stage)
  const after = (member: string) => stage.get(`${pathOf(once)}&${member}`)
  const twice = (['grants', 'user_ocid', 'callback_url', 'state'] as const).map(
    name => [`${name} twice`, after(`${name}=${encodeURIComponent(once[name] ?? '')}`)] as const,
  )
  const noText = stage.get(`${pathOf({ ...once, state: undefined })}&state=%ff`)
  await observeAnswers(stage, { ...Object.fromEntries(twice), 'state that is no UTF-8': noText }, said)
})

clause.observe('GRANT-08', 'user whose KYC is not complete', async stage => {
  const { user2 } = stage
  await outcomes(stage, { 'KYC not complete': { user_ocid: String(user2.ocid) } })
})

clause.observe('GRANT-08', 'user and requester that are absent', stage =>
  outcomes(stage, {
    'absent user': { user_ocid: absent.user },
    'absent requester': { ocid: absent.requester },
    'user that is a requester': { user_ocid: String(stage.requester.ocid) },
  }),
)

clause.observe('GRANT-08', 'blanks and empty elements in grants', stage =>
  outcomes(stage, {
    'a blank after the comma': { grants: 'name, email' },
    'blanks around': { grants: ' name,email ' },
    'an empty element': { grants: 'name,,email' },
    'a final comma': { grants: 'name,email,' },
    'only a comma': { grants: ',' },
    'only a blank': { grants: ' ' },
  }),
)

clause.observe('GRANT-08', 'callback address of somebody else', stage =>
  outcomes(stage, { 'callback on another host': { callback_url: 'https://elsewhere.example/callback' } }),
)

clause.observe('GRANT-10', 'localhost outside production', async stage => {
  if (stage.session.target.environment === 'production')
    notApplicable('The operator says that the target runs in production, where GRANT-05 holds.')
  await outcomes(stage, {
    'http on localhost': { callback_url: 'http://localhost:8443/callback' },
    'http on 127.0.0.1': { callback_url: 'http://127.0.0.1:8443/callback' },
    'https on localhost': { callback_url: 'https://localhost:8443/callback' },
    'https on 127.0.0.1': { callback_url: 'https://127.0.0.1:8443/callback' },
  })
})

/** What a provider chose where the document is silent on requests. Headings: GET /kyc/grant/{ocid}, Errors. */
export const grantChoices = whereDeclared(suite)
