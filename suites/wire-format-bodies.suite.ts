import { isObject, type Json } from '../protocol/json.ts'
import { type Call, control, isDoneAtMost, onEveryCall, send } from './authenticated.ts'
import { memberAt } from './edit.ts'
import type { Answer } from './harness/answer.ts'
import { holds } from './harness/outcome.ts'
import { isClientError, summary } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { hostileAmounts } from './hostile-amounts.ts'
import { absent, type Member, mistyped } from './members.ts'

/** Refused with a 4xx, or as the operation itself documents it of content that it cannot carry out. */
const isRefused = (call: Call, what: string, answer: Answer) =>
  holds(
    isClientError(answer) || call.isRejection?.(answer) === true,
    `${call.operation} with ${what} is not refused with a 4xx`,
    {
      expected: 'a 4xx',
      actual: summary(answer),
    },
  )

/** Each member with each value, alone in a correct body, is refused. */
const refusesEach = async (stage: Stage, call: Call, tried: readonly [Member, string, Json | undefined][]) => {
  await control(stage, call)
  const requests = tried.map(async ([{ path }, what, value]) => {
    const answer = await send(stage, call, call.edited(stage, { path, value }))
    isRefused(call, `${path} ${what}`, answer)
  })
  await Promise.all(requests)
}

/** What would be right where a plain body has nothing. */
const absentValue = (stage: Stage, { type }: Member): Json => {
  if (type === 'timestamp') return stage.now() + 3600
  return type === 'texts' ? ['https://shop.example/order'] : 'text'
}

/** Each member with values of another type. */
const withTypes = async (
  stage: Stage,
  call: Call,
  members: readonly Member[],
): Promise<[Member, string, Json | undefined][]> => {
  const body = await call.body(stage)
  return members.flatMap(one => {
    const right = memberAt(body, one.path) ?? absentValue(stage, one)
    return mistyped(one, right).map((value): [Member, string, Json] => [one, `as ${JSON.stringify(value)}`, value])
  })
}

/** Amounts that no decimal reader may take; where carrying one out would show, all of them have the same reference. */
const refusesAmounts = async (stage: Stage, call: Call) => {
  await control(stage, call)
  const base = await call.body(stage)
  const amounts = Object.entries(hostileAmounts(stage.money.amount(1)))
  const requests = amounts.map(async ([form, amount]) => {
    const change = { path: call.amount, value: amount }
    const body = call.timesDone ? call.edited(stage, change, base) : call.edited(stage, change)
    isRefused(call, `${form} as amount`, await send(stage, call, body))
  })
  await Promise.all(requests)
  await isDoneAtMost(stage, { call, body: base }, 0)
}

/** Bodies that are no JSON object, and content types that are not JSON. */
const foreign = async (stage: Stage, call: Call): Promise<[string, Json, string?][]> => {
  const right = JSON.stringify(await call.body(stage))
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

const refusesForeign = async (stage: Stage, call: Call) => {
  await control(stage, call)
  const requests = (await foreign(stage, call)).map(async ([what, body, contentType]) => {
    const sending = { as: call.sender(stage), ...(contentType === undefined ? {} : { contentType }) }
    const answer = await stage.call(call.operation, body, sending)
    isRefused(call, what, answer)
    holds(isObject(answer.json) && isObject(answer.json.error), `the refusal of ${what} has no error body`, {
      expected: '{ error: … }',
      actual: answer.text ?? '',
    })
  })
  await Promise.all(requests)
}

/** What a target does not take. Headings: Resources and their fields, Endpoints. */
export const wireFormatBodies = onEveryCall('wire-format-bodies', (clause, call) => {
  const name = call.operation

  clause('FMT-05', `${name} with an amount that is no decimal`, stage => refusesAmounts(stage, call))

  clause('FMT-06', `${name} with a body that is no JSON object`, stage => refusesForeign(stage, call))

  clause('FMT-08', `${name} without a required member`, stage => refusesEach(stage, call, absent(call.required)))

  clause('FMT-08', `${name} with a required member of another type`, async stage =>
    refusesEach(stage, call, await withTypes(stage, call, call.required)),
  )

  clause('FMT-09', `${name} with an optional member of another type`, async stage =>
    refusesEach(stage, call, await withTypes(stage, call, call.optional)),
  )
})
