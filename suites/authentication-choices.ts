import { generatePrivateKey } from '../protocol/keys.ts'
import type { OperationName, Role } from '../protocol/operations.ts'
import { nameOfRequestForm } from '../protocol/request-forms.ts'
import { farSeconds } from './authenticated.ts'
import { clockWindow } from './clock-window.ts'
import type { Answer } from './harness/answer.ts'
import { defineSuite, type Suite } from './harness/clause.ts'
import { codeOf, isSuccess, type Sent } from './harness/sent.ts'
import { pause } from './harness/slots.ts'
import type { Stage } from './harness/stage.ts'
import type { Sending } from './harness/target.ts'
import { answerOf, observeAnswers } from './observed.ts'

/** Requests by which the choices of one role's authentication layer show. */
export type Requests = {
  role: Role
  /** A correct request. */
  asks: (stage: Stage, sending?: Partial<Sending>) => Sent
  /** It gets as far as the authentication layer lets it, and leaves nothing behind. */
  asksInVain: (stage: Stage, sending: Partial<Sending>) => Sent
  /** A correct request of another caller. */
  another: (stage: Stage, sending: Partial<Sending>) => Sent
  /** What `asks` and `another` exercise. */
  operations: readonly [OperationName, OperationName]
}

/** Seconds for which a nonce is seen to be remembered. */
const memorySeconds = { quick: 0, standard: 1, thorough: 10 }

const window = (stage: Stage, { asksInVain }: Requests, direction: 1 | -1) =>
  clockWindow(async seconds => {
    const answer = await asksInVain(stage, { timestamp: stage.now() + direction * seconds })
    return codeOf(answer) !== 'TIMESTAMP_EXPIRED'
  })

const remembers = async (stage: Stage, { asks }: Requests): Promise<number | string> => {
  const nonce = stage.fresh('n')
  const began = Date.now()
  await asks(stage, { nonce }).asControl()
  await pause(memorySeconds[stage.session.depth] * 1000, stage.signal)
  const again = await asks(stage, { nonce })
  if (isSuccess(again)) return 'not remembered'
  return codeOf(again) === 'NONCE_REUSED' ? Math.floor((Date.now() - began) / 1000) : answerOf(again)
}

/** Requests with several faults at once. */
const several = (stage: Stage, used: string): Record<string, Partial<Sending>> => {
  const key = generatePrivateKey()
  const timestamp = stage.now() - farSeconds
  return {
    'timestamp and signature': { timestamp, key },
    'timestamp and nonce': { timestamp, nonce: used },
    'nonce and signature': { nonce: used, key },
    'OCID and timestamp': { as: stage.nobody, timestamp },
  }
}

/** What the answer says of a nonce, in two words: that it was free, or used. */
const nonceSaid = (answer: Answer, free: string, used: string): string => {
  if (isSuccess(answer)) return free
  return codeOf(answer) === 'NONCE_REUSED' ? used : answerOf(answer)
}

/** The name of the canonical request; a form that has none is told by its template. */
const formOf = ({ dialect }: Stage): [name: string, note?: string] => {
  const name = nameOfRequestForm(dialect.canonicalRequest)
  return name.startsWith('{') ? ['another form', name] : [name]
}

/** What becomes of a nonce that is out of the ordinary. */
const observeNonces = (clause: Suite['clause'], { asks, asksInVain }: Requests): void => {
  clause.observe('AUTH-28', 'long nonce', async stage => {
    await asks(stage).asControl()
    const nonce = stage.fresh('n').padEnd(1_000, 'n')
    await observeAnswers(stage, { 'X-OC-Nonce of 1,000 characters': asks(stage, { nonce }) })
  })

  clause.observe('AUTH-28', 'nonce of a request that was refused for its content', async stage => {
    const nonce = stage.fresh('n')
    await asks(stage).asControl()
    const refused = await asksInVain(stage, { nonce })
    const again = await asks(stage, { nonce })
    stage.observe({
      'nonce of a request refused for its content': isSuccess(refused)
        ? 'not refused'
        : nonceSaid(again, 'free again', 'used up'),
    })
  })
}

/** A suite of what a role chose where Authentication is silent. */
export const authenticationChoices = (id: string, requests: Requests): Suite => {
  const { asks, another, operations, role } = requests
  const suite = defineSuite({ id, roles: [role], operations: operations.slice(0, 1) })
  const { clause } = suite

  clause.observe('AUTH-21', 'canonical request', async stage => {
    await asks(stage).asControl()
    stage.observe(...formOf(stage))
  })

  clause.observe('AUTH-22', 'clock difference', async stage => {
    await asks(stage).asControl()
    const [past, future] = await Promise.all([window(stage, requests, -1), window(stage, requests, 1)])
    stage.observe(
      { 'into the past': past ?? 'none', 'into the future': future ?? 'none' },
      'seconds; 86400 stands for a day or more',
    )
  })

  clause.observe('AUTH-22', 'nonce memory', async stage => {
    stage.observe({ 'nonce memory, at least': await remembers(stage, requests) }, 'seconds')
  })

  clause.observe('AUTH-25', 'several failures at once', async stage => {
    const used = stage.fresh('n')
    await asks(stage, { nonce: used }).asControl()
    const tried = Object.entries(several(stage, used)).map(
      ([faults, sending]) => [faults, asks(stage, sending)] as const,
    )
    await observeAnswers(stage, Object.fromEntries(tried))
  })

  clause.observe(
    'AUTH-25',
    'nonce of another caller',
    async stage => {
      const nonce = stage.fresh('n')
      await asks(stage, { nonce }).asControl()
      const answer = await another(stage, { nonce })
      stage.observe({ 'nonce of another caller': nonceSaid(answer, 'taken', 'refused as used') })
    },
    { operations },
  )

  observeNonces(clause, requests)
  return suite
}

/** Whether the target has read the metadata of an OCID in this run. */
export const readsMetadataOf = ({ witness }: Stage, ocid: number): string =>
  witness.find(one => one.kind === 'metadata' && one.ocid === ocid).length > 0 ? 'metadata read' : 'metadata not read'
