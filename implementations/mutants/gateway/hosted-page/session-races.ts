import type { FastifyInstance } from 'fastify'
import type { Gateway, GatewayPolicies } from '../../../../reference/gateway/contract.ts'
import { gatewayPolicies } from '../../../../reference/gateway/policies.ts'
import { formOf } from '../../../../reference/service/forms.ts'
import { lookThenAct } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Reads a session, and pays it a moment later, whatever has happened to it since. */
const payAfterLook: Partial<GatewayPolicies> = {
  runExclusive: (_mutexes, _key, task) => task(),
  charge: ({ succeeds }) => lookThenAct(succeeds),
}

/** Accepts each form once: a second submission waits until the first is answered. */
const takeFormsOnce = (server: FastifyInstance): void => {
  const underWay = new Set<string>()
  server.addHook('preHandler', async request => {
    const token = request.method === 'POST' ? formOf(request).get('token') : null
    if (token === null) return
    while (underWay.has(token)) await lookThenAct(undefined)
    underWay.add(token)
  })
  server.addHook('onResponse', async request => {
    if (request.method === 'POST') underWay.delete(formOf(request).get('token') ?? '')
  })
}

/** The sessions that were cancelled, by gateway. */
const cancelled = new WeakMap<Gateway['store'], Set<string>>()

const cancelledIn = ({ store }: Gateway): Set<string> => {
  const ids = cancelled.get(store) ?? new Set<string>()
  cancelled.set(store, ids)
  return ids
}

/** Shows a payment as cancelled if its session was cancelled in the meantime. */
const cancelWhilePaying: Partial<GatewayPolicies> = {
  ...payAfterLook,
  nextAddress: (result, gateway) => {
    if (result.session.status === 'cancelled') cancelledIn(gateway).add(result.session.id)
    return gatewayPolicies.nextAddress(result, gateway)
  },
  describeTransaction: (transaction, gateway) => {
    const proof = transaction.kind === 'completed' ? transaction.signed.proof : undefined
    return proof && cancelledIn(gateway).has(proof.from.reference ?? '')
      ? { status: 'cancelled', txid: proof.txid }
      : gatewayPolicies.describeTransaction(transaction, gateway)
  },
}

/** Faults that two simultaneous clicks on pages of one session reveal (PAGE-05, FLOW-03). */
export const sessionRaceMutants: readonly Mutant<GatewayPolicies>[] = [
  {
    name: 'a session is paid three milliseconds after its status was looked up',
    breaks: 'PAGE-05',
    kind: 'races',
    story: 'SELECT, then UPDATE, at a database in the next rack.',
    policies: payAfterLook,
  },
  {
    name: 'a form is taken once, and its session as often as it has pages',
    breaks: 'PAGE-05',
    kind: 'races',
    story: 'The double-click lock is on the token of the form, and another tab has another token.',
    policies: payAfterLook,
    prepare: takeFormsOnce,
  },
  {
    name: 'a cancel takes back a payment that is under way',
    breaks: 'FLOW-03',
    alsoBreaks: ['PAGE-05'],
    kind: 'races',
    story: 'Both see a pending session; the cancel writes its status last, and verify reads the status.',
    policies: cancelWhilePaying,
  },
]
