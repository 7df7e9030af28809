import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { describeLanding } from '../../support/describe-landing.ts'
import {
  type Asked,
  decided,
  decideOn,
  isAtCallback,
  isSameList,
  listIn,
  opened,
  permissions,
  queryOf,
  sublists,
  userOf,
} from '../../support/kyc/consent-flow.ts'
import { whereDeclared } from '../../support/parametrize.ts'

const suite = defineSuite({ id: 'kyc-flow', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })
const { clause } = suite

/** The gateway is told what was granted; how an empty list is written is another row's affair (CALLBACK-03). */
const isTold = (told: URLSearchParams, granted: readonly string[], what: string) => {
  const grants = (listIn(told, 'grants') ?? []).filter(one => one !== '')
  expectThat(isSameList(grants, granted), `the gateway is told another decision: ${what}`, {
    expected: granted.join(',') || 'nothing granted',
    actual: told.toString(),
  })
}

clause('FLOW-04', 'every decision about five permissions', async context => {
  const ways = sublists(permissions).map(async granted => {
    const decision = decideOn(permissions, granted)
    const { told } = await decided(context, { ask: { grants: permissions.join(',') }, decision })
    isTold(told, granted, `granted was ${granted.join(',') || 'nothing'}`)
  })
  await Promise.all(ways)
})

type Wish = { asked: Asked; granted: readonly string[] }

/** The decision of one request arrives with its own state, user and permissions. */
const arrivesAlone = async ({ asked, granted }: Wish) => {
  const all = (asked.ask.grants ?? '').split(',')
  const landing = await asked.page.decide(decideOn(all, granted))
  const told = queryOf(landing)
  expectThat(isAtCallback(landing, asked.ask), 'a request beside another one does not lead to the callback', {
    expected: asked.ask.callback_url,
    actual: describeLanding(landing),
  })
  expectThat(told.get('state') === asked.ask.state, 'two requests of one browser are mixed up', {
    expected: `state=${asked.ask.state}`,
    actual: told.toString(),
  })
  isTold(told, granted, 'two requests of one browser are mixed up')
}

const sideBySide = async (context: CheckContext, requests: readonly (readonly [grants: string, granted: string])[]) => {
  const user = userOf(context)
  const wishes: Wish[] = []
  for (const [grants, granted] of requests)
    wishes.push({ asked: await opened(context, { grants }, user), granted: granted.split(',') })
  return wishes
}

clause('FLOW-04', 'two requests of one browser, decided in turn', async context => {
  for (const wish of await sideBySide(context, [
    ['name,email', 'name'],
    ['phone,id_card,liveness', 'liveness,phone'],
  ]))
    await arrivesAlone(wish)
})

clause('FLOW-04', 'two requests of one browser, the later decided first', async context => {
  const wishes = await sideBySide(context, [
    ['name,email', 'email'],
    ['name,email', 'name'],
  ])
  for (const wish of wishes.reverse()) await arrivesAlone(wish)
})

clause('FLOW-04', 'two requests of one browser for two requesters', async context => {
  const user = userOf(context)
  const first = await opened(context, {}, user)
  const second = await opened(context, { ocid: context.unreliable.ocid, grants: 'phone,name' }, user)
  await arrivesAlone({ asked: first, granted: ['email'] })
  await arrivesAlone({ asked: second, granted: ['phone'] })
})

/** From the gateway by way of the user back to the gateway. Heading: GET /kyc/grant/{ocid}. */
export const kycFlow = whereDeclared(suite)
