import type { CheckContext, PropertyBody } from '../../harness/context.ts'
import { blocked, notApplicable } from '../../harness/outcome.ts'
import type { Drawn, Messages } from './draw.ts'
import { shown } from './write.ts'

/** Why a message could not be sent, such as an unusable page, and the remedy. */
export class Obstacle {
  readonly reason: string

  constructor(reason: string) {
    this.reason = reason
  }
}

/** A property over whole messages. */
type MessageProperty<Sent> = {
  messages: (context: CheckContext) => Messages
  /** Sends a message; returns undefined if the target refuses it, which is allowed, or the obstacle. */
  send: (context: CheckContext, drawn: Drawn) => Promise<Sent | Obstacle | undefined>
  test: (context: CheckContext, sent: Sent) => Promise<void> | void
  /** Generated messages at standard depth. */
  runs: number
  /** How many of the samples are tried, by default all: for messages that take many requests. */
  mostSamples?: number
  /** Whether a target may refuse all messages: the check is then not applicable instead of blocked. */
  mayBeRefused?: boolean
}

/** The samples at quick depth: the plain message, the one without optional members, and two more. */
const fewSamples = 4

/**
 * Returns a property that tries whole messages, samples first, then drawn ones. A refused message proves nothing; if all are refused,
 * the check is blocked.
 */
export const overMessages =
  <Sent>({ messages, send, test, runs, mostSamples, mayBeRefused = false }: MessageProperty<Sent>) =>
  async (context: CheckContext): Promise<PropertyBody<Drawn>> => {
    const { arbitrary, samples } = messages(context)
    let isAnyTaken = false
    let obstacle: string | undefined
    return {
      areIndependent: true,
      arbitrary: () => arbitrary,
      examples: samples.slice(0, context.run.depth === 'quick' ? fewSamples : mostSamples),
      runs,
      shown: ({ money }, drawn) => shown(drawn, money.currency),
      test: async (on, drawn) => {
        const sent = await send(on, drawn)
        if (sent instanceof Obstacle) obstacle ??= sent.reason
        if (sent === undefined || sent instanceof Obstacle) return
        isAnyTaken = true
        await test(on, sent)
      },
      finally: async () => {
        if (isAnyTaken) return
        if (obstacle !== undefined) blocked(obstacle)
        if (mayBeRefused) notApplicable('The target refuses every message of this kind, which is allowed.')
        blocked('the target accepted none of the messages that were tried: make it accept some during the run')
      },
    }
  }
