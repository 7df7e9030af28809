import type { Exchange } from '../../harness/http/exchange.ts'
import { isObject, jsonIn, memberOf } from '../../protocol/json/json.ts'

type Test = (value: unknown) => boolean

const isText: Test = value => typeof value === 'string'
const isNumber: Test = value => typeof value === 'number'

const optional =
  (test: Test): Test =>
  value =>
    value === undefined || test(value)

const listOf =
  (test: Test): Test =>
  value =>
    Array.isArray(value) && value.every(test)

const withMembers =
  (tests: Readonly<Record<string, Test>>): Test =>
  value =>
    isObject(value) && Object.entries(tests).every(([name, test]) => test(memberOf(value, name)))

const isHeader: Test = value => listOf(isText)(value) && Array.isArray(value) && value.length === 2

const message = { headers: listOf(isHeader), body: optional(isText), bodyBytes: isNumber }

const isIdentity = withMembers({ name: isText, ocid: isNumber })

const isSigned = withMembers({
  ...{ what: isText, canonical: isText, hash: isText, signature: isText, publicKey: isText },
  ...{ identity: optional(isIdentity), diagnosis: optional(isText) },
})

const isExchange = withMembers({
  ...{ id: isText, check: isText, at: isText, ms: isNumber },
  direction: value => value === 'sent' || value === 'received',
  request: withMembers({ ...message, method: isText, url: isText }),
  response: optional(withMembers({ ...message, status: isNumber })),
  error: optional(isText),
  signed: optional(listOf(isSigned)),
  omitted: optional(withMembers({ sent: isNumber, received: isNumber })),
})

/** Returns the exchange on a line of evidence, which is untrusted; undefined if the line is not an exchange. */
export const exchangeIn = (line: string): Exchange | undefined => {
  const value: unknown = jsonIn(line)
  return isExchange(value) ? (value as Exchange) : undefined
}
