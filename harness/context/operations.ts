import { inAddress } from '../../protocol/json/any-json.ts'
import type { Json } from '../../protocol/json/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import type { PaymentRequest } from '../../schemas/messages.ts'
import type { Actors } from '../actors/actors.ts'
import { isClientError, PendingResponse } from '../http/pending-response.ts'
import type { HttpResponse } from '../http/response.ts'
import type { SendOptions } from '../http/signed-call.ts'
import type { Target } from '../http/target.ts'
import { waits } from '../patience.ts'
import { pause } from '../pause.ts'
import type { RequestBodies, TransferPlan } from './request-bodies.ts'

type Options = Partial<SendOptions>

/** The operations of the protocol, each sent by its usual caller unless `options.as` names another. */
export type Operations = {
  /** Sends orders/checkout to a gateway, as the merchant. */
  checkout(body: object, options?: Options): PendingResponse
  /** Sends transfer/create to a gateway, as the partner. */
  transfer(plan: TransferPlan, options?: Options): PendingResponse
  /** Sends payment/create to a gateway, as the app. */
  pay(body: PaymentRequest, options?: Options): PendingResponse
  /** Sends orders/create to a merchant, as the app. */
  createOrder(body: object, options?: Options): PendingResponse
  /** Sends transfer/webhook to a merchant, as the gateway. */
  deliver(body: object | Promise<object>, options?: Options): PendingResponse
  /**
   * Reads a transaction at a gateway, without authentication. A new transaction may become readable only after a moment, so a 404 is
   * retried for a while, unless the txid `isUnknown`. Heading: GET /verify/{txid}.
   */
  verify(txid: string, options?: { isUnknown?: boolean }): PendingResponse
}

/** Creates the protocol's operations at the target. */
export const createOperations = (
  actors: Actors,
  target: Target,
  { transferOf }: Pick<RequestBodies, 'transferOf'>,
): Operations => {
  const call = (operation: OperationName, body: object | Promise<object>, options: SendOptions) =>
    target.call(operation, body as Json | Promise<Json>, options)
  return {
    checkout: (body, options) => call('orders.checkout', body, { as: actors.merchant, ...options }),
    transfer: (plan, options) => call('transfer.create', transferOf(plan), { as: actors.partner, ...options }),
    pay: (body, options) => call('payment.create', body, { as: actors.app, ...options }),
    createOrder: (body, options) => call('orders.create', body, { as: actors.app, ...options }),
    deliver: (body, options) => call('transfer.webhook', body, { as: actors.gateway, ...options }),
    verify: (txid, { isUnknown = false } = {}) => {
      const read = () => verify(actors, target, txid)
      return new PendingResponse({ attempt: isUnknown ? read : () => onceReadable(read), what: 'GET /verify/{txid}' })
    },
  }
}

/** Retries while a transaction is refused with a 404 or another 4xx, as long as a replica of the target's database may lag. */
const onceReadable = async (read: () => Promise<HttpResponse>): Promise<HttpResponse> => {
  const until = performance.now() + waits.replica.ms
  for (;;) {
    const response = await read()
    if (!isUnreadable(response) || performance.now() >= until) return response
    await pause(waits.rereading.ms)
  }
}

const isUnreadable = (response: HttpResponse): boolean =>
  isClientError(response) && ![401, 403].includes(response.status)

/**
 * Retries the request signed if the target wrongly requires authentication (AUTH-20), so that its response can be judged.
 */
const verify = async ({ run }: Actors, target: Target, txid: string): Promise<HttpResponse> => {
  const path = `/verify/${inAddress(txid)}`
  const response = await target.get(path)
  const { partner } = run.identities
  if (![401, 403].includes(response.status) || partner === undefined) return response
  return target.call('verify', undefined, { as: partner, path })
}
