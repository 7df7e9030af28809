import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import type { Stage } from '../harness/stage.ts'
import { arrived, decideOn, listIn, permissions } from './asked.ts'

const suite = defineSuite({ id: 'callback-choices', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

const documented = ['user_ocid', 'callback_url', 'state', 'granted_permissions', 'denied_permissions']

clause.observe('CALLBACK-09', 'encoding and fields of the submission', async stage => {
  const { landing } = await arrived(stage)
  const deciding = landing.steps.at(-1)
  const names = [...new Set((deciding?.fields ?? []).map(([name]) => name.slice(0, 60)))]
  stage.observe({
    encoding: deciding?.enctype ?? 'none',
    steps: landing.steps.length,
    documented: documented.filter(name => names.includes(name)).join(', ') || 'none',
    others:
      names
        .filter(name => !documented.includes(name))
        .join(', ')
        .slice(0, 300) || 'none',
  })
})

clause.observe('CALLBACK-09', 'status of the redirect', async stage => {
  const { landing } = await arrived(stage)
  stage.observe({ status: landing.redirectStatus ?? 'none' })
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
    commas: /%2c/i.test(raw) ? 'escaped' : raw.includes(',') ? 'as they are' : 'none',
    order: orderOf(list),
  })
})

const members = ['status', 'grants', 'denied', 'user_ocid', 'state']

clause.observe('CALLBACK-09', 'members of the callback beyond the five', async stage => {
  const { told } = await written(stage)
  const own = new URL(stage.session.callbackUrl).searchParams
  const others = [...new Set(told.keys())].filter(name => !members.includes(name) && !own.has(name))
  stage.observe({ others: others.join(', ').slice(0, 200) || 'none' })
})

/** How a provider carries a decision where the document leaves it open. Heading: GET /kyc/grant/{ocid}. */
export const callbackChoices = whereDeclared(suite)
