import { isPast } from '../../../../reference/gateway/checkout.ts'
import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import type { Session } from '../../../../reference/gateway/records.ts'
import type { KeyedMutex } from '../../../../reference/service/keyed-mutex.ts'
import { yieldTurn } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** A session lifetime that ends within a run, and the hint that announces it. */
const sessionSeconds = 3
const shortSessions = { profile: { sessionSeconds }, settings: { pages: { checkout: { sessionSeconds } } } }

/** The time of the last visit to each session, by gateway. */
const lastVisits = new WeakMap<Gateway['store'], Map<string, number>>()

const recordVisit = ({ id, createdAt }: Session, now: number, { store }: Gateway): number => {
  const times = lastVisits.get(store) ?? new Map<string, number>()
  lastVisits.set(store, times.set(id, now))
  return Math.max(createdAt, times.get(id) ?? 0)
}

/** Runs immediately, without waiting for others. */
const runImmediately = <T>(_mutexes: KeyedMutex, _key: string, task: () => Promise<T>): Promise<T> => task()

type CachedSession = { session: Session | undefined; at: number }

/** Returns sessions from a cache that is up to `ms` old. */
const cacheSessions = (ms: number) => {
  const known = new Map<string, CachedSession>()
  return (id: string, gateway: Gateway): Session | undefined => {
    const at = gateway.ports.now()
    const kept = known.get(id)
    if (kept && at - kept.at < ms) return kept.session
    const session = gatewayPolicies.currentSession(id, gateway)
    known.set(id, { session, at })
    return session
  }
}

/** The sessions that were paid, each with the option. */
const charges = new Set<string>()

const isFirstCharge = (charge: string): boolean => !charges.has(charge) && charges.add(charge).has(charge)

/** Remembers only the last sessions that were paid. */
const lockLast = (count: number): Partial<GatewayPolicies> => {
  const paid: string[] = []
  return {
    isPayable: ({ id, status }) => status === 'pending' || (status === 'paid' && !paid.slice(-count).includes(id)),
    charge: (option, session) => {
      paid.push(session.id)
      return gatewayPolicies.charge(option, session)
    },
  }
}

/** Faults that allow a session to be paid twice or too late (PAGE-05, PAGE-06, PAGE-13). */
export const hostedPageLifecycleMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a paid session is paid again',
    breaks: 'PAGE-05',
    story: 'The page hides the button after payment, and the handler trusts the page.',
    policies: { isPayable: ({ status }) => status !== 'cancelled' && status !== 'expired' },
  },
  {
    name: 'a paid session is paid again when others were paid after it',
    breaks: 'PAGE-05',
    story: 'Paid orders are in a cache of locks, which evicts the oldest.',
    policies: lockLast(3),
  },
  {
    name: 'a paid session is paid again in another way',
    breaks: 'PAGE-05',
    story: 'Each payment method has its own handler and table.',
    policies: {
      paymentOptions: [
        ...gatewayPolicies.paymentOptions,
        { id: 'wallet', label: 'Test wallet', hint: 'Play money', succeeds: true },
      ],
      isPayable: ({ status }) => status === 'pending' || status === 'paid',
      charge: async ({ id, succeeds }, session) => succeeds && isFirstCharge(`${session.id} ${id}`),
    },
  },
  {
    name: 'the status is read before the acquirer is asked, and written after',
    breaks: 'PAGE-05',
    story: 'The acquirer is called in between, and a second click arrives in the meantime.',
    policies: {
      runExclusive: runImmediately,
      charge: async ({ succeeds }) => yieldTurn(await yieldTurn(await yieldTurn(succeeds))),
    },
  },
  {
    name: 'sessions are read from a cache that lives for two seconds',
    breaks: 'PAGE-05',
    story: 'The database was slow under load, and a session rarely changes.',
    policies: { currentSession: cacheSessions(2_000) },
  },
  {
    name: 'a session never ends',
    breaks: 'PAGE-06',
    story: 'Only a nightly job expires sessions.',
    ...shortSessions,
    policies: {
      sessionStatus: (session, now) =>
        session.status === 'pending' && isPast(session.order, now) ? 'expired' : session.status,
    },
  },
  {
    name: 'a session lives for minutes instead of seconds',
    breaks: 'PAGE-06',
    story: 'The setting is one number, and two people disagree about its unit.',
    ...shortSessions,
    policies: {
      sessionStatus: (session, now, gateway) => {
        const profile = { ...gateway.profile, sessionSeconds: gateway.profile.sessionSeconds * 60 }
        return gatewayPolicies.sessionStatus(session, now, { ...gateway, profile })
      },
    },
  },
  {
    name: 'a click on pay prolongs the session',
    breaks: 'PAGE-06',
    story: 'Every request counts as activity, even a late one.',
    ...shortSessions,
    policies: {
      sessionStatus: (session, now, gateway) =>
        gatewayPolicies.sessionStatus({ ...session, createdAt: recordVisit(session, now, gateway) }, now, gateway),
    },
  },
  {
    name: 'the expiry of an order is looked at when it is checked out, and never again',
    breaks: 'PAGE-13',
    story: 'A session lives half an hour, whatever happens to its order.',
    policies: {
      sessionStatus: (session, now, gateway) => {
        const { expiresAt: _expiresAt, ...order } = session.order
        return gatewayPolicies.sessionStatus({ ...session, order }, now, gateway)
      },
    },
  },
  {
    name: 'what has expired is not shown, but still paid',
    breaks: 'PAGE-13',
    story: 'Customers who open the page late find it gone, but a form that is already open still works.',
    policies: { isPayable: ({ status }) => status === 'pending' || status === 'expired' },
  },
]
