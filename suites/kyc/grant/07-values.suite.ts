/**
 * GRANT-07 · Unknown permission names; repeated ones; an unknown requesting OCID or user; user info or a fragment in
 * the callback address.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { decide, decideAsControl, listIn } from '../../support/kyc/consent-flow.ts'
import { isAdmitted, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { observeGrantRequests } from '../../support/kyc/observe-requests.ts'
import { answerOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'grant-choices', roles: ['kyc'], operations: ['kyc.grant'] })

clause.observe('GRANT-07', 'unknown permissions', context =>
  observeGrantRequests(context, {
    'unknown permission': { grants: 'shoe_size' },
    'unknown one of two': { grants: 'name,shoe_size' },
    'permission in upper case': { grants: 'NAME' },
  }),
)

clause.observe('GRANT-07', 'repeated permissions', async context => {
  const request = { grants: 'name,email,name' }
  const response = await sendGrantRequest(context, request)
  if (!isAdmitted(response)) return context.observe({ 'permission twice': answerOf(response) })
  const decision = { granted: ['name', 'email'], denied: [] }
  const { query } = await decideAsControl(context, { request, decision })
  const list = (listIn(query, 'grants') ?? []).join()
  const word = { 'name,email': 'each once', 'name,email,name': 'as requested' }[list] ?? 'another list'
  context.observe({ 'permission twice': 'accepted', 'grants where one was asked twice': word })
})

clause.observe('GRANT-07', 'unknown requester and unknown user', context =>
  observeGrantRequests(context, {
    'unknown requester': { ocid: context.run.absent.requester },
    'unknown user': { user_ocid: String(context.run.absent.user) },
  }),
)

/** Returns the vocabulary's word for where the fragment of a callback address went; a requester cannot read a decision after it. */
const fragmentWord = (callback: string | undefined): string => {
  const url = URL.parse(callback ?? '')
  if (url === null) return 'not redirected'
  if (!url.searchParams.has('status')) return 'before the decision'
  return url.hash === '' ? 'left out' : 'after the decision'
}

clause.observe('GRANT-07', 'user info and fragment in the callback address', async context => {
  const { callbackUrl } = context.run
  const withFragment = { callback_url: `${callbackUrl}#part` }
  await observeGrantRequests(context, {
    'user info': { callback_url: callbackUrl.replace('://', '://somebody:secret@') },
    'a fragment': withFragment,
  })
  if (!isAdmitted(await sendGrantRequest(context, withFragment))) return
  const { landing } = await decide(context, { request: withFragment })
  context.observe({ 'fragment of the callback': fragmentWord(landing.redirectedTo) })
})
