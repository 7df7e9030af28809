import type { Implementation } from '../../implementations/implementation.ts'
import type { Role } from '../../protocol/operations.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { publishedKey } from '../../reference/every-role/metadata/peer-key.ts'
import type { GatewayPolicies } from '../../reference/gateway/contract.ts'
import { notify } from '../../reference/gateway/notification/notify.ts'
import type { MerchantPolicies, Objection } from '../../reference/merchant/contract.ts'
import { objections } from '../../reference/merchant/webhook/objections.ts'
import { within } from '../../reference/service/ports.ts'
import {
  datedBy,
  deliveryNetwork,
  distance,
  firewall,
  hangsEvery,
  leakyBucket,
  limited,
  oneWorker,
  replica,
  resetsEvery,
  restartsEvery,
} from './hops.ts'
import { hostedPageAndBank, loginAndConsent, type OpenOrigin } from './origins.ts'
import type { Hop } from './proxy.ts'

/** The surroundings of a target in one run. */
type Surroundings = {
  /** The hops between the harness and the target, nearest to the harness first. */
  toTarget?: readonly Hop[]
  /** The hops between the target and the counterpart. */
  toCounterpart?: readonly Hop[]
  /** How the target itself differs. */
  target?: Partial<Pick<Implementation<CommonPolicies>, 'policies' | 'ports' | 'settings'>>
}

/** Circumstances of a conformant target in the field. */
export type Condition = {
  name: string
  /** What causes it. */
  story: string
  /** Creates new surroundings for each run. */
  surround: (role: Role, openOrigin: OpenOrigin) => Surroundings | Promise<Surroundings>
  /** The number of seeds; one where a limit makes a run long. */
  seeds: (role: Role) => number
  /** The roles that it affects; absent: every role. */
  roles?: readonly Role[]
  /** Clauses whose violation cannot be observed. */
  hides?: readonly RequirementId[]
  /** A run mostly waits, so several can run at the same time. */
  isSlow?: true
  /**
   * Harness and target get little CPU time. A check that runs out of time may be blocked with the measured slowness, and no mutant is
   * tried.
   */
  isStarved?: true
}

/** Replaces policies of a gateway; no other role has them. */
const ofGateway = (role: Role, policies: Partial<GatewayPolicies>): Surroundings['target'] & object =>
  role === 'gateway' ? { policies: policies as Partial<CommonPolicies> } : {}

/** One worker that handles a request at a time; it delivers the notification before it accepts the next request. */
const singleWorker = (role: Role): Surroundings => {
  const worker = oneWorker()
  const occupied: GatewayPolicies['notifyInBackground'] = (notice, gateway) =>
    worker.occupy(within(gateway.ports, 8_000, () => notify(notice, gateway)).catch(() => {}))
  return { toTarget: [worker.hop], target: ofGateway(role, { notifyInBackground: occupied }) }
}

/** Puts notifications into a queue that a worker polls every ten seconds. */
const queued: GatewayPolicies['notifyInBackground'] = (notice, gateway) => {
  const period = 10_000
  gateway.ports.after(period - (gateway.ports.now() % period), () => void notify(notice, gateway))
}

/** A cache of published keys for each process; requests go to them in turn. */
const cachesOfWorkers = (workers: number, heldMs: number): Partial<CommonPolicies> => {
  const caches = Array.from(
    { length: workers },
    () => new Map<number, { until: number; key: Promise<string | undefined> }>(),
  )
  let turn = 0
  return {
    keyCacheTtlMs: 0,
    publishedKey: (ocid, service) => {
      const cache = caches[turn++ % workers] ?? new Map()
      const held = cache.get(ocid)
      if (held && held.until > service.ports.now()) return held.key
      const key = publishedKey(ocid, service)
      cache.set(ocid, { until: service.ports.now() + heldMs, key })
      return key
    },
  }
}

/** Replaces policies of a merchant; no other role has them. */
const ofMerchant = (role: Role, policies: Partial<MerchantPolicies>): { policies?: Partial<CommonPolicies> } =>
  role === 'merchant' ? { policies: policies as Partial<CommonPolicies> } : {}

/** Rejects proofs from the future, and proofs older than half a minute. */
const isFresh: Objection = ({ proof, merchant }) => {
  const age = Math.floor(merchant.ports.now() / 1_000) - proof.timestamp
  return age < 0 || age > 30 ? 'The proof is not of now.' : undefined
}

/** A target whose clock differs; a merchant accepts only fresh proofs. */
const withClock = (role: Role, aheadMs: number): Surroundings => {
  const now = () => Date.now() + aheadMs
  const target = { ...ofMerchant(role, { objections: [isFresh, ...objections] }), ports: { now } }
  return { toTarget: [datedBy(now)], target }
}

