import { defineSuite, type Suite } from '../../harness/clause.ts'
import type { CheckContext } from '../../harness/context.ts'
import { codeOf, isSuccess, type PendingResponse } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { SendOptions } from '../../harness/http/target.ts'
import { pause } from '../../harness/pause.ts'
import { generatePrivateKey } from '../../protocol/keys.ts'
import { nameOfRequestForm } from '../../protocol/likely-request-forms.ts'
import type { OperationName, Role } from '../../protocol/operations.ts'
import { farSeconds } from './authenticated-operations.ts'
import { clockWindow } from './clock-window.ts'
import { answerOf, observeAnswers } from './observations.ts'

/** The requests that show what one role chose for its authentication layer. */
export type ObservedRequests = {
  role: Role
  /** Sends a correct request. */
  send: (context: CheckContext, sendOptions?: Partial<SendOptions>) => PendingResponse
  /** Sends a request that only the authentication layer accepts, and that leaves nothing behind. */
  sendRefused: (context: CheckContext, sendOptions: Partial<SendOptions>) => PendingResponse
  /** Sends a correct request of another caller. */
  sendAsAnother: (context: CheckContext, sendOptions: Partial<SendOptions>) => PendingResponse
  /** What `send` and `sendAsAnother` exercise. */
  operations: readonly [OperationName, OperationName]
}

/** Seconds after which a nonce is sent again. */
const memorySeconds = { quick: 0, standard: 1, thorough: 10 }

const acceptedDifference = (context: CheckContext, { sendRefused }: ObservedRequests, direction: 1 | -1) =>
  clockWindow(async seconds => {
    const response = await sendRefused(context, { timestamp: context.now() + direction * seconds })
    return codeOf(response) !== 'TIMESTAMP_EXPIRED'
  })

const nonceMemory = async (context: CheckContext, { send }: ObservedRequests): Promise<number | string> => {
  const nonce = context.fresh('n')
  const began = Date.now()
  await send(context, { nonce }).asControl()
  await pause(memorySeconds[context.run.depth] * 1000, context.signal)
  const again = await send(context, { nonce })
  if (isSuccess(again)) return 'not remembered'
  return codeOf(again) === 'NONCE_REUSED' ? Math.floor((Date.now() - began) / 1000) : answerOf(again)
}

/** Returns requests with several faults at once. */
const combinedFaults = (context: CheckContext, usedNonce: string): Record<string, Partial<SendOptions>> => {
  const key = generatePrivateKey()
  const timestamp = context.now() - farSeconds
  return {
    'timestamp and signature': { timestamp, key },
    'timestamp and nonce': { timestamp, nonce: usedNonce },
    'nonce and signature': { nonce: usedNonce, key },
    'OCID and timestamp': { as: context.nobody, timestamp },
  }
}

/** Returns the word for what a response says of its nonce: `free` or `used`. */
const nonceWord = (response: HttpResponse, free: string, used: string): string => {
  if (isSuccess(response)) return free
  return codeOf(response) === 'NONCE_REUSED' ? used : answerOf(response)
}

/** Returns the name of the canonical request; a form without a name is described by its template. */
const requestFormOf = ({ dialect }: CheckContext): [name: string, note?: string] => {
  const name = nameOfRequestForm(dialect.canonicalRequest)
  return name.startsWith('{') ? ['another form', name] : [name]
}

const observeClock = (clause: Suite['clause'], requests: ObservedRequests): void => {
  const { send } = requests

  clause.observe('AUTH-21', 'canonical request', async context => {
    await send(context).asControl()
    context.observe(...requestFormOf(context))
  })

  clause.observe('AUTH-22', 'clock difference', async context => {
    await send(context).asControl()
    const [past, future] = await Promise.all([
      acceptedDifference(context, requests, -1),
      acceptedDifference(context, requests, 1),
    ])
    context.observe(
      { 'into the past': past ?? 'none', 'into the future': future ?? 'none' },
      'seconds; 86400 stands for a day or more',
    )
  })

  clause.observe('AUTH-22', 'nonce memory', async context => {
    context.observe({ 'nonce memory, at least': await nonceMemory(context, requests) }, 'seconds')
  })
}

const observeFaults = (clause: Suite['clause'], { send, sendAsAnother, operations }: ObservedRequests): void => {
  clause.observe('AUTH-25', 'several failures at once', async context => {
    const nonce = context.fresh('n')
    await send(context, { nonce }).asControl()
    const sent = Object.entries(combinedFaults(context, nonce)).map(
      ([faults, sendOptions]) => [faults, send(context, sendOptions)] as const,
    )
    await observeAnswers(context, Object.fromEntries(sent))
  })

  clause.observe(
    'AUTH-25',
    'nonce of another caller',
    async context => {
      const nonce = context.fresh('n')
      await send(context, { nonce }).asControl()
      const response = await sendAsAnother(context, { nonce })
      context.observe({ 'nonce of another caller': nonceWord(response, 'taken', 'refused as used') })
    },
    { operations },
  )
}

const observeNonces = (clause: Suite['clause'], { send, sendRefused }: ObservedRequests): void => {
  clause.observe('AUTH-28', 'long nonce', async context => {
    await send(context).asControl()
    const nonce = context.fresh('n').padEnd(1_000, 'n')
    await observeAnswers(context, { 'X-OC-Nonce of 1,000 characters': send(context, { nonce }) })
  })

  clause.observe('AUTH-28', 'nonce of a request that was refused for its content', async context => {
    const nonce = context.fresh('n')
    await send(context).asControl()
    const refused = await sendRefused(context, { nonce })
    const again = await send(context, { nonce })
    context.observe({
      'nonce of a request refused for its content': isSuccess(refused)
        ? 'not refused'
        : nonceWord(again, 'free again', 'used up'),
    })
  })
}

/** Defines a suite that observes what a role chose where Authentication is silent. Heading: Authentication. */
export const authenticationObservations = (id: string, requests: ObservedRequests): Suite => {
  const suite = defineSuite({ id, roles: [requests.role], operations: requests.operations.slice(0, 1) })
  for (const observe of [observeClock, observeFaults, observeNonces]) observe(suite.clause, requests)
  return suite
}

/** Tells whether the target has read the metadata of an OCID in this run, in the words of the vocabulary. */
export const metadataReadWord = ({ journal }: CheckContext, ocid: number): string => {
  const isRead = journal.find(request => request.kind === 'metadata' && request.ocid === ocid).length > 0
  return isRead ? 'metadata read' : 'metadata not read'
}
