import type { Clause } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, isSuccess, type PendingResponse } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { SendOptions } from '../../../harness/http/signed-call.ts'
import { pause } from '../../../harness/pause.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import { nameOfRequestForm } from '../../../protocol/request/likely-request-forms.ts'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import { answerOf, observeAnswers } from '../observations.ts'
import { farSeconds } from './authenticated-operations.ts'
import { clockWindow } from './clock-window.ts'

/** The requests that reveal a role's choices in the authentication layer, for one operation. */
type ObservedOperation = {
  name: OperationName
  /** Sends a correct request; each operation of a role has a different caller. */
  send: (context: CheckContext, sendOptions?: Partial<SendOptions>) => PendingResponse
  /** Sends a request that only the authentication layer accepts, and that has no effect. */
  sendRefused: (context: CheckContext, sendOptions: Partial<SendOptions>) => PendingResponse
}

/** After how many seconds a nonce is sent again. */
const memorySeconds = { quick: 0, standard: 1, thorough: 10 }

const acceptedDifference = (context: CheckContext, { sendRefused }: ObservedOperation, direction: 1 | -1) =>
  clockWindow(async seconds => {
    const response = await sendRefused(context, { timestamp: context.requestNow() + direction * seconds })
    return codeOf(response) !== 'TIMESTAMP_EXPIRED'
  })

const nonceMemory = async (context: CheckContext, { send }: ObservedOperation): Promise<number | string> => {
  const nonce = context.fresh('n')
  const began = performance.now()
  await send(context, { nonce }).asControl()
  await pause(memorySeconds[context.run.depth] * 1000, context.signal)
  const again = await send(context, { nonce })
  if (isSuccess(again)) return 'not remembered'
  return codeOf(again) === 'NONCE_REUSED' ? Math.floor((performance.now() - began) / 1000) : answerOf(again)
}

/** Returns requests with several faults each. */
const combinedFaults = (context: CheckContext, usedNonce: string): Record<string, Partial<SendOptions>> => {
  const key = generatePrivateKey()
  const timestamp = context.requestNow() - farSeconds
  return {
    'timestamp and signature': { timestamp, key },
    'timestamp and nonce': { timestamp, nonce: usedNonce },
    'nonce and signature': { nonce: usedNonce, key },
    'OCID and timestamp': { as: context.nobody, timestamp },
  }
}

/** Returns the vocabulary's word for the state of a nonce, judging by a response: `free` or `used`. */
const nonceWord = (response: HttpResponse, free: string, used: string): string => {
  if (isSuccess(response)) return free
  return codeOf(response) === 'NONCE_REUSED' ? used : answerOf(response)
}

/** Returns the name of the canonical request; a form without a name is described by its template. */
const requestFormOf = ({ dialect }: CheckContext): [name: string, note?: string] => {
  const name = nameOfRequestForm(dialect.canonicalRequest)
  return name.startsWith('{') ? ['another form', name] : [name]
}

/** The operations that are observed, at least one. */
export type ObservedOperations = readonly [ObservedOperation, ...ObservedOperation[]]

/** `titled` adds the operation to the title of a check, for all but the first. */
type Observed = { operation: ObservedOperation; another: ObservedOperation; titled: (title: string) => string }

const each = ([first, ...others]: ObservedOperations): Observed[] =>
  [first, ...others].map((operation, at, all) => ({
    operation,
    another: all[(at + 1) % all.length] ?? first,
    titled: title => (operation === first ? title : `${title} of ${operation.name}`),
  }))

/** Adds the checks of AUTH-21, one for each operation. */
export const observeRequestForm = (clause: Clause, observed: ObservedOperations): void => {
  for (const { operation, titled } of each(observed))
    clause.observe(
      'AUTH-21',
      titled('canonical request'),
      async context => {
        await operation.send(context).asControl()
        context.observe(...requestFormOf(context))
      },
      { operations: [operation.name] },
    )
}

const observeClock = (clause: Clause, { operation, titled }: Observed): void => {
  const { send, name } = operation
  const operations = [name]

  clause.observe(
    'AUTH-22',
    titled('clock difference'),
    async context => {
      await send(context).asControl()
      const [past, future] = await Promise.all([
        acceptedDifference(context, operation, -1),
        acceptedDifference(context, operation, 1),
      ])
      context.observe(
        { 'into the past': past ?? 'none', 'into the future': future ?? 'none' },
        'seconds; 86400 stands for a day or more',
      )
    },
    { operations },
  )

  clause.observe(
    'AUTH-22',
    titled('nonce memory'),
    async context => {
      context.observe({ 'nonce memory, at least': await nonceMemory(context, operation) }, 'seconds')
    },
    { operations },
  )
}

/** Adds the checks of AUTH-22, two for each operation. */
export const observeTimes = (clause: Clause, observed: ObservedOperations): void => {
  for (const one of each(observed)) observeClock(clause, one)
}

const observeOrder = (clause: Clause, { operation, another, titled }: Observed): void => {
  const { send, name } = operation

  clause.observe(
    'AUTH-25',
    titled('several failures at once'),
    async context => {
      const nonce = context.fresh('n')
      await send(context, { nonce }).asControl()
      const sent = Object.entries(combinedFaults(context, nonce)).map(
        ([faults, sendOptions]) => [faults, send(context, sendOptions)] as const,
      )
      await observeAnswers(context, Object.fromEntries(sent))
    },
    { operations: [name] },
  )

  clause.observe(
    'AUTH-25',
    titled('nonce of another caller'),
    async context => {
      const nonce = context.fresh('n')
      await send(context, { nonce }).asControl()
      const response = await another.send(context, { nonce })
      context.observe({ 'nonce of another caller': nonceWord(response, 'taken', 'refused as used') })
    },
    { operations: [name, another.name] },
  )
}

/** Adds the checks of AUTH-25, two for each operation. */
export const observeFaults = (clause: Clause, observed: ObservedOperations): void => {
  for (const one of each(observed)) observeOrder(clause, one)
}

/** Adds the checks of AUTH-28 on nonces, at the first operation. */
export const observeNonces = (clause: Clause, [{ send, sendRefused }]: ObservedOperations): void => {
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

/** Returns the vocabulary's word for whether the target has read the metadata of an OCID in this run. */
export const metadataReadWord = ({ journal }: CheckContext, ocid: number): string => {
  const isRead = journal.find(request => request.kind === 'metadata' && request.ocid === ocid).length > 0
  return isRead ? 'metadata read' : 'metadata not read'
}
