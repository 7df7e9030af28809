import type { CheckContext } from '../../../harness/context.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import type { Actor } from '../../../harness/run-context.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import type { OperationName } from '../../../protocol/operations.ts'
import type { Member } from '../wire-format/mistyped-values.ts'

/** A value, or a promise of one, since a proof first needs an order. */
export type Eventual<T> = T | Promise<T>

/** The path of a member, such as 'order.items.0.price', and its new value; undefined removes the member. */
type Edit = { path: string; value: JsonObject[string] | undefined }

/** An operation that carries the four headers, with the values that a check needs to call it. Heading: Authentication. */
export type AuthenticatedOperation = {
  name: OperationName
  /** The actor that sends it. */
  sender: (context: CheckContext) => Actor
  /** Other actors whose keys the target knows; none of them may sign for the sender. */
  otherCallers: (context: CheckContext) => Actor[]
  /** Returns a fresh, correct body. */
  body: (context: CheckContext) => Eventual<JsonObject>
  /** Returns `body`, or a fresh one, with one member replaced or removed; payloads are signed after the edit. */
  bodyWith: (context: CheckContext, edit: Edit, body?: JsonObject) => Eventual<JsonObject>
  /** Returns the body with another string of the same length, in a place that only the request signature covers. */
  bodyWithOtherText: (context: CheckContext, body: JsonObject) => JsonObject
  /** Paths of the amount, of a member that accepts any text, and of the members that are numbers. */
  amountPath: string
  textPath: string
  numberPaths: readonly string[]
  required: readonly Member[]
  optional: readonly Member[]
  /** Codes that refuse an unknown caller. */
  unknownCallerCodes: readonly string[]
  /** Every accepted request moves money. */
  movesMoney?: true
  /** Returns whether the request was executed, judging by its response. */
  isExecution: (response: HttpResponse) => boolean
  /**
   * Returns whether a response is the documented rejection of content that cannot be processed, for operations where that is not an error.
   */
  isRejection?: (response: HttpResponse) => boolean
  /** The evidence that a body was executed. */
  trace?: string
  /** Counts how often a body was executed, as far as that is visible from outside; undefined if it is not. */
  executionCount?: (context: CheckContext, body: JsonObject) => Promise<number | undefined>
  /** A second execution is not visible: the count is at most 1. */
  showsOnce?: true
  /** Counts the same at the end of the run, from the requests that have arrived by then. */
  laterCount?: (context: CheckContext, body: JsonObject) => number
}