const five = (): number => 5

/** Nothing between the harness and its target: the baseline of the other conditions. */
export const loopback: Condition = {
  name: 'loopback',
  story: 'Both are on one machine.',
  surround: () => ({}),
  seeds: five,
}

export const conditions: readonly Condition[] = [
  {
    name: 'far',
    story: 'The target is on another continent: 300 ms for each request, both ways.',
    surround: () => ({ toTarget: [distance(300)], toCounterpart: [distance(300)] }),
    seeds: five,
    isSlow: true,
  },
  {
    name: 'jitter',
    story: 'A mobile line or a busy network: 20 to 400 ms.',
    surround: () => ({ toTarget: [distance(20, 400)], toCounterpart: [distance(20, 400)] }),
    seeds: five,
    isSlow: true,
  },
  {
    name: 'flaky',
    story: 'A load balancer that restarts: every 300th response is lost, every 1,000th request hangs.',
    surround: () => ({ toTarget: [resetsEvery(300), hangsEvery(1_000)] }),
    seeds: five,
  },
  {
    name: 'restarts',
    story: 'The target restarts behind nginx: every 30 s there is its 502 page for 2 s.',
    surround: () => ({ toTarget: [restartsEvery(30_000, 2_000)] }),
    seeds: five,
  },
  {
    name: 'limited',
    story: 'An API gateway that forwards 120 requests a minute; the rest get 429 with Retry-After.',
    surround: () => ({ toTarget: [limited(120, 60_000)] }),
    seeds: () => 1,
    isSlow: true,
  },
  {
    name: 'throttled',
    story: 'nginx with limit_req of 20 a second; the rest get its 503 page.',
    surround: () => ({ toTarget: [leakyBucket(20)] }),
    seeds: role => (role === 'gateway' ? 1 : 5),
    isSlow: true,
  },
  {
    name: 'firewall',
    story: 'A web application firewall refuses requests without a User-Agent, and those that look like an attack.',
    surround: () => ({ toTarget: [firewall] }),
    seeds: five,
  },
  {
    name: 'delivery network',
    story: 'A delivery network in front: gzip, headers in its own case, connections closed after 100 requests.',
    surround: () => ({ toTarget: [deliveryNetwork()] }),
    seeds: five,
  },
  {
    name: 'one worker',
    story:
      'One worker process handles one request at a time, and delivers each notification before it accepts the next request.',
    surround: singleWorker,
    seeds: five,
    // It never handles two requests at the same time.
    hides: ['AUTH-15', 'TRANSFER-13'],
    isSlow: true,
  },
  {
    name: 'origins',
    story:
      'Consent and login are on separate origins, and so are the hosted page and the bank where a payment is confirmed.',
    surround: async (role, openOrigin) => {
      const { toTarget, pages } = await (role === 'kyc' ? loginAndConsent : hostedPageAndBank)(openOrigin)
      return { toTarget, target: { settings: { pages } } }
    },
    roles: ['gateway', 'kyc'],
    seeds: five,
  },
  {
    name: 'four workers',
    story: 'Four worker processes, each with its own cache of published keys.',
    surround: () => ({ target: { policies: cachesOfWorkers(4, 2_000) } }),
    roles: ['gateway', 'merchant'],
    seeds: five,
  },
  {
    name: 'replica',
    story: 'Verify reads from a replica of the database that is 400 ms behind.',
    surround: () => ({ toTarget: [replica(400)] }),
    roles: ['gateway'],
    seeds: five,
  },
  {
    name: 'queue',
    story:
      'Notifications of transfers go through a queue that is polled every 10 s; that of a hosted payment is sent before the redirect.',
    surround: role => ({ target: ofGateway(role, { notifyInBackground: queued }) }),
    roles: ['gateway'],
    seeds: five,
    isSlow: true,
  },
  {
    name: 'clock',
    story: "The target's clock is 3 s ahead.",
    surround: role => withClock(role, 3_000),
    seeds: five,
  },
  {
    name: 'clock behind',
    story: "The target's clock is 100 s behind.",
    surround: role => withClock(role, -100_000),
    seeds: five,
  },
  {
    name: 'clock ahead',
    story: "The target's clock is 100 s ahead.",
    surround: role => withClock(role, 100_000),
    seeds: five,
  },
  {
    name: 'no CPU',
    story:
      'Harness and target, each a separate process, run for 10 ms of every 100, beside 30 busy processes. A blocked check says how slow it was.',
    surround: () => ({}),
    seeds: () => 3,
    isStarved: true,
  },
]
