import { type Clause, defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { isClientError } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, mediaType } from '../../../harness/http/response.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { type Call, calls, send } from '../../support/authenticated-operations.ts'
import { kycRefusals } from '../../support/kyc/refusals.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { of, whereDeclared } from '../../support/parametrize.ts'

/** Breaks the clause unless the answer is application/json and valid UTF-8 JSON; a refusal may have no body (ERR-01). */
const isJson = (response: HttpResponse, what: string) => {
  if (response.silence || (response.status >= 300 && response.bytes.length === 0)) return
  expectThat(mediaType(response) === 'application/json', `the answer to ${what} is not application/json`, {
    expected: 'application/json',
    actual: mediaType(response) || 'no content type',
  })
  expectThat(response.text !== undefined, `the answer to ${what} is not UTF-8`, {
    expected: 'UTF-8',
    actual: 'other bytes',
  })
  expectThat(response.json !== undefined && !response.text?.startsWith('\uFEFF'), `the answer to ${what} is not JSON`, {
    expected: 'JSON text, without a byte-order mark',
    actual: brief(response.text ?? '', 200),
  })
}

/** A correct request, and one that is refused by each layer. */
const ofCall = async (context: CheckContext, call: Call) => {
  const name = call.operation
  isJson(await send(context, call, call.body(context)), name)
  isJson(await send(context, call, call.body(context), { key: generatePrivateKey() }), `${name}, wrongly signed`)
  isJson(await send(context, call, {}), `${name} with an empty object`)
}

const suite = defineSuite({ id: 'wire-format-answers', roles: ['gateway', 'merchant', 'kyc'], operations: [] })
const { clause } = suite

for (const call of calls)
  clause('FMT-04', `answers of ${call.operation}`, context => ofCall(context, call), of(call.operation))

clause(
  'FMT-04',
  'metadata document',
  async context => {
    const { origin, pathname } = new URL(context.run.metadata.url)
    isJson(await context.send({ method: 'GET', origin, path: pathname, headers: [] }), 'GET /metadata.json')
  },
  { operations: ['metadata'] },
)

clause(
  'FMT-04',
  'answers of verify',
  async context => {
    isJson(await context.verify(context.fresh('tx')), 'GET /verify/{txid} of an unknown transaction')
    const { json } = await context.pay(context.paymentOf(context.merchant))
    const txid = (json as { txid?: Json } | undefined)?.txid
    if (typeof txid === 'string') isJson(await context.verify(txid), 'GET /verify/{txid} of a payment')
  },
  of('verify'),
)

/** That a refusal is a page and no JSON at all breaks a row of its own (GRANT-02). */
const isPage = (response: HttpResponse) => response.json === undefined && /html/.test(mediaType(response))

clause(
  'FMT-04',
  'refusals of kyc.grant',
  async context => {
    const tried = kycRefusals.map(async ({ what, send }) => {
      const response = await send(context)
      if (isClientError(response) && !isPage(response)) isJson(response, `a request for permissions with ${what}`)
    })
    await Promise.all(tried)
  },
  of('kyc.grant'),
)

/** Amounts on which the document is silent, made from one that is accepted. */
const amounts = (context: CheckContext): Record<string, string> => {
  const plain = context.money.amount()
  return {
    zero: context.money.amount(0),
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
const said = (call: Call, response: HttpResponse): string => {
  if (response.status !== 200) return answerOf(response)
  return call.isRejection?.(response) ? 'rejected' : 'accepted'
}

const open = (call: Call, add: Clause['observe']) =>
  add(
    'FMT-10',
    `${call.operation} with amounts on which the document is silent`,
    async context => {
      await send(context, call, call.body(context)).asControl()
      const tried = Object.entries({ ...amounts(context), ...large(call) }).map(([form, amount]) => {
        const body = call.edited(context, { path: call.amount, value: amount })
        return [form, send(context, call, body)] as const
      })
      await observeAnswers(context, Object.fromEntries(tried), response => said(call, response))
    },
    of(call.operation),
  )

for (const call of calls) open(call, clause.observe)

/** How a target answers. Heading: Resources and their fields. */
export const wireFormatAnswers = whereDeclared(suite)
