import fc from 'fast-check'
import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { anyState, stateSamples } from '../../members/kyc-messages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { alikeTexts, anyLikenesses, type Likeness, likenesses } from '../../members/values/alike-texts.ts'
import { decideAsControl, decideUnlessRefused, decisionGranting } from '../../support/kyc/consent-flow.ts'
import { permissions } from '../../support/kyc/grant-request.ts'

/** The callback returns any state unchanged, whatever the decision. Heading: GET /kyc/grant/{ocid}. */
const { clause } = defineSuite({ id: 'callback-query', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

/** A state, or null for none, and how many of three permissions are granted. */
type StatedDecision = { state: string | null; granted: number }

const requested = permissions.slice(0, 3)

/** Decides on a request with a state, and fails the clause unless it comes back. Returns whether the request was taken. */
const expectStateBack = async (context: CheckContext, { state, granted }: StatedDecision): Promise<boolean> => {
  const result = await decideUnlessRefused(context, {
    request: { grants: requested.join(','), state: state ?? undefined },
    decision: decisionGranting(requested, requested.slice(0, granted)),
  })
  if (result === undefined) return false
  const states = result.query.getAll('state')
  // An empty state may stand for none.
  const isBack = state ? states.length === 1 && states[0] === state : states.length === 0 || states.join() === state
  expectThat(isBack, 'state is not returned unchanged', {
    expected: state ?? 'no state',
    actual: result.landing.redirectedTo,
  })
  return true
}

/** Blocks the check if the target refused whatever was tried. */
const requireTaken = (isAnyTaken: boolean): void => {
  if (!isAnyTaken) blocked('the target refused every state that was tried: let it take some for the run')
}

clause.property<StatedDecision>(
  'CALLBACK-04',
  'any state with any decision',
  async context => {
    await decideAsControl(context)
    let isAnyTaken = false
    return {
      arbitrary: () =>
        fc.record({
          granted: fc.nat({ max: requested.length }),
          state: fc.option(anyState, { freq: 4 }),
        }),
      // None is always taken, whatever the target refuses of those that are drawn.
      examples: [
        { state: null, granted: 1 },
        ...unlessQuick(
          context,
          [...stateSamples, null, null].map((state, at) => ({ state, granted: at % (requested.length + 1) })),
        ),
      ],
      runs: 6,
      areIndependent: true,
      test: async (on, decision) => {
        isAnyTaken = (await expectStateBack(on, decision)) || isAnyTaken
      },
      finally: async () => requireTaken(isAnyTaken),
    }
  },
  { long: true },
)

clause.property<Likeness[]>('CALLBACK-04', 'states that are alike', async context => {
  await decideAsControl(context)
  let isAnyTaken = false
  return {
    arbitrary: () => anyLikenesses,
    examples: unlessQuick(context, [[...likenesses]]),
    runs: 2,
    test: async (on, chosen) => {
      // One more is plain: a target may refuse all the others for what they are.
      const states = [on.fresh('state'), ...alikeTexts(on.fresh('state'), chosen)]
      const taken = await Promise.all(states.map(state => expectStateBack(on, { state, granted: 1 })))
      isAnyTaken ||= taken.includes(true)
    },
    finally: async () => requireTaken(isAnyTaken),
  }
})
