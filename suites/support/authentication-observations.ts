import { defineSuite, type Suite } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, type PendingResponse } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { SendOptions } from '../../harness/http/target.ts'
import { pause } from '../../harness/pause.ts'
import { generatePrivateKey } from '../../protocol/keys.ts'
import type { OperationName, Role } from '../../protocol/operations.ts'
import { nameOfRequestForm } from '../../protocol/request-forms.ts'
import { farSeconds } from './authenticated-operations.ts'
import { clockWindow } from './clock-window.ts'
import { answerOf, observeAnswers } from './observations.ts'

/** Requests by which the choices of one role's authentication layer show. */
export type Requests = {
  role: Role
  /** A correct request. */
  asks: (context: CheckContext, sendOptions?: Partial<SendOptions>) => PendingResponse
  /** It gets as far as the authentication layer lets it, and leaves nothing behind. */
  asksInVain: (context: CheckContext, sendOptions: Partial<SendOptions>) => PendingResponse
  /** A correct request of another caller. */
  another: (context: CheckContext, sendOptions: Partial<SendOptions>) => PendingResponse
  /** What `asks` and `another` exercise. */
  operations: readonly [OperationName, OperationName]
}

/** Seconds for which a nonce is seen to be remembered. */
const memorySeconds = { quick: 0, standard: 1, thorough: 10 }

const window = (context: CheckContext, { asksInVain }: Requests, direction: 1 | -1) =>
  clockWindow(async seconds => {
    const response = await asksInVain(context, { timestamp: context.now() + direction * seconds })
    return codeOf(response) !== 'TIMESTAMP_EXPIRED'
  })

const remembers = async (context: CheckContext, { asks }: Requests): Promise<number | string> => {
  const nonce = context.fresh('n')
  const began = Date.now()
  await asks(context, { nonce }).asControl()
  await pause(memorySeconds[context.run.depth] * 1000, context.signal)
  const again = await asks(context, { nonce })
  if (isSuccess(again)) return 'not remembered'
  return codeOf(again) === 'NONCE_REUSED' ? Math.floor((Date.now() - began) / 1000) : answerOf(again)
}

/** Requests with several faults at once. */
const several = (context: CheckContext, used: string): Record<string, Partial<SendOptions>> => {
  const key = generatePrivateKey()
  const timestamp = context.now() - farSeconds
  return {
    'timestamp and signature': { timestamp, key },
    'timestamp and nonce': { timestamp, nonce: used },
    'nonce and signature': { nonce: used, key },
    'OCID and timestamp': { as: context.nobody, timestamp },
  }
}

/** What the answer says of a nonce, in two words: that it was free, or used. */
const nonceSaid = (response: HttpResponse, free: string, used: string): string => {
  if (isSuccess(response)) return free
  return codeOf(response) === 'NONCE_REUSED' ? used : answerOf(response)
}

/** The name of the canonical request; a form that has none is told by its template. */
const formOf = ({ dialect }: CheckContext): [name: string, note?: string] => {
  const name = nameOfRequestForm(dialect.canonicalRequest)
  return name.startsWith('{') ? ['another form', name] : [name]
}

/** What becomes of a nonce that is out of the ordinary. */
const observeNonces = (clause: Suite['clause'], { asks, asksInVain }: Requests): void => {
  clause.observe('AUTH-28', 'long nonce', async context => {
    await asks(context).asControl()
    const nonce = context.fresh('n').padEnd(1_000, 'n')
    await observeAnswers(context, { 'X-OC-Nonce of 1,000 characters': asks(context, { nonce }) })
  })

  clause.observe('AUTH-28', 'nonce of a request that was refused for its content', async context => {
    const nonce = context.fresh('n')
    await asks(context).asControl()
    const refused = await asksInVain(context, { nonce })
    const again = await asks(context, { nonce })
    context.observe({
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

  clause.observe('AUTH-21', 'canonical request', async context => {
    await asks(context).asControl()
    context.observe(...formOf(context))
  })

  clause.observe('AUTH-22', 'clock difference', async context => {
    await asks(context).asControl()
    const [past, future] = await Promise.all([window(context, requests, -1), window(context, requests, 1)])
    context.observe(
      { 'into the past': past ?? 'none', 'into the future': future ?? 'none' },
      'seconds; 86400 stands for a day or more',
    )
  })

  clause.observe('AUTH-22', 'nonce memory', async context => {
    context.observe({ 'nonce memory, at least': await remembers(context, requests) }, 'seconds')
  })

  clause.observe('AUTH-25', 'several failures at once', async context => {
    const used = context.fresh('n')
    await asks(context, { nonce: used }).asControl()
    const tried = Object.entries(several(context, used)).map(
      ([faults, sendOptions]) => [faults, asks(context, sendOptions)] as const,
    )
    await observeAnswers(context, Object.fromEntries(tried))
  })

  clause.observe(
    'AUTH-25',
    'nonce of another caller',
    async context => {
      const nonce = context.fresh('n')
      await asks(context, { nonce }).asControl()
      const response = await another(context, { nonce })
      context.observe({ 'nonce of another caller': nonceSaid(response, 'taken', 'refused as used') })
    },
    { operations },
  )

  observeNonces(clause, requests)
  return suite
}

/** Whether the target has read the metadata of an OCID in this run. */
export const readsMetadataOf = ({ journal }: CheckContext, ocid: number): string =>
  journal.find(one => one.kind === 'metadata' && one.ocid === ocid).length > 0 ? 'metadata read' : 'metadata not read'
