import { http, type RequestHandler } from 'msw'
import { Refusal } from '../protocol/errors.ts'
import { arrivalOf } from './arrival.ts'
import { type Answer, type Behaviour, behave } from './behaviour.ts'
import type { CounterpartIdentity } from './identities.ts'
import { orderKey, type Stage } from './stage.ts'
import { type Kind, type Witnessed, witnessedOf } from './witnessed.ts'

type Method = 'get' | 'head' | 'post' | 'all'
type Reply = { usual: Answer; behaviour?: Behaviour | undefined }
type Call = { identity: CounterpartIdentity; witnessed: Witnessed; element: string }

/** `path` is a regular expression, below `{publicUrl}/{ocid}` or, where no identity plays, below `{publicUrl}`. */
type IdentityRoute = { methods: Method[]; path: string; kind: Kind; reply(stage: Stage, call: Call): Reply }
type Route = { methods: Method[]; path: string; kind: Kind; reply(stage: Stage, witnessed: Witnessed): Reply }

const ok = (body: unknown): Answer => ({ status: 200, body })

const refused = (refusal: Refusal): Answer => ({ status: refusal.status, body: refusal.body() })

const nothingHere = refused(new Refusal('NOT_FOUND', 404, 'Nobody is played at this address'))

const notAProof = refused(new Refusal('INVALID_REQUEST', 400, 'A notification is { proof, signature }'))

const metadata = (stage: Stage, { identity }: Call): Reply => ({
  usual: ok(stage.documentOf(identity)),
  behaviour: stage.misbehaviours.get(identity.ocid),
})

const order = (stage: Stage, { identity, element }: Call): Reply => {
  const published = stage.orders.get(orderKey(identity.ocid, element))
  return published ? { usual: ok(published.signedOrder), behaviour: published.behaviour } : { usual: nothingHere }
}

/** Heading: POST /transfer/webhook. */
const notification = (stage: Stage, { identity, witnessed }: Call): Reply => ({
  usual: identity.hasWebhook ? accepted(witnessed) : nothingHere,
  behaviour: stage.notifications.next(witnessed),
})

const accepted = ({ txid }: Witnessed): Answer => (txid === undefined ? notAProof : ok({ status: 'accepted', txid }))

const callback = (): Reply => ({ usual: { ...ok('Seen.'), contentType: 'text/plain' } })

const trap = (stage: Stage, { path }: Witnessed): Reply => {
  const behaviour = stage.traps.get(path.split('?', 1)[0] ?? '')
  return { usual: behaviour ? ok({}) : nothingHere, behaviour }
}

/** A picture for the pages that show who asks. */
const icon: Answer = {
  status: 200,
  contentType: 'image/svg+xml',
  body: '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 16 16"><circle cx="8" cy="8" r="7" fill="#0b6b50"/></svg>',
}

const identityRoutes: IdentityRoute[] = [
  { methods: ['get', 'head'], path: '/icon\\.svg', kind: 'other', reply: () => ({ usual: icon }) },
  { methods: ['get', 'head'], path: '/metadata\\.json', kind: 'metadata', reply: metadata },
  { methods: ['get', 'head'], path: '/orders/([^/]+)', kind: 'order', reply: order },
  { methods: ['post'], path: '/transfer/webhook', kind: 'notification', reply: notification },
  { methods: ['get', 'head', 'post'], path: '/(?:completed|cancelled|callback)', kind: 'callback', reply: callback },
  { methods: ['all'], path: '/.*', kind: 'other', reply: () => ({ usual: nothingHere }) },
]

const routes: Route[] = [
  {
    methods: ['get', 'head'],
    path: '/registry\\.json',
    kind: 'registry',
    reply: stage => ({ usual: ok(stage.registry) }),
  },
  { methods: ['all'], path: '/trap/.*', kind: 'other', reply: trap },
]

/**
 * The MSW handlers of one counterpart: every request finds one, and is witnessed before it is answered. What they serve and
 * how is on the stage, so that two counterparts know nothing of one another.
 */
export const counterpartHandlers = (stage: Stage): RequestHandler[] => [
  ...routes.flatMap(route => played(stage, route)),
  ...identityRoutes.flatMap(route => playedByIdentity(stage, route)),
  http.all(/^/, ({ request }) => perform(stage, request, { kind: 'other', reply: () => ({ usual: nothingHere }) })),
]

const below = (stage: Stage, path: string) => new RegExp(`^${escaped(stage.publicUrl)}${path}$`)

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const played = (stage: Stage, { methods, path, kind, reply }: Route): RequestHandler[] =>
  methods.map(method =>
    http[method](below(stage, path), ({ request }) =>
      perform(stage, request, { kind, reply: witnessed => reply(stage, witnessed) }),
    ),
  )

const playedByIdentity = (stage: Stage, { methods, path, kind, reply }: IdentityRoute): RequestHandler[] =>
  methods.map(method =>
    http[method](below(stage, `/([0-9]+)${path}`), ({ request, params }) => {
      const identity = stage.identities.get(String(params['0']))
      if (!identity) return undefined
      const element = String(params['1'])
      return perform(stage, request, {
        kind,
        ocid: identity.ocid,
        reply: witnessed => reply(stage, { identity, witnessed, element }),
      })
    }),
  )

type Performance = { kind: Kind; ocid?: number; reply(witnessed: Witnessed): Reply }

const perform = async (stage: Stage, request: Request, { reply, ...place }: Performance): Promise<Response> => {
  const witnessed = stage.witness.append(witnessedOf(await arrivalOf(request), place))
  const { usual, behaviour = {} } = reply(witnessed)
  const response = await behave(behaviour, usual, { hold: stage.hold, signal: request.signal })
  if (response.type !== 'error') witnessed.answer = response.status
  return response
}
