import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { exchangeIn } from '../../engine/evidence/exchange-in.ts'
import { reportFiles } from '../../engine/report/files.ts'
import { certify } from '../../engine/run.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Role } from '../../protocol/operations.ts'
import { withImplementation } from '../certify.ts'
import { renderEverywhere } from '../support/every-rendering.ts'
import {
  answerOddly,
  type Message,
  type Oddity,
  oddHeaders,
  oddValues,
  type Path,
  pathsIn,
  sendOddly,
  withOdd,
} from '../support/odd-values.ts'

const values = Object.values(oddValues)

/** A generator of pseudo-random numbers, determined by the seed. */
const randomFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 14)) >>> 0) % below
  }
}

/** The progress on a kind of message: `next` is the index of the next pair of member and value. */
export type Tried = { of: string; members: Path[]; next: number }

/** Makes each message of a kind odd: every member by every value in turn, continuing from the last run. */
export const oddInTurn = (tried: Tried): Oddity => {
  const { of, members } = tried
  return message => {
    if (message.of !== of || message.body === undefined) return undefined
    const at = tried.next++
    const value = values[Math.floor(at / members.length) % values.length] ?? 'null'
    return { body: withOdd(message.body, members[at % members.length] ?? [], value) }
  }
}

/** Returns whether every member had every value. */
export const isTried = ({ members, next }: Tried): boolean => next >= members.length * values.length

/** Makes a header of every third message odd. */
export const oddHeader = (name: string): Oddity => {
  let next = 0
  return () => {
    const at = next++
    return at % 3 === 0 ? { headers: { [name]: oddHeaders[(at / 3) % oddHeaders.length] ?? '' } } : undefined
  }
}

/** Makes a random member of one in `rarity` messages odd, by a random value. */
export const oddAnywhere = (seed: number, rarity: number): Oddity => {
  const draw = randomFrom(seed)
  return ({ body }) => {
    if (body === undefined || draw(rarity) > 0) return undefined
    const paths = pathsIn(body)
    return { body: withOdd(body, paths[draw(paths.length)] ?? [], values[draw(values.length)] ?? 'null') }
  }
}

/** Certifies a target with odd messages as the command does, and renders its report in every format. Returns the exit code. */
export const certifyOdd = (
  role: Role,
  oddity: Oddity,
  settings: Partial<RunSettings> & { discovers?: boolean } = {},
): Promise<number> => {
  const { discovers, ...given } = settings
  const implementation = {
    name: 'odd messages',
    story: 'A peer sends unexpected values.',
    prepare: answerOddly(oddity),
    ports: { send: sendOddly(oddity), reportBug: () => undefined },
    ...(discovers ? { isDiscovered: true as const } : {}),
  }
  const quick = { depth: 'quick' as const, timeoutMs: 2_000, ...given }
  return withImplementation(role, { implementation, settings: quick }, async served => {
    const reportDir = await mkdtemp(join(tmpdir(), 'oc-odd-'))
    try {
      const { report, exitCode } = await certify(
        { ...served, reportDir },
        { signal: AbortSignal.timeout(longestRunMs) },
      )
      const lines = (await readFile(join(reportDir, reportFiles.exchanges), 'utf8')).trimEnd().split('\n')
      renderEverywhere(
        report,
        lines.flatMap(line => exchangeIn(line) ?? []),
      )
      return exitCode
    } finally {
      await rm(reportDir, { recursive: true, force: true })
    }
  })
}

/** A run is interrupted after this long, in milliseconds: it hangs. */
const longestRunMs = 5 * 60_000

/** Returns every kind of message that a reference sends in a run, with every member that one of them has. */
export const messagesOf = async (role: Role): Promise<Tried[]> => {
  const kinds = new Map<string, Map<string, Path>>()
  const watch = ({ of, body }: Message) => {
    const members = kinds.get(of) ?? new Map<string, Path>()
    kinds.set(of, members)
    for (const path of body === undefined ? [] : pathsIn(body)) members.set(path.join('.'), path)
    return undefined
  }
  await certifyOdd(role, watch)
  return [...kinds].flatMap(([of, members]) =>
    members.size > 0 ? [{ of, members: [...members.values()], next: 0 }] : [],
  )
}
