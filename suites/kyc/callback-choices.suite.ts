import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Stage } from '../harness/stage.ts'
import { wordOf } from '../observed.ts'
import { arrived, decideOn, isSameList, listIn, permissions } from './asked.ts'
import {
  anotherCallback,
  anotherUser,
  documentedLists,
  fateOf,
  type Tampering,
  tampered,
  unrequestedPermission,
} from './tampered.ts'

const suite = defineSuite({ id: 'callback-choices', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const encodings = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain', 'application/json']

const documented = ['user_ocid', 'callback_url', 'state', 'granted_permissions', 'denied_permissions']

clause.observe('CALLBACK-09', 'encoding and fields of the submission', async stage => {
  const { landing } = await arrived(stage)
  const deciding = landing.steps.at(-1)
  const names = [...new Set((deciding?.fields ?? []).map(([name]) => name.slice(0, 60)))]
  const others = names.filter(name => !documented.includes(name))
  stage.observe(
    {
      encoding: deciding === undefined ? 'none' : wordOf(deciding.enctype, encodings, 'another'),
      'steps to a decision': landing.steps.length,
      'documented fields': documented.filter(name => names.includes(name)),
      'further fields': others.length > 0 ? 'some' : 'none',
    },
    others.join(', ').slice(0, 300) || undefined,
  )
})

clause.observe('CALLBACK-09', 'fields that do not fit the request', async stage => {
  const fate = async ({ change, isOriginal }: Tampering) => fateOf(await tampered(stage, change), isOriginal)
  stage.observe({
    'another callback_url in the form': await fate(anotherCallback(stage)),
    'another user_ocid in the form': await fate(anotherUser(stage)),
    'a permission in the form that was not requested': await fate(unrequestedPermission),
  })
})

/** What was granted of three, in the documented lists instead of what the page has. */
const sentInLists = async (stage: Stage, granted: string, denied: string) => {
  const way = await tampered(stage, documentedLists(granted, denied), 'name,email,phone')
  const [grants, refused] = [listIn(way.told, 'grants') ?? [], listIn(way.told, 'denied') ?? []]
  return { way, grants, refused }
}

clause.observe('CALLBACK-09', 'documented lists for the fields of the page', async stage => {
  const { way, grants, refused } = await sentInLists(stage, 'phone', 'name,email')
  const isIt = isSameList(grants, ['phone']) && isSameList(refused, ['name', 'email'])
  stage.observe({ 'documented lists for the own fields': fateOf(way, () => !isIt) })
})

clause.observe('CALLBACK-09', 'permission in both documented lists', async stage => {
  const { way, grants, refused } = await sentInLists(stage, 'name,email', 'email,phone')
  const said = grants.includes('email') ? 'granted' : refused.includes('email') ? 'denied' : 'in neither list'
  stage.observe({ 'a permission in both lists': way.landing.redirectedTo === undefined ? 'refused' : said })
})

clause.observe('CALLBACK-09', 'status of the redirect', async stage => {
  const { landing } = await arrived(stage)
  stage.observe({ 'status of the redirect': landing.redirectStatus ?? 'none' })
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

const written = async (stage: Stage) => {
  const decision = decideOn(shuffled, ['phone', 'name', 'email'])
  const { landing, told } = await arrived(stage, { ask: { grants: shuffled.join(',') }, decision })
  const raw = /[?&]grants=([^&#]*)/.exec(landing.redirectedTo ?? '')?.[1] ?? ''
  return { raw, list: listIn(told, 'grants') ?? [], told }
}

clause.observe('CALLBACK-09', 'how the lists are written', async stage => {
  const { raw, list } = await written(stage)
  stage.observe({
    'commas of the lists': /%2c/i.test(raw) ? 'escaped' : raw.includes(',') ? 'as they are' : 'none',
    'order of the lists': orderOf(list),
  })
})

const members = ['status', 'grants', 'denied', 'user_ocid', 'state']

clause.observe('CALLBACK-09', 'members of the callback beyond the five', async stage => {
  const { told } = await written(stage)
  const own = new URL(stage.session.callbackUrl).searchParams
  const others = [...new Set(told.keys())].filter(name => !members.includes(name) && !own.has(name))
  const names = others.join(', ').slice(0, 200)
  stage.observe({ 'further members of the callback': names ? 'some' : 'none' }, names || undefined)
})

/** How a provider carries a decision where the document leaves it open. Heading: GET /kyc/grant/{ocid}. */
export const callbackChoices = whereDeclared(suite)
