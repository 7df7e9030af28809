import type { RunContext } from '../harness/run-context.ts'

type Fresh = RunContext['fresh']

/**
 * Makes the names of a run. `challenge`: the hex digits that are part of each. `plain`: names of 16 letters and digits, for a target that
 * refuses the usual ones; nonces and memos stay as they are: memos hold the challenge, which the target then signs. `mark`: a part of
 * each name except nonces.
 */
export const createNames = (challenge: string): { usual: Fresh; plain: Fresh; mark: string } => {
  let count = 0
  const mark = challenge.slice(0, plainDigits)
  const usual: Fresh = kind => nameOf(kind, challenge, ++count)
  return {
    usual,
    mark,
    plain: kind => (kind === 'n' || kind === 'memo' ? usual(kind) : `${kind.slice(0, 3)}${mark}${countOf(++count)}`),
  }
}

/** Writes a name. */
const nameOf = (kind: string, challenge: string, count: number): string =>
  kind === 'n' ? nonceOf(challenge, count) : `${kind}-${challenge}-${countOf(count)}`

/**
 * Writes a nonce, with the digits of the challenge. It is a UUID, since some targets accept only those; nonces differ from the first digit
 * on, so that truncated ones do not collide.
 */
const nonceOf = (challenge: string, count: number): string => {
  const digits = challenge.padEnd(22, '0')
  const [second, third, fourth, last] = [
    [0, 4],
    [4, 7],
    [7, 10],
    [10, 22],
  ].map(([from, to]) => digits.slice(from, to))
  return `${String(count).padStart(8, '0')}-${second}-4${third}-a${fourth}-${last}`
}

/** How many digits of the challenge are in a plain name, which has 16 characters in total. */
const plainDigits = 8

/**
 * Length of a count in characters: names have the same length in every run, so that a fault that depends on length recurs. The id of an
 * order then has 32 characters, like a UUID without hyphens.
 */
const countLength = 5

/** Writes a count: in digits while they suffice, then starting with a letter. */
const countOf = (count: number): string =>
  count < 10 ** countLength
    ? String(count).padStart(countLength, '0')
    : (firstWithLetter + count - 10 ** countLength).toString(36)

const firstWithLetter = Number.parseInt('a0000', 36)
