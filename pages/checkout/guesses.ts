import { blocked } from '../../harness/outcome.ts'
import type { ActionResult } from '../../harness/pages.ts'
import type { Control } from '../document/controls.ts'
import type { Element } from '../document/dom.ts'
import { obstacleOf } from '../visit/obstacles.ts'
import { lineFor, stepFor } from '../walker/give-up.ts'
import type { Filling } from '../walker/next-click.ts'
import { isFor, type PaymentPage, speaksOfMeans, unknownFields } from './controls.ts'
import { unreadOption } from './options.ts'

/** A guess about a click that no word of the page explains, and the configured steps that would replace it. */
export type Guess = { cause: string; steps: readonly string[] }

/** Returns what is unknown about a click; `undefined` if the page or the config explains all of it. */
export const guessOf = (
  page: PaymentPage,
  control: Control,
  { chosen = [], typed, usedSteps = 0 }: Filling & { chosen?: readonly Element[] },
): Guess | undefined => {
  const option = usedSteps > 0 ? undefined : unreadOption(page, control, chosen)
  const fields = unknownFields(page, control).filter(({ element }) => !typed?.has(element))
  const isUnread = usedSteps === 0 && isFor('unknown')(control) && !speaksOfMeans(control)
  const steps = [...(option ? [option] : []), ...fields].map(stepFor)
  const [first] = steps
  if (!isUnread && first === undefined) return undefined
  const cause = isUnread
    ? `no known word shows what “${stepFor(control)}” does`
    : `nothing shows what to do with “${first?.replace(/=env:VALUE$/, '')}”`
  return { cause, steps: [...steps, stepFor(control)] }
}

type Ends = { completed?: string | undefined; cancelled?: string | undefined }

/** Returns whether an address is the same but for its query. */
const isAt = (address: string, expected: string): boolean => {
  const [at, end] = [URL.parse(address), URL.parse(expected)]
  return at !== null && end !== null && at.origin === end.origin && at.pathname === end.pathname
}

/**
 * Returns the message for a guess that did not lead to the intended end and may be wrong, with the remedy; `undefined` if it led there.
 * Blocks the check if it led to the other end: either the guess or the target is wrong, and it is unclear which.
 */
export const guessObstacle = (
  goal: 'pay' | 'fail' | 'cancel',
  guess: Guess,
  { redirectedTo = '', ends }: Pick<ActionResult, 'redirectedTo'> & { ends: Ends },
): string | undefined => {
  const [end, other] = goal === 'pay' ? [ends.completed, ends.cancelled] : [ends.cancelled, ends.completed]
  if (end === undefined || isAt(redirectedTo, end)) return undefined
  const obstacle = obstacleOf(
    `${guess.cause}, and it does not lead to urls.${goal === 'pay' ? 'completed' : 'cancelled'}`,
    `add it to pages.checkout of the config: ${lineFor(goal, guess.steps)}`,
  )
  return other !== undefined && isAt(redirectedTo, other) ? blocked(obstacle) : obstacle
}
