import type { FastifyInstance } from 'fastify'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { formOf } from '../../../../reference/service/forms.ts'
import { lookThenAct } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** A decision: the form, and the cookies of its browser, one per request open there. */
type Submission = { id: string; browser: string }

/** Changes the callback address of each decision. */
const changeCallback =
  (change: (address: URL, submission: Submission) => Promise<void>) =>
  (server: FastifyInstance): void => {
    server.addHook('onSend', async (request, reply) => {
      const location = String(reply.getHeader('location') ?? '')
      if (request.method !== 'POST' || !URL.canParse(location)) return
      const address = new URL(location)
      await change(address, {
        id: String(formOf(request).get('request')),
        browser: String(request.headers.cookie),
      })
      reply.header('location', address.href)
    })
  }

/** Keeps the state of a decision in the session of the browser, and reads it back from there. */
const sendLastState = (server: FastifyInstance): void => {
  const states = new Map<string, string>()
  changeCallback(async ({ searchParams }, { browser }) => {
    const own = searchParams.get('state')
    if (own === null) return
    states.set(browser, own)
    await lookThenAct(undefined)
    searchParams.set('state', states.get(browser) ?? own)
  })(server)
}

/** Writes the two lists of a decision into two rows sequentially, and reads them back. */
const writeInTwoSteps = (server: FastifyInstance): void => {
  const denied = new Map<string, string>()
  changeCallback(async ({ searchParams }, { id }) => {
    const own = searchParams.get('denied')
    if (own === null) return
    denied.set(id, own)
    await lookThenAct(undefined)
    searchParams.set('denied', denied.get(id) ?? own)
  })(server)
}

/** Faults that two simultaneous decisions reveal (FLOW-04, CALLBACK-05). */
export const decisionRaceMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the state of the request that its browser decided last is sent',
    breaks: 'FLOW-04',
    kind: 'races',
    story: 'A session slot, with a query between writing and reading it.',
    prepare: sendLastState,
  },
  {
    name: 'the lists of two decisions on one request are mixed',
    breaks: 'CALLBACK-05',
    kind: 'races',
    story: 'Each list is a separate row, without a transaction around them.',
    policies: { record: (_submission, decision) => decision },
    prepare: writeInTwoSteps,
  },
]
