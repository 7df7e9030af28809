import type { CheckContext } from '../../../harness/context.ts'
import { isClientError, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject, type Json } from '../../../protocol/json.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from '../../support/authenticated-operations.ts'
import { memberAt } from '../../support/edit.ts'
import { hostileAmounts } from '../../support/hostile-amounts.ts'
import { absent, type Member, mistyped } from '../../support/mistyped-values.ts'

/** Refused with a 4xx, or as the operation itself documents it of content that it cannot carry out. */
const isRefused = (call: Call, what: string, response: HttpResponse) =>
  expectThat(
    isClientError(response) || call.isRejection?.(response) === true,
    `${call.operation} with ${what} is not refused with a 4xx`,
    {
      expected: 'a 4xx',
      actual: summary(response),
    },
  )

/** Each member with each value, alone in a correct body, is refused. */
const refusesEach = async (context: CheckContext, call: Call, tried: readonly [Member, string, Json | undefined][]) => {
  await control(context, call)
  const requests = tried.map(async ([{ path }, what, value]) => {
    const response = await send(context, call, call.edited(context, { path, value }))
    isRefused(call, `${path} ${what}`, response)
  })
  await Promise.all(requests)
}

/** What would be right where a plain body has nothing. */
const absentValue = (context: CheckContext, { type }: Member): Json => {
  if (type === 'timestamp') return context.now() + 3600
  return type === 'texts' ? ['https://shop.example/order'] : 'text'
}

/** Each member with values of another type. */
const withTypes = async (
  context: CheckContext,
  call: Call,
  members: readonly Member[],
): Promise<[Member, string, Json | undefined][]> => {
  const body = await call.body(context)
  return members.flatMap(one => {
    const right = memberAt(body, one.path) ?? absentValue(context, one)
    return mistyped(one, right).map((value): [Member, string, Json] => [one, `as ${JSON.stringify(value)}`, value])
  })
}

/** Amounts that no decimal reader may take; where carrying one out would show, all of them have the same reference. */
const refusesAmounts = async (context: CheckContext, call: Call) => {
  await control(context, call)
  const base = await call.body(context)
  const amounts = Object.entries(hostileAmounts(context.money.amount(1)))
  const requests = amounts.map(async ([form, amount]) => {
    const change = { path: call.amount, value: amount }
    const body = call.timesDone ? call.edited(context, change, base) : call.edited(context, change)
    isRefused(call, `${form} as amount`, await send(context, call, body))
  })
  await Promise.all(requests)
  await isDoneAtMost(context, { call, body: base }, 0)
}

/** Bodies that are no JSON object, and content types that are not JSON. */
const foreign = async (context: CheckContext, call: Call): Promise<[string, Json, string?][]> => {
  const right = JSON.stringify(await call.body(context))
  return [
    ['no body', ''],
    ['text', 'hello'],
    ['half a body', right.slice(0, -1)],
    ['two bodies', right + right],
    ['a list', `[${right}]`],
    ['a string', JSON.stringify(right)],
    ['a number', '1'],
    ['null', 'null'],
    ['form fields', 'amount=1&currency=USD', 'application/x-www-form-urlencoded'],
    ['text/plain', right, 'text/plain'],
    ['application/xml', right, 'application/xml'],
    ['an unknown content type', right, 'application/x-unknown'],
  ]
}

const refusesForeign = async (context: CheckContext, call: Call) => {
  await control(context, call)
  const requests = (await foreign(context, call)).map(async ([what, body, contentType]) => {
    const sendOptions = { as: call.sender(context), ...(contentType === undefined ? {} : { contentType }) }
    const response = await context.call(call.operation, body, sendOptions)
    isRefused(call, what, response)
    expectThat(isObject(response.json) && isObject(response.json.error), `the refusal of ${what} has no error body`, {
      expected: '{ error: … }',
      actual: response.text ?? '',
    })
  })
  await Promise.all(requests)
}

/** What a target does not take. Headings: Resources and their fields, Endpoints. */
export const wireFormatBodies = onEveryCall('wire-format-bodies', (clause, call) => {
  const name = call.operation

  clause('FMT-05', `${name} with an amount that is no decimal`, context => refusesAmounts(context, call))

  clause('FMT-06', `${name} with a body that is no JSON object`, context => refusesForeign(context, call))

  clause('FMT-08', `${name} without a required member`, context => refusesEach(context, call, absent(call.required)))

  clause('FMT-08', `${name} with a required member of another type`, async context =>
    refusesEach(context, call, await withTypes(context, call, call.required)),
  )

  clause('FMT-09', `${name} with an optional member of another type`, async context =>
    refusesEach(context, call, await withTypes(context, call, call.optional)),
  )
})
