import { blocked } from '../../../harness/outcome.ts'
import { obstacleOf } from '../../visit/obstacles.ts'

/** An action on a page. */
export type Action = 'opening' | 'press'

/** Counts unresponsive pages: after several in a row, the action is no longer tried. */
export type Responses = {
  /** Blocks the check if pages no longer respond to this action. */
  goOn(action: Action): void
  note(action: Action, hasResponded: boolean): void
}

/** How many consecutive unresponsive pages are tolerated, since each takes up the time of a check. */
const mostInARow = 3

/** The remedy for a page that no browser can use. */
const offer = 'serve this run a page that a browser can show'

/** Returns the message for a page that the browser cannot use. */
export const unusable = (url = '', { message }: Error): string =>
  obstacleOf(`the browser cannot use the page ${url.slice(0, 160)}: ${message}`, offer)

const useless = 'kept the browser busy, crashed, or navigated endlessly'

const reasons = {
  opening: `several pages in a row ${useless}, so no more are opened`,
  press: `several pages in a row ${useless} after a press, so no more are made`,
}

/** Creates the counter of unresponsive pages. */
export const countResponses = (): Responses => {
  const inARow = { opening: 0, press: 0 }
  return {
    goOn: action => {
      if (inARow[action] >= mostInARow) blocked(obstacleOf(reasons[action], offer))
    },
    note: (action, hasResponded) => {
      inARow[action] = hasResponded ? 0 : inARow[action] + 1
    },
  }
}
