import { blocked, brief } from '../../harness/outcome.ts'
import type { ActionResult } from '../../harness/pages.ts'
import { speaksOfMeans } from '../document/control-intent.ts'
import { type Control, isClickable } from '../document/controls.ts'
import type { Element } from '../document/dom.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { lineFor, stepFor } from '../walker/give-up.ts'
import type { Filling } from '../walker/next-click.ts'
import { cancelControls, cancelsForSure, isDoubtful, isFor, type PaymentPage, unknownFields } from './controls.ts'
import { unreadOption } from './options.ts'

/**
 * A guess about a click whose effect no words of the page explain, or only ambiguous ones. `ways`: the alternative config steps that would
 * replace the guess; none if no step can. `leadsOn`: the guess matters only if the click is the last one. `isLikely`: it is probably right,
 * so that the wrong end may have another cause. `isPlain`: its words are plain, but another control may be meant, so that the wrong end
 * counts against the target.
 */
export type Guess = {
  cause: string
  ways: readonly (readonly string[])[]
  leadsOn?: true
  isLikely?: true
  isPlain?: true
}

/** Returns the guess about a click; `undefined` if the page or the config fully explains it. */
export const guessOf = (
  page: PaymentPage,
  control: Control,
  { chosen = [], typed, usedSteps = 0 }: Filling & { chosen?: readonly Element[] },
): Guess | undefined => {
  const option = usedSteps > 0 ? undefined : unreadOption(page, control, chosen)
  const fields = unknownFields(page, control).filter(({ element }) => !typed?.has(element))
  const steps = [...(option ? [option] : []), ...fields].map(stepFor)
  const cause = (option && causeIn(option)) ?? (usedSteps > 0 ? undefined : causeIn(control))
  const [first] = steps
  const way = [...steps, stepFor(control)]
  const isLikely = option === undefined && isDoubtful(control) && control.intent.weight === 2
  if (cause !== undefined) return { cause, ways: [way, ...otherWays(page, control)], ...(isLikely ? { isLikely } : {}) }
  if (first !== undefined)
    return { cause: `it is unclear what to do with “${first.replace(/=env:VALUE$/, '')}”`, ways: [way] }
  if (usedSteps === 0 && isFor('cancel')(control) && isClickable(control) && !cancelsForSure(page, control)) {
    const ways = cancelControls(page).map(other => [stepFor(other)])
    return { cause: `“${stepFor(control)}” is not the only control that may cancel`, ways, isPlain: true }
  }
  return usedSteps === 0 && isFor('onward')(control)
    ? { cause: mayMeanElse(control), ways: [way], leadsOn: true, isLikely: true }
    : undefined
}

const mayMeanElse = (control: Control): string => `the words of “${stepFor(control)}” may mean something else`

/** Returns why a control may have another effect. */
const causeIn = (control: Control): string | undefined => {
  if (isDoubtful(control)) return mayMeanElse(control)
  const isUnread = isClickable(control) && isFor('unknown')(control) && !speaksOfMeans(control.name)
  return isUnread ? `it is unclear what “${stepFor(control)}” does` : undefined
}

/** Returns the steps for the other controls that may have the wanted effect instead of a doubtful one. */
const otherWays = (page: PaymentPage, control: Control): string[][] =>
  page.buttons
    .filter(other => isDoubtful(control) && other !== control && isFor(control.intent.purpose)(other))
    .map(other => [stepFor(other)])

/** Returns the guess that a button confirms a cancel, and none of the others. `pressed`: what asked for it. */
export const guessOfConfirmation = (
  pressed: Control | undefined,
  [control, ...others]: [Control, ...Control[]],
): Guess => ({
  cause: `“${stepFor(control)}” is not the only control that may confirm the cancel`,
  ways: [control, ...others].map(each => [...(pressed ? [pressed] : []), each].map(stepFor)),
  ...(isFor('cancel')(control) ? { isPlain: true } : { isLikely: true }),
})

/** Maximum number of alternatives in a message. */
const mostWays = 4

/** Returns the guess that answering a page's question with “OK” was right. */
export const guessOfAnswer = (asked: string): Guess => ({
  cause: `the page asks “${brief(asked, 120)}”, which is answered with “OK”`,
  ways: [],
  isLikely: true,
})

type Ends = { completed?: string | undefined; cancelled?: string | undefined }

/** Returns whether two addresses are the same apart from their query. */
const isAt = (address: string, expected: string): boolean => {
  const [at, end] = [URL.parse(address), URL.parse(expected)]
  return at !== null && end !== null && at.origin === end.origin && at.pathname === end.pathname
}

/**
 * Returns the message for a possibly wrong guess that did not lead to the intended end, with the remedy; `undefined` if it led there.
 * Blocks the check if it led to the opposite end: either the guess or the target is wrong, and it is unclear which.
 */
export const guessObstacle = (
  goal: 'pay' | 'fail' | 'cancel',
  guess: Guess,
  { redirectedTo = '', ends }: Pick<ActionResult, 'redirectedTo'> & { ends: Ends },
): string | undefined => {
  const [end, other] = goal === 'pay' ? [ends.completed, ends.cancelled] : [ends.cancelled, ends.completed]
  if (end === undefined || isAt(redirectedTo, end)) return undefined
  if (guess.isPlain && other !== undefined && isAt(redirectedTo, other)) return undefined
  const obstacle = obstacleOf(
    `${guess.cause}, and it does not lead to urls.${goal === 'pay' ? 'completed' : 'cancelled'}`,
    guess.ways.length === 0
      ? 'have a person answer it: set pages.checkout.driver in the config to "person"'
      : `add it to pages.checkout in the config: ${guess.ways
          .slice(0, mostWays)
          .map(way => lineFor(goal, way))
          .join(' or ')}`,
  )
  return !guess.isLikely && other !== undefined && isAt(redirectedTo, other) ? blocked(obstacle) : obstacle
}
