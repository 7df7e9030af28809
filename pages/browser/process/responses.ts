import { blocked } from '../../../harness/outcome.ts'
import { obstacleOf } from '../../visit/obstacles.ts'

/** What is done with a page. */
export type Action = 'opening' | 'press'

/** Notes whether pages responded. Where several in a row did not, nothing of that kind is tried any more. */
export type Responses = {
  /** Blocks the check if pages do not respond to this any more. */
  goOn(action: Action): void
  note(action: Action, hasResponded: boolean): void
}

/** Pages in a row that may keep the browser busy, crash, or lead on and on: each costs the time of a check. */
const mostInARow = 3

/** What to do about a page that no browser can use. */
const offer = 'offer a page to this run that a browser can show'

/** Says why the browser cannot use a page. */
export const unusable = (url = '', { message }: Error): string =>
  obstacleOf(`the browser cannot use the page ${url.slice(0, 160)}: ${message}`, offer)

const useless = 'kept the browser busy, crashed, or led on and on'

const reasons = {
  opening: `several pages in a row ${useless}, so that no more are opened`,
  press: `several pages in a row ${useless} when something was pressed, so that nothing more is`,
}

/** Returns a count of the pages in a row that did not respond; no further one is tried when there are too many. */
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
