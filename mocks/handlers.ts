import { type HttpHandler, http } from 'msw'
import { type Behaviour, iconPath, type RecordedRequest, type RequestKind } from '../harness/counterpart.ts'
import { Refusal } from '../protocol/errors.ts'
import { textOf } from '../protocol/json/any-json.ts'
import { applyBehaviour, type UsualResponse } from './behaviour.ts'
import { type CounterpartState, orderKey } from './counterpart-state.ts'
import type { CounterpartIdentity } from './identities.ts'
import { rawRequestOf } from './raw-request.ts'
import { recordedRequest } from './recorded-request.ts'

type Method = 'get' | 'head' | 'post' | 'all'
/** `isStranger`: the address has never existed. */
type Reply = { usual: UsualResponse; behaviour?: Behaviour | undefined; isStranger?: true }
type Call = { identity: CounterpartIdentity; recorded: RecordedRequest; element: string }

/** A route below `{publicUrl}/{ocid}`; `path` is a regular expression. */
type IdentityRoute = {
  methods: Method[]
  path: string
  kind: RequestKind
  reply(state: CounterpartState, call: Call): Reply
}

/** A route below `{publicUrl}`; `path` is a regular expression. */
type Route = {
  methods: Method[]
  path: string
  kind: RequestKind
  reply(state: CounterpartState, recorded: RecordedRequest): Reply
}

const ok = (body: unknown): UsualResponse => ({ status: 200, body })

const refused = (refusal: Refusal): UsualResponse => ({ status: refusal.status, body: refusal.body() })

const nothingHere = refused(new Refusal('NOT_FOUND', 404, 'No identity has this address'))

const notAProof = refused(new Refusal('INVALID_REQUEST', 400, 'A notification is { proof, signature }'))

const metadata = (state: CounterpartState, { identity }: Call): Reply => ({
  usual: ok(state.documentOf(identity)),
  behaviour: state.metadataBehaviours.get(identity.ocid),
})

const order = (state: CounterpartState, { identity, element }: Call): Reply => {
  const published = state.orders.get(orderKey(identity.ocid, element))
  return published ? { usual: ok(published.text), behaviour: published.behaviour } : { usual: nothingHere }
}

/** Heading: POST /transfer/webhook. */
const notification = (state: CounterpartState, { identity, recorded }: Call): Reply => ({
  usual: identity.hasWebhook ? accepted(recorded) : nothingHere,
  behaviour: state.webhookScripts.next(recorded),
})

const accepted = ({ txid }: RecordedRequest): UsualResponse =>
  txid === undefined ? notAProof : ok({ status: 'accepted', txid })

const callback = (): Reply => ({ usual: { ...ok('Seen.'), contentType: 'text/plain' } })

const trap = (state: CounterpartState, { path }: RecordedRequest): Reply => {
  const behaviour = state.traps.get(path.split('?', 1)[0] ?? '')
  return behaviour ? { usual: ok({}), behaviour } : unknown()
}

const unknown = (): Reply => ({ usual: nothingHere, isStranger: true })

/** The requester's icon, which consent pages show: a green disc of 16 by 16 pixels. */
const icon: UsualResponse = {
  status: 200,
  contentType: 'image/png',
  body: Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAABAAAAAQAQMAAAAlPW0iAAAABlBMVEX///8La1C09d8HAAAAAXRSTlMAQObYZgAAACFJREFUeNpjYGBgYH/AIP+Dwf4PCNX/Q0cQcfkfIGUMDACnphHXdPNinwAAAABJRU5ErkJggg==',
    'base64',
  ),
}

const escaped = (text: string): string => text.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')

const identityRoutes: IdentityRoute[] = [
  { methods: ['get', 'head'], path: escaped(iconPath), kind: 'other', reply: () => ({ usual: icon }) },
  { methods: ['get', 'head'], path: '/metadata\\.json', kind: 'metadata', reply: metadata },
  { methods: ['get', 'head'], path: '/orders/([^/]+)', kind: 'order', reply: order },
  { methods: ['post'], path: '/transfer/webhook', kind: 'notification', reply: notification },
  { methods: ['get', 'head', 'post'], path: '/(?:completed|cancelled|callback)', kind: 'callback', reply: callback },
  { methods: ['all'], path: '/.*', kind: 'other', reply: unknown },
]

const routes: Route[] = [
  {
    methods: ['get', 'head'],
    path: '/registry\\.json',
    kind: 'registry',
    reply: state => ({ usual: ok(state.registry) }),
  },
  { methods: ['all'], path: '/trap/.*', kind: 'other', reply: trap },
]

/**
 * Returns the MSW handlers of one counterpart. Every request has a handler, and is recorded before it is answered. All
 * state is in `state`, so that several counterparts can run side by side.
 */
export const counterpartHandlers = (state: CounterpartState): HttpHandler[] => [
  ...routes.flatMap(route => handlersOf(state, route)),
  ...identityRoutes.flatMap(route => identityHandlersOf(state, route)),
  http.all(/^/, ({ request }) => respond(state, request, { kind: 'other', reply: unknown })),
]

const below = (state: CounterpartState, path: string) => new RegExp(`^${escaped(state.publicUrl)}${path}$`)

const handlersOf = (state: CounterpartState, { methods, path, kind, reply }: Route): HttpHandler[] =>
  methods.map(method =>
    http[method](below(state, path), ({ request }) =>
      respond(state, request, { kind, reply: recorded => reply(state, recorded) }),
    ),
  )

const identityHandlersOf = (state: CounterpartState, { methods, path, kind, reply }: IdentityRoute): HttpHandler[] =>
  methods.map(method =>
    http[method](below(state, `/([0-9]+)${path}`), ({ request, params }) => {
      const identity = state.identities.get(textOf(params['0']))
      if (!identity) return undefined
      const element = textOf(params['1'])
      return respond(state, request, {
        kind,
        ocid: identity.ocid,
        reply: recorded => reply(state, { identity, recorded, element }),
      })
    }),
  )

type Responder = { kind: RequestKind; ocid?: number; reply(recorded: RecordedRequest): Reply }

const respond = async (
  state: CounterpartState,
  request: Request,
  { reply, ...purpose }: Responder,
): Promise<Response> => {
  const recorded = recordedRequest(await rawRequestOf(request), purpose)
  const { usual, behaviour = {}, isStranger = false } = reply(recorded)
  state.journal.append(recorded, isStranger)
  const response = await applyBehaviour(behaviour, usual, { delays: state.delays, signal: request.signal })
  if (response.type !== 'error') recorded.responseStatus = response.status
  return response
}
