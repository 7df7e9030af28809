/**
 * GRANT-08 · Which of the ten codes answers an invalid or missing parameter other than callback_url (the list has none
 * for it, yet code is required), and a missing callback_url; when USER_NOT_FOUND, KYC_NOT_COMPLETE,
 * GRANT_NOT_AUTHORIZED answer; blanks and empty elements in grants; whether the callback address must belong to the
 * requester.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { inAddress } from '../../../protocol/json/any-json.ts'
import { decideOn, newUser } from '../../support/kyc/consent-flow.ts'
import {
  grantRequest,
  isAdmitted,
  pathOf,
  permissionsIn,
  sendGrantControl,
  urlOf,
  visitPath,
} from '../../support/kyc/grant-request.ts'
import { grantOutcomeOf, observeGrantRequests } from '../../support/kyc/observe-requests.ts'
import { observeAnswers } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'grant-choices', roles: ['kyc'], operations: ['kyc.grant'] })

clause.observe('GRANT-08', 'code of a missing or invalid parameter', context =>
  observeGrantRequests(context, {
    'no grants': { grants: undefined },
    'empty grants': { grants: '' },
    'no user_ocid': { user_ocid: undefined },
    'user_ocid no integer': { user_ocid: `${context.user.ocid}abc` },
    'user_ocid with a plus sign': { user_ocid: `+${context.user.ocid}` },
    'user_ocid with a leading zero': { user_ocid: `0${context.user.ocid}` },
    'path OCID no integer': { ocid: `${context.requester.ocid}abc` },
    'no callback_url': { callback_url: undefined },
    'empty callback_url': { callback_url: '' },
  }),
)

clause.observe(
  'GRANT-08',
  { id: 'parameter-that-is-given-twice-or-is-no-text', title: 'parameter that is repeated or not a text' },
  async context => {
    await sendGrantControl(context)
    const request = grantRequest(context)
    const repeated = (['grants', 'user_ocid', 'callback_url', 'state'] as const).map(name => {
      const member = `${name}=${inAddress(request[name] ?? '')}`
      return [`${name} twice`, visitPath(context, `${pathOf(request)}&${member}`)] as const
    })
    const notUtf8 = visitPath(context, `${pathOf({ ...request, state: undefined })}&state=%ff`)
    const requests = { ...Object.fromEntries(repeated), 'state that is no UTF-8': notUtf8 }
    await observeAnswers(context, requests, grantOutcomeOf)
  },
)

/** States that may count as missing or as empty, or that a form changes, written as in a query. */
const oddStates = { 'a state that is no UTF-8': '%ff', 'a state with a line feed': 'a%0ab', 'an empty state': '' }

/** Returns the vocabulary's word for the state of a callback, given in query notation. */
const returnedWord = (callback: string | undefined, written: string): string => {
  if (callback === undefined) return 'not redirected'
  const text = /[?&]state=([^&#]*)/.exec(callback)?.[1]
  if (text === undefined) return 'left out'
  if (text.toLowerCase() === written) return 'as it came'
  return text === '' ? 'empty' : 'another text'
}

clause.observe('GRANT-08', 'state that is empty, or no text', async context => {
  await sendGrantControl(context)
  const request = grantRequest(context, { state: undefined })
  for (const [what, written] of Object.entries(oddStates)) {
    const response = await visitPath(context, `${pathOf(request)}&state=${written}`)
    if (what === 'an empty state') context.observe({ [what]: grantOutcomeOf(response) })
    if (!isAdmitted(response)) continue
    const user = newUser(context)
    const { page, isConsent } = await user.visit(`${urlOf(context, request)}&state=${written}`, permissionsIn(request))
    if (!isConsent || page === undefined) continue
    const { landing } = await decideOn({ request, user, page })
    context.observe({ [`callback of ${what}`]: returnedWord(landing.redirectedTo, written) })
  }
})

clause.observe('GRANT-08', 'user whose KYC is not complete', async context => {
  const { user2 } = context
  await observeGrantRequests(context, { 'KYC not complete': { user_ocid: String(user2.ocid) } })
})

clause.observe('GRANT-08', 'user and requester that are absent', context =>
  observeGrantRequests(context, {
    'absent user': { user_ocid: String(context.run.absent.user) },
    'absent requester': { ocid: context.run.absent.requester },
    'user that is a requester': { user_ocid: String(context.requester.ocid) },
  }),
)

clause.observe('GRANT-08', 'blanks and empty elements in grants', context =>
  observeGrantRequests(context, {
    'a blank after the comma': { grants: 'name, email' },
    'blanks around': { grants: ' name,email ' },
    'an empty element': { grants: 'name,,email' },
    'a final comma': { grants: 'name,email,' },
    'only a comma': { grants: ',' },
    'only a blank': { grants: ' ' },
  }),
)

clause.observe(
  'GRANT-08',
  { id: 'callback-address-of-somebody-else', title: 'callback address of another requester' },
  context =>
    observeGrantRequests(context, {
      'callback on another host': { callback_url: 'https://elsewhere.example/callback' },
    }),
)
