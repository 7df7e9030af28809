import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import { type Action, actions, createFlowModel, expectSound, performAction } from '../../support/gateway/flow-model.ts'
import { whereDeclared } from '../../support/parametrize.ts'

/** An action of a customer, a partner or an app; `on`: the session that it uses. */
type Step = { action: Action; on: 0 | 1 }

const descriptions: Record<Action, (session: string) => string> = {
  pay: session => `the customer pays on the page of ${session}`,
  fail: session => `the customer pays on the page of ${session} in a way that fails`,
  cancel: session => `the customer cancels on the page of ${session}`,
  reload: session => `the customer reloads the page of ${session}`,
  transfer: () => 'a partner transfers one unit',
  payment: () => 'an app creates a payment',
  verify: () => 'every transaction so far is verified',
}

const suite = defineSuite({
  id: 'gateway-flow-states',
  roles: ['gateway'],
  operations: ['orders.checkout', 'transfer.create', 'payment.create', 'verify'],
})
const { clause } = suite

const anyStep: fc.Arbitrary<Step> = fc.record({
  action: fc.constantFrom(...actions),
  on: fc.constantFrom(0 as const, 1 as const),
})

const onFirst = (...names: Action[]): Step[] => names.map(action => ({ action, on: 0 }))
const onSecond = (...names: Action[]): Step[] => names.map(action => ({ action, on: 1 }))

clause.model<Step[]>('FLOW-03', 'sound states over any sequence', {
  arbitrary: () => fc.array(anyStep, { minLength: 2, maxLength: 7 }),
  // The first two are tried at every depth.
  examples: [
    [...onFirst('cancel', 'pay', 'reload', 'pay'), ...onSecond('pay', 'cancel', 'verify')],
    [...onFirst('fail', 'cancel'), ...onSecond('fail', 'transfer', 'payment', 'verify')],
    onFirst('pay', 'cancel', 'fail', 'payment', 'verify'),
  ],
  runs: 7,
  steps: steps => steps.map(({ action, on }) => descriptions[action](`session ${on + 1}`)),
  test: async (context, steps) => {
    const model = await createFlowModel(context)
    for (const { action, on } of steps) await performAction[action](model, model.sessions[on])
    await expectSound(model)
  },
})

/** The states of sessions, transfers and payments over any sequence of actions. Heading: States and transitions. */
export const gatewayFlowStates = whereDeclared(suite)
