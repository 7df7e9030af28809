import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { arrived, decideOn, isSameList, listIn, permissions } from '../../support/kyc/consent-flow.ts'
import {
  anotherCallback,
  anotherUser,
  documentedLists,
  fateOf,
  type Tampering,
  tampered,
  unrequestedPermission,
} from '../../support/kyc/tampered-submission.ts'
import { wordOf } from '../../support/observations.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'callback-choices', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'application/json']

const documented = ['user_ocid', 'callback_url', 'state', 'granted_permissions', 'denied_permissions']

clause.observe('CALLBACK-09', 'encoding and fields of the submission', async context => {
  const { landing } = await arrived(context)
  const deciding = landing.steps.at(-1)
  const names = [...new Set((deciding?.fields ?? []).map(([name]) => name.slice(0, 60)))]
  const others = names.filter(name => !documented.includes(name))
  context.observe(
    {
      encoding: deciding === undefined ? 'none' : wordOf(deciding.enctype, encodings, 'another'),
      'steps to a decision': landing.steps.length,
      'documented fields': documented.filter(name => names.includes(name)),
      'further fields': others.length > 0 ? 'some' : 'none',
    },
    others.join(', ').slice(0, 300) || undefined,
  )
})

clause.observe('CALLBACK-09', 'fields that do not fit the request', async context => {
  const fate = async ({ change, isOriginal }: Tampering) => fateOf(await tampered(context, change), isOriginal)
  context.observe({
    'another callback_url in the form': await fate(anotherCallback(context)),
    'another user_ocid in the form': await fate(anotherUser(context)),
    'a permission in the form that was not requested': await fate(unrequestedPermission),
  })
})

/** What was granted of three, in the documented lists instead of what the page has. */
const sentInLists = async (context: CheckContext, granted: string, denied: string) => {
  const way = await tampered(context, documentedLists(granted, denied), 'name,email,phone')
  const [grants, refused] = [listIn(way.told, 'grants') ?? [], listIn(way.told, 'denied') ?? []]
  return { way, grants, refused }
}

clause.observe('CALLBACK-09', 'documented lists for the fields of the page', async context => {
  const { way, grants, refused } = await sentInLists(context, 'phone', 'name,email')
  const isIt = isSameList(grants, ['phone']) && isSameList(refused, ['name', 'email'])
  context.observe({ 'documented lists for the own fields': fateOf(way, () => !isIt) })
})

clause.observe('CALLBACK-09', 'permission in both documented lists', async context => {
  const { way, grants, refused } = await sentInLists(context, 'name,email', 'email,phone')
  const said = grants.includes('email') ? 'granted' : refused.includes('email') ? 'denied' : 'in neither list'
  context.observe({ 'a permission in both lists': way.landing.redirectedTo === undefined ? 'refused' : said })
})

clause.observe('CALLBACK-09', 'status of the redirect', async context => {
  const { landing } = await arrived(context)
  context.observe({ 'status of the redirect': landing.redirectStatus ?? 'none' })
})

/** Asked for in an order that is neither the document's nor the alphabet's. */
const shuffled = ['phone', 'name', 'liveness', 'email', 'id_card']

const orders = (list: readonly string[]): Record<string, string> => ({
  'as requested': shuffled.filter(one => list.includes(one)).join(),
  'as in the document': permissions.filter(one => list.includes(one)).join(),
  alphabetical: [...list].sort().join(),
})

const orderOf = (list: readonly string[]): string =>
  Object.entries(orders(list)).find(([, order]) => order === list.join())?.[0] ?? 'another'

const written = async (context: CheckContext) => {
  const decision = decideOn(shuffled, ['phone', 'name', 'email'])
  const { landing, told } = await arrived(context, { ask: { grants: shuffled.join(',') }, decision })
  const raw = /[?&]grants=([^&#]*)/.exec(landing.redirectedTo ?? '')?.[1] ?? ''
  return { raw, list: listIn(told, 'grants') ?? [], told }
}

clause.observe('CALLBACK-09', 'how the lists are written', async context => {
  const { raw, list } = await written(context)
  context.observe({
    'commas of the lists': /%2c/i.test(raw) ? 'escaped' : raw.includes(',') ? 'as they are' : 'none',
    'order of the lists': orderOf(list),
  })
})

const members = ['status', 'grants', 'denied', 'user_ocid', 'state']

clause.observe('CALLBACK-09', 'members of the callback beyond the five', async context => {
  const { told } = await written(context)
  const own = new URL(context.run.callbackUrl).searchParams
  const others = [...new Set(told.keys())].filter(name => !members.includes(name) && !own.has(name))
  const names = others.join(', ').slice(0, 200)
  context.observe({ 'further members of the callback': names ? 'some' : 'none' }, names || undefined)
})

/** How a provider carries a decision where the document leaves it open. Heading: GET /kyc/grant/{ocid}. */
export const callbackChoices = whereDeclared(suite)
