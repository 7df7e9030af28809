import { performance } from 'node:perf_hooks'
import { paint, told } from './ansi.ts'
import { type CheckOutcome, verdictShapes } from './queries.ts'

/** What progress is written to: process.stderr, or anything that takes lines. */
export type ProgressStream = { write(text: string): unknown; columns?: number }

export type Progress = {
  /** The checks that will run, against what. */
  start(total: number, what: string): void
  checked(outcome: Outcome): void
  /** Clears the live line; elsewhere says how long it took. */
  end(): void
}

type Outcome = Pick<CheckOutcome, 'id' | 'verdict' | 'message' | 'reason' | 'expected' | 'actual'>

export type ProgressOptions = { stream: ProgressStream; tty: boolean; color: boolean; now?: () => number }

/** How often the live line is written at most, in milliseconds. */
const pauseMs = 80

type State = { total: number; done: number; broken: number; blocked: number; since: number }

/**
 * Progress of a run: on a terminal one line that is rewritten in place, elsewhere (a log, a pipe) a line at the start, at each check
 * that is broken or could not be tried, and at the end. `now` in milliseconds.
 */
export const createProgress = (options: ProgressOptions): Progress => (options.tty ? live(options) : plain(options))

const started = (total: number, since: number): State => ({ total, done: 0, broken: 0, blocked: 0, since })

const isBroken = ({ verdict }: Outcome) => verdict === 'fail' || verdict === 'known'

const counted = (state: State, outcome: Outcome): State => ({
  ...state,
  done: state.done + 1,
  broken: state.broken + (isBroken(outcome) ? 1 : 0),
  blocked: state.blocked + (outcome.verdict === 'blocked' ? 1 : 0),
})

const seconds = (state: State, now: number) => `${((now - state.since) / 1000).toFixed(1)} s`

const tally = ({ broken, blocked }: State) => `${broken} broken${blocked > 0 ? `, ${blocked} not tried` : ''}`

const live = ({ stream, color, now = () => performance.now() }: ProgressOptions): Progress => {
  const { quiet, verdict } = paint(color)
  let state = started(0, now())
  let written = Number.NEGATIVE_INFINITY
  let ticking: NodeJS.Timeout | undefined
  const line = () => {
    const counts = state.broken > 0 ? verdict('fail', tally(state)) : tally(state)
    return `  ${state.done}/${state.total} checks  ${counts}  ${quiet(seconds(state, now()))}`
  }
  const rewrite = () => {
    written = now()
    stream.write(`\r\u001b[2K${line()}`)
  }
  return {
    start: total => {
      state = started(total, now())
      rewrite()
      // The seconds go on while a check takes long; the process does not wait for it.
      ticking = setInterval(rewrite, 500).unref()
    },
    checked: outcome => {
      state = counted(state, outcome)
      if (now() - written >= pauseMs || state.done === state.total) rewrite()
    },
    end: () => {
      clearInterval(ticking)
      stream.write('\r\u001b[2K')
    },
  }
}

const plain = ({ stream, color, now = () => performance.now() }: ProgressOptions): Progress => {
  const paints = paint(color)
  let state = started(0, now())
  const say = (text: string) => stream.write(`${text}\n`)
  return {
    start: (total, what) => {
      state = started(total, now())
      say(`${total} checks of ${told(what)}`)
    },
    checked: outcome => {
      state = counted(state, outcome)
      if (!isBroken(outcome) && outcome.verdict !== 'blocked') return
      const { verdict, id } = outcome
      say(`${paints.verdict(verdict, `${verdictShapes[verdict]} ${verdict}`)} ${told(id)}${because(outcome)}`)
    },
    end: () => say(`${state.done}/${state.total} checks, ${tally(state)}, ${seconds(state, now())}`),
  }
}

const because = ({ message, reason, expected, actual }: Outcome): string => {
  const difference =
    actual === undefined ? undefined : `${expected === undefined ? '' : `expected ${expected}, `}got ${actual}`
  const why = reason ?? message ?? difference
  return why === undefined ? '' : `: ${told(why)}`
}
