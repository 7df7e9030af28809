import type { CheckKind } from '../harness/check.ts'
import { sanitize, textFormat, wrapItem } from './ansi.ts'
import type { Exchange } from './exchange.ts'
import { exchangeText } from './exchange-text.ts'
import { type CheckOutcome, verdictWords } from './queries.ts'

/** The result of a replay: the same failure, fixed, or different. */
export type ReplayResult = 'FAILED' | 'FIXED' | 'DIFFERENT'

/** Returns whether a check failed, whatever the level of its clause. */
export const hasFailed = ({ verdict }: Pick<CheckOutcome, 'verdict'>): boolean =>
  ['fail', 'known', 'warn'].includes(verdict)

/**
 * Compares the outcome of a check that failed with its outcome when it was tried again. The winners of a
 * race vary, so its actual result is ignored.
 */
export const replayResult = (before: CheckOutcome, after: CheckOutcome, kind?: CheckKind): ReplayResult => {
  if (after.verdict === 'pass') return 'FIXED'
  const isSame = failureOf(before, kind) === failureOf(after, kind)
  return hasFailed(after) && isSame ? 'FAILED' : 'DIFFERENT'
}

/** Characters of a string that are compared: a report may be hostile, and the patterns below take time for each. */
const longestCompared = 4_000

/**
 * The failure without the parts that differ in each run: the generated value, words with digits such as ids, times and keys, and where a
 * long text is cut.
 */
const failureOf = ({ message, expected, actual }: CheckOutcome, kind: CheckKind | undefined): string =>
  [message?.replace(/ — for .*$/s, ''), expected, kind === 'race' ? undefined : actual]
    .map(text => text?.slice(0, longestCompared))
    .map(text => text?.replace(/[^\s&?=/]*… \(\d+ characters\)/g, '…'))
    .map(text => (kind === 'race' ? text?.replace(/\b\d+\b/g, '#') : text))
    .map(text => (text ?? '').replace(/[\w.:/-]{6,}/g, word => (/\d/.test(word) ? '#' : word)))
    .join('\n')

/** A check that was tried again: its outcomes, the result, and its exchanges this time. */
type Replay = { before: CheckOutcome; after: CheckOutcome; result: ReplayResult; exchanges: readonly Exchange[] }

/** Renders a replay for a terminal: each exchange, the findings then and now, and the result on its own line. */
export const renderReplay = (replay: Replay, options: { color: boolean; width: number }): string => {
  const { before, after, result, exchanges } = replay
  const { styles, width } = textFormat(options)
  const tone = { FAILED: 'fail', FIXED: 'pass', DIFFERENT: 'blocked' } as const
  const lines = [
    ...exchanges.flatMap(exchange => [...exchangeText(exchange), '']),
    `  ${after.id}  ${styles.quiet(after.clauses.join(' '))}`,
    ...wrapItem('  then  ', found(before), width),
    ...wrapItem('  now   ', found(after), width),
    '',
    styles.verdict(tone[result], result),
  ]
  return `${lines.join('\n')}\n`
}

const found = ({ verdict, message, reason, expected, actual }: CheckOutcome): string =>
  [
    verdictWords[verdict],
    message ?? reason,
    expected === undefined ? undefined : `expected ${textOf(expected)}`,
    actual === undefined ? undefined : `got ${textOf(actual)}`,
  ]
    .filter(part => part !== undefined)
    .map(part => sanitize(part, 600))
    .join('; ')

const textOf = (value: unknown): string => (typeof value === 'string' ? value : (JSON.stringify(value) ?? ''))
