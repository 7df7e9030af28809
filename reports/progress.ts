import { performance } from 'node:perf_hooks'
import { stripVTControlCharacters } from 'node:util'
import { createStyles, sanitize } from './ansi.ts'
import { type CheckOutcome, verdictShapes } from './queries.ts'

/** A stream that progress is written to, such as process.stderr. */
type ProgressStream = { write(text: string): unknown; columns?: number }

/** Shows the progress of a run. */
export type Progress = {
  /** The preflight of a target starts. */
  begin(): void
  /** A target starts, with the number of its checks and its name; several that run side by side are counted together. */
  start(total: number, target: string): void
  checked(outcome: Outcome): void
  /** These checks are running, and nothing has begun or ended for a while. */
  waits(ids: readonly string[]): void
  /** Prints above the live line, which is cleared and redrawn. */
  between(print: () => void): void
  /** Clears the live line; in a log it prints the totals instead. */
  end(): void
}

type Outcome = Pick<CheckOutcome, 'id' | 'verdict' | 'message' | 'reason' | 'expected' | 'actual'>

/** Where progress is shown; `now` is in milliseconds. */
export type ProgressOptions = { stream: ProgressStream; tty: boolean; color: boolean; now?: () => number }

/** Minimum time between two writes of the live line, in milliseconds. */
const rewriteMs = 80

/** After this many milliseconds without output, a log names the wait. */
const quietMs = 30_000

type State = {
  total: number
  done: number
  failed: number
  blocked: number
  since: number | undefined
  waitsFor: readonly string[]
}

/**
 * Shows the progress of a run: on a terminal as one line that is rewritten in place, in a log or a pipe as a line at the start, for
 * each check that fails or is blocked, for each long wait, and at the end. `now` in milliseconds.
 */
export const createProgress = (options: ProgressOptions): Progress => (options.tty ? live(options) : plain(options))

const initial: State = { total: 0, done: 0, failed: 0, blocked: 0, since: undefined, waitsFor: [] }

const started = (state: State, total: number, now: number): State => ({
  ...state,
  total: state.total + total,
  since: state.since ?? now,
})

const isFailed = ({ verdict }: Outcome) => verdict === 'fail' || verdict === 'known'

const count = (state: State, outcome: Outcome): State => ({
  ...state,
  done: state.done + 1,
  waitsFor: [],
  failed: state.failed + (isFailed(outcome) ? 1 : 0),
  blocked: state.blocked + (outcome.verdict === 'blocked' ? 1 : 0),
})

const seconds = ({ since }: Pick<State, 'since'>, now: number) => `${((now - (since ?? now)) / 1000).toFixed(1)} s`

const tally = ({ failed, blocked }: State) => `${failed} failed${blocked > 0 ? `, ${blocked} blocked` : ''}`

/** Names the first few of the checks that are waited for. */
const waiting = (ids: readonly string[]): string => {
  const shown = ids.slice(0, 3).map(id => sanitize(id))
  const others = ids.length - shown.length
  return `waits for ${shown.join(', ')}${others > 0 ? ` and ${others} more` : ''}`
}

/** The sequence that clears the live line. */
const clear = '\r\u001b[2K'

const live = ({ stream, color, now = () => performance.now() }: ProgressOptions): Progress => {
  const { quiet, verdict } = createStyles(color)
  let state = initial
  let written = Number.NEGATIVE_INFINITY
  let timer: NodeJS.Timeout | undefined
  let begun = 0
  const line = () => {
    if (state.since === undefined) return `  preflight  ${quiet(seconds({ since: begun }, now()))}`
    const counts = state.failed > 0 ? verdict('fail', tally(state)) : tally(state)
    const shown = `  ${state.done}/${state.total} checks  ${counts}  ${quiet(seconds(state, now()))}`
    if (state.waitsFor.length === 0) return shown
    // A line that wraps could not be rewritten.
    const room = Math.max(1, (stream.columns ?? 80) - stripVTControlCharacters(shown).length - 3)
    const text = waiting(state.waitsFor)
    return `${shown}  ${quiet(text.length > room ? `${text.slice(0, room - 1)}…` : text)}`
  }
  const rewrite = () => {
    written = now()
    stream.write(`${clear}${line()}`)
  }
  const show = () => {
    rewrite()
    // Keeps the seconds running during a slow check; unref lets the process exit.
    timer ??= setInterval(rewrite, 500).unref()
  }
  return {
    begin: () => {
      if (timer) return
      begun = now()
      show()
    },
    start: total => {
      state = started(state, total, now())
      show()
    },
    checked: outcome => {
      state = count(state, outcome)
      if (now() - written >= rewriteMs || state.done === state.total) rewrite()
    },
    waits: ids => {
      state = { ...state, waitsFor: ids }
    },
    between: print => {
      stream.write(clear)
      print()
      if (timer) rewrite()
    },
    end: () => {
      clearInterval(timer)
      timer = undefined
      stream.write(clear)
    },
  }
}

const plain = ({ stream, color, now = () => performance.now() }: ProgressOptions): Progress => {
  const styles = createStyles(color)
  let state = initial
  let printed = 0
  const print = (text: string) => {
    printed = now()
    stream.write(`${text}\n`)
  }
  return {
    begin: () => undefined,
    start: (total, target) => {
      state = started(state, total, now())
      print(`${total} checks of ${sanitize(target)}`)
    },
    checked: outcome => {
      state = count(state, outcome)
      if (!isFailed(outcome) && outcome.verdict !== 'blocked') return
      const { verdict, id } = outcome
      print(`${styles.verdict(verdict, `${verdictShapes[verdict]} ${verdict}`)} ${sanitize(id)}${because(outcome)}`)
    },
    waits: ids => {
      if (now() - printed < quietMs) return
      print(`${state.done}/${state.total} checks, ${seconds(state, now())}: ${waiting(ids)}`)
    },
    between: write => write(),
    end: () => {
      if (state.since !== undefined)
        print(`${state.done}/${state.total} checks, ${tally(state)}, ${seconds(state, now())}`)
    },
  }
}

const because = ({ message, reason, expected, actual }: Outcome): string => {
  const difference =
    actual === undefined ? undefined : `${expected === undefined ? '' : `expected ${expected}, `}got ${actual}`
  const why = reason ?? message ?? difference
  return why === undefined ? '' : `: ${sanitize(why)}`
}
