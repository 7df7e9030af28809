import type { CheckContext } from '../../harness/context.ts'
import type { PendingResponse } from '../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import type { SendOptions } from '../../harness/http/target.ts'
import { expectThat } from '../../harness/outcome.ts'
import type { Actor } from '../../harness/run-context.ts'
import type { JsonObject } from '../../protocol/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { gatewayCalls } from './gateway/authenticated-operations.ts'
import { merchantCalls } from './merchant/authenticated-operations.ts'
import type { Member } from './mistyped-values.ts'
import { type Clause, onEvery } from './parametrize.ts'

/** A value that is there, or will be: a proof needs an order first. */
export type Eventual<T> = T | Promise<T>

/** The member at a path ('order.items.0.price'), and what it becomes; undefined: it is left out. */
export type Edit = { path: string; value: JsonObject[string] | undefined }

/** An operation that carries the four headers, with everything that a check of the layer needs to know of it. */
export type Call = {
  operation: OperationName
  /** Who sends it. */
  sender: (context: CheckContext) => Actor
  /** Others whose keys the target knows, none of whom may sign for the sender. */
  others: (context: CheckContext) => Actor[]
  /** A fresh, correct body. */
  body: (context: CheckContext) => Eventual<JsonObject>
  /** `body`, or a fresh one, with one member replaced, or left out; payloads are signed after it. */
  edited: (context: CheckContext, change: Edit, body?: JsonObject) => Eventual<JsonObject>
  /** The same body with another text of the same length, where no signature but the request's covers it. */
  altered: (context: CheckContext, body: JsonObject) => JsonObject
  /** Where the amount is, a member that takes any text, and members that are numbers. */
  amount: string
  text: string
  numbers: readonly string[]
  /** Members that have to be there, and those that may be absent. */
  required: readonly Member[]
  optional: readonly Member[]
  /** Codes that refuse an OCID that nobody knows. */
  unknownCodes: readonly string[]
  /** Whatever is accepted moves money. */
  movesMoney?: true
  /** The documented answer to content that cannot be carried out, where that is no error. */
  isRejection?: (response: HttpResponse) => boolean
  /** How often the body was carried out, as far as that shows outside; undefined where nothing would show. */
  timesDone?: (context: CheckContext, body: JsonObject) => Promise<number | undefined>
}

/** Far beyond any difference between clocks: a day, and an hour for whoever allows exactly a day. */
export const farSeconds = 90_000

/** Every authenticated operation of every role that the suites know how to call. */
export const calls: readonly Call[] = [...gatewayCalls, ...merchantCalls]

/** Sends a body as its sender. */
export const send = (
  context: CheckContext,
  call: Call,
  body: Eventual<JsonObject>,
  sendOptions: Partial<SendOptions> = {},
): PendingResponse => context.call(call.operation, body, { as: call.sender(context), ...sendOptions })

/** Sends a fresh, correct body; blocked unless it is accepted. */
export const control = (context: CheckContext, call: Call): Promise<JsonObject> =>
  send(context, call, call.body(context)).asControl()

/** Breaks the clause where a body was carried out more than `times`, as far as that can be seen. */
export const isDoneAtMost = async (
  context: CheckContext,
  { call, body }: { call: Call; body: JsonObject },
  times: 0 | 1,
) => {
  const done = (await call.timesDone?.(context, body)) ?? 0
  const often = times === 0 ? 'although it was refused' : 'more than once'
  expectThat(done <= times, `${call.operation} was carried out ${often}`, {
    expected: `carried out ${times} times`,
    actual: `carried out ${done} times, as far as it shows`,
  })
}

/** A suite of the same checks on every authenticated operation. */
export const onEveryCall = (id: string, checks: (clause: Clause, call: Call) => void) => onEvery(id, calls, checks)
