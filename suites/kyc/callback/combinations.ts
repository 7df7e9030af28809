import fc from 'fast-check'
import type { CheckContext, PropertyBody } from '../../../harness/context.ts'
import { unlessQuick } from '../../members/samples.ts'
import { type Extension, extendAddress } from '../../members/values/addresses.ts'
import {
  type DecisionResult,
  decideAsControl,
  decideUnlessRefused,
  decisionGranting,
  newUser,
} from '../../support/kyc/consent-flow.ts'
import { type ExpectedQuery, expectQuery } from '../../support/kyc/expected-query.ts'
import { permissions } from '../../support/kyc/grant-request.ts'

const usual: Extension = { segments: [], query: null, padding: 0 }

const addresses = {
  usual,
  'with a query': { ...usual, query: [['session', '1']] },
  'with a fragment': { ...usual, fragment: 'part' },
  'with a path': { ...usual, segments: ['shop', 'orders'] },
  'with a port': { ...usual, port: 49_152 },
} satisfies Record<string, Extension>

const states = {
  none: () => undefined,
  plain: state => state,
  long: state => `${state}-${'x'.repeat(400)}`,
  'with other letters': state => `${state} é中/+%`,
} satisfies Record<string, (fresh: string) => string | undefined>

const outcomes = ['granted', 'partial', 'denied'] as const

/** How many permissions are requested; their order is not the document's. */
const counts = [2, 3, 5] as const

/** The members of a request, the decision on it, and whether the browser has already decided on another one. */
export type Combination = {
  address: keyof typeof addresses
  state: keyof typeof states
  outcome: (typeof outcomes)[number]
  permissions: (typeof counts)[number]
  isReturning: boolean
}

const addressNames = Object.keys(addresses) as (keyof typeof addresses)[]
const stateNames = Object.keys(states) as (keyof typeof states)[]

const itemAt = <T>(items: readonly [T, ...T[]], at: number): T => items[at % items.length] ?? items[0]

/** Combinations that cover every pair of choices. */
export const pairs: readonly Combination[] = addressNames.flatMap((address, a) =>
  stateNames.map((state, s) => ({
    address,
    state,
    outcome: itemAt(outcomes, a + s),
    permissions: itemAt(counts, a + 2 * s),
    isReturning: (a + s) % 2 === 1,
  })),
)

/** Any combination. */
export const anyCombination: fc.Arbitrary<Combination> = fc.record({
  address: fc.constantFrom(...addressNames),
  state: fc.constantFrom(...stateNames),
  outcome: fc.constantFrom(...outcomes),
  permissions: fc.constantFrom(...counts),
  isReturning: fc.boolean(),
})

type Decided = { result: DecisionResult; state: string | undefined; expected: ExpectedQuery }

/** Makes the request of a combination and decides on it; undefined if the target has a reason to refuse it. */
export const decideOnCombination = async (
  context: CheckContext,
  combination: Combination,
): Promise<Decided | undefined> => {
  const { address, outcome, isReturning } = combination
  const callback_url = extendAddress(context.run.callbackUrl, addresses[address])
  const state = states[combination.state](context.fresh('state'))
  const asked = permissions.slice(0, combination.permissions).toReversed()
  const [first = '', ...others] = asked
  const granted = outcome === 'granted' ? asked : outcome === 'partial' ? others : []
  const user = newUser(context, callback_url)
  if (isReturning) await decideUnlessRefused(context, { user })
  const request = { callback_url, state, grants: asked.join(',') }
  const result = await decideUnlessRefused(context, { user, request, decision: decisionGranting(asked, granted) })
  const lists =
    outcome === 'granted' ? { grants: asked } : outcome === 'partial' ? { grants: others, denied: [first] } : {}
  return result && { result, state, expected: { status: outcome, ...lists } }
}

/** Checks that the callback is right for all requests with the same decision, whatever other members they have. */
export const whateverElse =
  (outcome: Combination['outcome']) =>
  async (context: CheckContext): Promise<PropertyBody<Combination>> => {
    await decideAsControl(context)
    return {
      arbitrary: () => anyCombination.map(combination => ({ ...combination, outcome })),
      examples: unlessQuick(
        context,
        pairs.filter(pair => pair.outcome === outcome),
      ),
      runs: 1,
      test: async (on, combination) => {
        const decided = await decideOnCombination(on, combination)
        if (decided) expectQuery(decided.result, decided.expected)
      },
    }
  }
