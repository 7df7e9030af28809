/**
 * CALLBACK-09 · Body encoding of the submission; the redirect status (302, 303); members beyond the five; how the lists
 * are written (commas escaped or not, their order).
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { decideAsControl, decisionGranting, isSameList, listIn, programUser } from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'
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

const { clause } = defineSuite({ id: 'callback-choices', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause.observe('CALLBACK-09', 'status of the redirect', async context => {
  const { landing } = await decideAsControl(context)
  context.observe({ 'status of the redirect': landing.redirectStatus ?? 'none' })
})

/** The permissions in an order that is neither the document's nor alphabetical. */
const requested = ['phone', 'name', 'liveness', 'email', 'id_card']

const orderings = (list: readonly string[]): Record<string, string> => ({
  'as requested': requested.filter(permission => list.includes(permission)).join(),
  'as in the document': permissions.filter(permission => list.includes(permission)).join(),
  alphabetical: [...list].sort().join(),
})

const orderingWord = (list: readonly string[]): string =>
  Object.entries(orderings(list)).find(([, text]) => text === list.join())?.[0] ?? 'another'

const decidePartly = async (context: CheckContext) => {
  const decision = decisionGranting(requested, ['phone', 'name', 'email'])
  const { landing, query } = await decideAsControl(context, { request: { grants: requested.join(',') }, decision })
  const encoded = /[?&]grants=([^&#]*)/.exec(landing.redirectedTo ?? '')?.[1] ?? ''
  return { encoded, list: listIn(query, 'grants') ?? [], query }
}

clause.observe('CALLBACK-09', 'how the lists are written', async context => {
  const { encoded, list } = await decidePartly(context)
  context.observe({
    'commas of the lists': /%2c/i.test(encoded) ? 'escaped' : encoded.includes(',') ? 'as they are' : 'none',
    'order of the lists': orderingWord(list),
  })
})

const documentedMembers = ['status', 'grants', 'denied', 'user_ocid', 'state']

clause.observe('CALLBACK-09', 'members of the callback beyond the five', async context => {
  const { query } = await decidePartly(context)
  const own = new URL(context.run.callbackUrl).searchParams
  const others = [...new Set(query.keys())].filter(name => !documentedMembers.includes(name) && !own.has(name))
  const names = others.join(', ').slice(0, 200)
  context.observe({ 'further members of the callback': names ? 'some' : 'none' }, names || undefined)
})

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
  const outcome = async ({ change, tookEffect }: Tampering) =>
    tamperingWord(await decideTampered(context, change), tookEffect)
  context.observe({
    'another callback_url in the form': await outcome(anotherCallback(context)),
    'another user_ocid in the form': await outcome(anotherUser(context)),
    'a permission in the form that was not requested': await outcome(unrequestedPermission),
  })
})

/** Decides on three permissions by the documented lists instead of the fields of the page. */
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
