/** CALLBACK-12 · A callback_url whose own query already has status, grants, state or user_ocid. */

import { defineSuite } from '../../../harness/clause.ts'
import { decide } from '../../support/kyc/consent-flow.ts'
import { isAdmitted, sendGrantRequest } from '../../support/kyc/grant-request.ts'
import { answerOf } from '../../support/observations.ts'

const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** Members that the query of a callback address may already have. */
const ownMembers = { status: 'denied', grants: 'liveness', denied: 'name', state: 'own', user_ocid: '1' }

/** Returns the vocabulary's word for the values of a member that the callback address already had. */
const memberWord = (values: string[], own: string): string => {
  if (values.length > 1) return `both, ${values[0] === own ? 'its own first' : 'its own last'}`
  if (values.includes(own)) return 'its own'
  return values.length > 0 ? 'that of the decision' : 'neither'
}

for (const [name, value] of Object.entries(ownMembers))
  clause.observe('CALLBACK-12', `callback address that has ${name} already`, async context => {
    const { callbackUrl } = context.run
    const callback_url = `${callbackUrl}${callbackUrl.includes('?') ? '&' : '?'}${name}=${value}`
    const response = await sendGrantRequest(context, { callback_url })
    if (!isAdmitted(response)) return context.observe({ [name]: answerOf(response) })
    const { landing, query } = await decide(context, { request: { callback_url } })
    const word = memberWord(query.getAll(name), value)
    context.observe({ [name]: landing.redirectedTo === undefined ? 'not redirected' : word })
  })
