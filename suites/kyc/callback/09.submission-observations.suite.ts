import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { decideAsControl, isSameList, listIn, programUser } from '../../support/kyc/consent-flow.ts'
import {
  anotherCallback,
  anotherUser,
  decideTampered,
  documentedLists,
  type Tampering,
  tamperingWord,
  unrequestedPermission,
} from '../../support/kyc/tampered-submission.ts'
import { wordOf } from '../../support/observations.ts'

/** How a provider receives the submission where the document leaves it open. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback-choices', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'application/json']

const documentedFields = ['user_ocid', 'callback_url', 'state', 'granted_permissions', 'denied_permissions']

clause.observe('CALLBACK-09', 'encoding and fields of the submission', async context => {
  const { landing } = await decideAsControl(context, { user: programUser(context) })
  const submission = landing.steps.at(-1)
  const names = [...new Set((submission?.fields ?? []).map(([name]) => name.slice(0, 60)))]
  const others = names.filter(name => !documentedFields.includes(name))
  context.observe(
    {
      encoding: submission === undefined ? 'none' : wordOf(submission.enctype, encodings, 'another'),
      'steps to a decision': landing.steps.length,
      'documented fields': documentedFields.filter(name => names.includes(name)),
      'further fields': others.length > 0 ? 'some' : 'none',
    },
    others.join(', ').slice(0, 300) || undefined,
  )
})

clause.observe('CALLBACK-09', 'fields that do not fit the request', async context => {
  const outcome = async ({ change, isTaken }: Tampering) =>
    tamperingWord(await decideTampered(context, change), isTaken)
  context.observe({
    'another callback_url in the form': await outcome(anotherCallback(context)),
    'another user_ocid in the form': await outcome(anotherUser(context)),
    'a permission in the form that was not requested': await outcome(unrequestedPermission),
  })
})

/** Decides on three permissions by the documented lists, in place of the fields of the page. */
const decideByLists = async (context: CheckContext, granted: string, denied: string) => {
  const result = await decideTampered(context, documentedLists(granted, denied), {
    request: { grants: 'name,email,phone' },
  })
  const { query } = result
  return { result, grants: listIn(query, 'grants') ?? [], refused: listIn(query, 'denied') ?? [] }
}

clause.observe('CALLBACK-09', 'documented lists for the fields of the page', async context => {
  const { result, grants, refused } = await decideByLists(context, 'phone', 'name,email')
  const isDecision = isSameList(grants, ['phone']) && isSameList(refused, ['name', 'email'])
  context.observe({ 'documented lists for the own fields': tamperingWord(result, () => isDecision) })
})

clause.observe('CALLBACK-09', 'permission in both documented lists', async context => {
  const { result, grants, refused } = await decideByLists(context, 'name,email', 'email,phone')
  const word = grants.includes('email') ? 'granted' : refused.includes('email') ? 'denied' : 'in neither list'
  context.observe({ 'a permission in both lists': result.landing.redirectedTo === undefined ? 'refused' : word })
})
