import type { Json } from '../protocol/json.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import { type Call, calls, send } from './authenticated.ts'
import { of, whereDeclared } from './every.ts'
import { type Answer, mediaType } from './harness/answer.ts'
import { type Clause, defineSuite } from './harness/clause.ts'
import { brief, holds } from './harness/outcome.ts'
import { isClientError } from './harness/sent.ts'
import type { Stage } from './harness/stage.ts'
import { kycRefusals } from './kyc/refusals.ts'
import { answerOf, observeAnswers } from './observed.ts'

/** Breaks the clause unless the answer is application/json and valid UTF-8 JSON; a refusal may have no body (ERR-01). */
const isJson = (answer: Answer, what: string) => {
  if (answer.silence || (answer.status >= 300 && answer.bytes.length === 0)) return
  holds(mediaType(answer) === 'application/json', `the answer to ${what} is not application/json`, {
    expected: 'application/json',
    actual: mediaType(answer) || 'no content type',
  })
  holds(answer.text !== undefined, `the answer to ${what} is not UTF-8`, { expected: 'UTF-8', actual: 'other bytes' })
  holds(answer.json !== undefined && !answer.text?.startsWith('\uFEFF'), `the answer to ${what} is not JSON`, {
    expected: 'JSON text, without a byte-order mark',
    actual: brief(answer.text ?? '', 200),
  })
}

/** A correct request, and one that is refused by each layer. */
const ofCall = async (stage: Stage, call: Call) => {
  const name = call.operation
  isJson(await send(stage, call, call.body(stage)), name)
  isJson(await send(stage, call, call.body(stage), { key: generatePrivateKey() }), `${name}, wrongly signed`)
  isJson(await send(stage, call, {}), `${name} with an empty object`)
}

const suite = defineSuite({ id: 'wire-format-answers', roles: ['gateway', 'merchant', 'kyc'], operations: [] })
const { clause } = suite

for (const call of calls)
  clause('FMT-04', `answers of ${call.operation}`, stage => ofCall(stage, call), of(call.operation))

clause(
  'FMT-04',
  'metadata document',
  async stage => {
    const { origin, pathname } = new URL(stage.session.metadata.url)
    isJson(await stage.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
  },
  { operations: ['metadata'] },
)

clause(
  'FMT-04',
  'answers of verify',
  async stage => {
    isJson(await stage.verify(stage.fresh('tx')), 'GET /verify/{txid} of an unknown transaction')
    const { json } = await stage.pay(stage.paymentOf(stage.merchant))
    const txid = (json as { txid?: Json } | undefined)?.txid
    if (typeof txid === 'string') isJson(await stage.verify(txid), 'GET /verify/{txid} of a payment')
  },
  of('verify'),
)

/** That a refusal is a page and no JSON at all breaks a row of its own (GRANT-02). */
const isPage = (answer: Answer) => answer.json === undefined && /html/.test(mediaType(answer))

clause(
  'FMT-04',
  'refusals of kyc.grant',
  async stage => {
    const tried = kycRefusals.map(async ({ what, send }) => {
      const answer = await send(stage)
      if (isClientError(answer) && !isPage(answer)) isJson(answer, `a request for permissions with ${what}`)
    })
    await Promise.all(tried)
  },
  of('kyc.grant'),
)

/** Amounts on which the document is silent, made from one that is accepted. */
const amounts = (stage: Stage): Record<string, string> => {
  const plain = stage.money.amount()
  return {
    zero: stage.money.amount(0),
    'leading zeros': `00${plain}`,
    'a plus sign': `+${plain}`,
    'more digits than the currency has': plain.includes('.') ? `${plain}1` : `${plain}.1`,
    'more digits, all zero': plain.includes('.') ? `${plain}0` : `${plain}.0`,
    'no whole digits': '.5',
    'no digits behind the point': `${plain.split('.')[0]}.`,
  }
}

/** Where nothing is moved, what the fraud checks take at most can be tried, too. */
const large = ({ movesMoney }: Call): Record<string, string> => (movesMoney ? {} : { 'a billion': '1000000000' })

/** What became of a request, or the refusal of it. */
const said = (call: Call, answer: Answer): string => {
  if (answer.status !== 200) return answerOf(answer)
  return call.isRejection?.(answer) ? 'rejected' : 'accepted'
}

const open = (call: Call, add: Clause['observe']) =>
  add(
    'FMT-10',
    `${call.operation} with amounts on which the document is silent`,
    async stage => {
      await send(stage, call, call.body(stage)).asControl()
      const tried = Object.entries({ ...amounts(stage), ...large(call) }).map(([form, amount]) => {
        const body = call.edited(stage, { path: call.amount, value: amount })
        return [form, send(stage, call, body)] as const
      })
      await observeAnswers(stage, Object.fromEntries(tried), answer => said(call, answer))
    },
    of(call.operation),
  )

for (const call of calls) open(call, clause.observe)

/** How a target answers. Heading: Resources and their fields. */
export const wireFormatAnswers = whereDeclared(suite)
