import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { decideAsControl, decisionGranting, listIn } from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'

/** How a provider writes the callback where the document leaves it open. Heading: KYC grant decision. */
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
