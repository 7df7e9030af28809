import { wellFormed } from '../../engine/certificate/sign-report.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Exchange } from '../../harness/http/exchange.ts'
import type { Role } from '../../protocol/operations.ts'
import { certifyTarget, withImplementation } from '../certify.ts'
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

/** A run on a target that is odd in one way. Without a `path` each of its messages is odd in another one, if at all. */
type OddRun = { role: Role; of: string; path: Path; value?: string; header?: string; discovers?: true }

const values = Object.values(oddValues)

/** Numbers that are the same in each run with the same seed. */
const randomFrom = (seed: number) => {
  let state = seed * 2_654_435_761 + 1
  return (below: number): number => {
    state = (Math.imul(state ^ (state >>> 15), state | 1) + 0x6d2b79f5) >>> 0
    return ((state ^ (state >>> 14)) >>> 0) % below
  }
}

/** Makes one member of one kind of message odd: by one value, or by each in turn. */
const oddMember = ({ of, path, value }: OddRun): Oddity => {
  let next = 0
  return message => {
    if (message.of !== of || message.body === undefined) return undefined
    const text = value === undefined ? values[next++ % values.length] : oddValues[value]
    return { body: withOdd(message.body, path, text ?? 'null') }
  }
}

/** Makes one header odd, of every third message. */
const oddHeader = (name: string): Oddity => {
  let next = 0
  return () =>
    next++ % 3 === 0 ? { headers: { [name]: oddHeaders[((next / 3) % oddHeaders.length) | 0] ?? '' } } : undefined
}

/** Makes any member of a message in `rarity` odd by any value. */
export const oddAnywhere = (seed: number, rarity: number): Oddity => {
  const draw = randomFrom(seed)
  return ({ body }) => {
    if (body === undefined || draw(rarity) > 0) return undefined
    const paths = pathsIn(body)
    return { body: withOdd(body, paths[draw(paths.length)] ?? [], values[draw(values.length)] ?? 'null') }
  }
}

export const oddityOf = (run: OddRun): Oddity => (run.header === undefined ? oddMember(run) : oddHeader(run.header))

/** Certifies a target with odd messages, and writes its report in every way. Throws where a run would end with exit 4. */
export const certifyOdd = (
  role: Role,
  oddity: Oddity,
  settings: Partial<RunSettings> & { discovers?: boolean } = {},
): Promise<number> => {
  const { discovers, ...given } = settings
  const implementation = {
    name: 'odd messages',
    story: 'Somebody sends what nobody expects.',
    prepare: answerOddly(oddity),
    ports: { send: sendOddly(oddity), reportBug: () => undefined },
    ...(discovers ? { isDiscovered: true as const } : {}),
  }
  const quick = { depth: 'quick' as const, timeoutMs: 2_000, ...given }
  return withImplementation(role, { implementation, settings: quick }, async served => {
    const exchanges: Exchange[] = []
    const evidence = { write: (exchange: Exchange) => void exchanges.push(JSON.parse(JSON.stringify(exchange))) }
    const { report, exitCode } = await certifyTarget(served, undefined, evidence)
    renderEverywhere(wellFormed(report), exchanges)
    return exitCode
  })
}

/** Returns every member of every kind of message that a reference sends in a run. */
export const membersOf = async (role: Role): Promise<Pick<OddRun, 'role' | 'of' | 'path'>[]> => {
  const found = new Map<string, Pick<OddRun, 'role' | 'of' | 'path'>>()
  const watch = ({ of, body }: Message) => {
    for (const path of body === undefined ? [] : pathsIn(body))
      found.set(JSON.stringify([of, path]), { role, of, path })
    return undefined
  }
  await certifyOdd(role, watch)
  return [...found.values()]
}
