import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { codeOf, expectJsonFits, isClientError, isSuccess, summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { member } from '../../../harness/http/target-signature.ts'
import { brief, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { authenticationCodes, kycCodes } from '../../../protocol/errors.ts'
import { isObject } from '../../../protocol/json.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { type OperationName, operations } from '../../../protocol/operations.ts'
import { calls, control, farSeconds, send } from '../../support/authenticated-operations.ts'
import { emptySubmission, kycRefusals } from '../../support/kyc/refusals.ts'
import { leaks } from '../../support/leaks.ts'
import { answerOf, observeAnswers } from '../../support/observations.ts'
import { of, whereDeclared } from '../../support/parametrize.ts'
import { type Condition, conditions } from '../../support/refusal-conditions.ts'

const suite = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })
const { clause } = suite

const operationsTried: readonly OperationName[] = [...new Set([...conditions, ...calls].map(one => one.operation))]

/** A refusal, and whether the document names a code for it. */
type Refused = { what: string; isNamed: boolean; response: HttpResponse }

type Tried = { what: string; isNamed: boolean; send: (context: CheckContext) => PromiseLike<HttpResponse> }

const documented = (operation: OperationName): Tried[] =>
  conditions
    .filter(one => one.operation === operation && !one.isCostly)
    .map(({ name, provoke }) => ({ what: name, isNamed: true, send: provoke }))

/** What the authentication layer and the reading of a body refuse. */
const layers = (operation: OperationName): Tried[] =>
  calls
    .filter(call => call.operation === operation)
    .flatMap(call => [
      {
        what: 'a wrong request signature',
        isNamed: true,
        send: context => send(context, call, call.body(context), { key: generatePrivateKey() }),
      },
      {
        what: 'an old timestamp',
        isNamed: true,
        send: context => send(context, call, call.body(context), { timestamp: context.now() - farSeconds }),
      },
      {
        what: 'an OCID that nobody knows',
        isNamed: true,
        send: context => send(context, call, call.body(context), { as: context.nobody }),
      },
      { what: 'a body without members', isNamed: false, send: context => send(context, call, {}) },
    ])

/** What else is refused where nothing is authenticated. */
const plain = (operation: OperationName): Tried[] =>
  operation === 'kyc.grant' ? kycRefusals.map(one => ({ ...one, isNamed: false })) : []

const refusals = async (context: CheckContext, tried: readonly Tried[]): Promise<Refused[]> => {
  const responses = tried.map(async ({ what, isNamed, send }) => ({ what, isNamed, response: await send(context) }))
  return (await Promise.all(responses)).filter(({ response }) => isClientError(response))
}

const ofOperation = (context: CheckContext, operation: OperationName) =>
  refusals(context, [...documented(operation), ...layers(operation), ...plain(operation)])

const isError = (operation: OperationName, { what, isNamed, response }: Refused) => {
  const isKyc = operations[operation].role === 'kyc'
  // A page in place of JSON breaks rows of its own (GRANT-02, GRANT-04).
  if (isKyc && response.json === undefined) return
  expectJsonFits(response, 'error', `${operation} refused for ${what}`)
  if (isNamed || isKyc)
    expectThat(codeOf(response) !== undefined, `the refusal of ${operation} for ${what} has no code`, {
      expected: 'error.code',
      actual: response.json ?? '',
    })
  if (isKyc)
    expectThat(
      member(member(response.json, 'error'), 'message') !== undefined,
      `the refusal for ${what} has no message`,
      {
        expected: 'error.message',
        actual: response.json ?? '',
      },
    )
}

for (const operation of operationsTried)
  clause(
    'ERR-01',
    `error body of ${operation}`,
    async context => {
      for (const one of await ofOperation(context, operation)) isError(operation, one)
    },
    of(operation),
  )

const isOfLayer = (response: HttpResponse) => authenticationCodes.some(code => code === codeOf(response))

const carriesOneOfTen = ({ what, response }: Refused) => {
  const code = codeOf(response)
  // That there is no code breaks another row (ERR-01).
  const isIt = code === undefined || kycCodes.some(one => one === code)
  expectThat(isIt, `${what} is refused with a code that is none of the ten`, {
    expected: kycCodes.join(', '),
    actual: code,
  })
}

clause(
  'ERR-03',
  'codes of kyc.grant',
  async context => {
    for (const one of await ofOperation(context, 'kyc.grant')) carriesOneOfTen(one)
    const response = await emptySubmission(context)
    carriesOneOfTen({ what: 'a submission without fields', isNamed: false, response })
  },
  of('kyc.grant'),
)

/** Where a browser is sent on, nothing is refused. */
const isTaken = (operation: OperationName, response: HttpResponse) =>
  isSuccess(response) || (operations[operation].role === 'kyc' && response.status >= 200 && response.status < 400)

const isPair = async (
  context: CheckContext,
  { operation, name, code, status, control: plainly, provoke }: Condition,
) => {
  const call = calls.find(one => one.operation === operation)
  if (call) await control(context, call)
  await plainly?.(context)
  const response = await provoke(context)
  if (isTaken(operation, response)) notApplicable(`The target does not refuse ${name}, which breaks a row of its own.`)
  if (!operations[operation].authenticated && isOfLayer(response))
    notApplicable('The target asks for authentication where none is needed (AUTH-20).')
  expectThat(
    response.status === status && codeOf(response) === code,
    `${operation} does not refuse ${name} as documented`,
    {
      expected: `${status} ${code}`,
      actual: summary(response),
    },
  )
}

for (const one of conditions)
  clause('ERR-02', `${one.operation} with ${one.name}`, context => isPair(context, one), of(one.operation))

/** Requests whose refusal comes from deep inside a careless target. */
const careless = (operation: OperationName): Tried[] =>
  calls
    .filter(call => call.operation === operation)
    .flatMap(call =>
      ['{"amount":', '', `${'['.repeat(2_000)}`, '{"order":{"items":1},"from":1,"to":{},"amount":[]}'].map(body => ({
        what: 'a body that cannot be read',
        isNamed: false,
        send: context => context.call(operation, body, { as: call.sender(context) }),
      })),
    )

const everything = async (context: CheckContext, operation: OperationName): Promise<Refused[]> => {
  const tried = [...documented(operation), ...layers(operation), ...plain(operation), ...careless(operation)]
  return Promise.all(tried.map(async ({ what, isNamed, send }) => ({ what, isNamed, response: await send(context) })))
}

for (const operation of operationsTried)
  clause(
    'ERR-04',
    `nothing internal in errors of ${operation}`,
    async context => {
      for (const { what, response } of await everything(context, operation)) {
        const leak = isSuccess(response) ? undefined : leaks(response.text ?? '')
        expectThat(leak === undefined, `the refusal of ${operation} for ${what} shows ${leak?.name}`, {
          expected: 'nothing internal',
          actual: leak?.text,
        })
      }
    },
    of(operation),
  )

/** What error.details is, in a word. */
const detailsOf = ({ response }: Refused): string => {
  const details = member(member(response.json, 'error'), 'details')
  if (details === undefined) return 'absent'
  if (!isObject(details)) return 'no object'
  return Object.keys(details).length > 0 ? 'with members' : 'empty'
}

/** Who refuses, by what the document has on it. */
const layerOf = ({ isNamed, response }: Refused): string => {
  if (isOfLayer(response)) return 'details of the authentication layer'
  return isNamed ? 'details of a documented condition' : 'details of a malformed request'
}

/** What the details of each layer's refusals are; `differs` where they are not all alike. */
const detailsByLayer = (refused: readonly Refused[]): Record<string, string> =>
  Object.fromEntries(
    [...Map.groupBy(refused, layerOf)].map(([layer, some]) => {
      const [first = '', ...others] = new Set(some.map(detailsOf))
      return [layer, others.length > 0 ? 'differs' : first]
    }),
  )

/** The names of the members of all details, as the target wrote them. */
const namesIn = (refused: readonly Refused[]): string | undefined => {
  const names = refused.flatMap(({ response }) =>
    Object.keys(Object(member(member(response.json, 'error'), 'details'))),
  )
  return (
    [...new Set(names)]
      .slice(0, 20)
      .map(name => brief(name, 40))
      .join(', ') || undefined
  )
}

const membersOf = ({ response }: Refused): string[] => {
  const error = member(response.json, 'error')
  return ['code', 'message', 'details'].filter(name => member(error, name) !== undefined)
}

for (const operation of operationsTried)
  clause.observe(
    'ERR-05',
    `details of ${operation}`,
    async context => {
      const refused = await ofOperation(context, operation)
      if (refused.length === 0) notApplicable('The target refuses none of these requests.')
      context.observe(detailsByLayer(refused), namesIn(refused))
    },
    of(operation),
  )

for (const operation of operationsTried.filter(name => operations[name].role !== 'kyc'))
  clause.observe(
    'ERR-06',
    `members of an error of ${operation}`,
    async context => {
      const all = (await ofOperation(context, operation)).map(membersOf)
      const always = ['code', 'message', 'details'].filter(name => all.every(names => names.includes(name)))
      context.observe({ 'always sent': always })
    },
    of(operation),
  )

const unknown = [
  ['GET', '/no/such/path'],
  ['POST', '/no/such/path'],
  ['DELETE', '/metadata.json'],
  ['GET', '/'],
] as const

clause.observe('ERR-05', 'unknown paths and methods', async context => {
  const tried = unknown.map(([method, path]) => [`${method} ${path}`, context.get(path, { method })] as const)
  await observeAnswers(context, Object.fromEntries(tried), answerOf)
})

/** How a target says no. Headings: Error, Errors. */
export const errors = whereDeclared(suite)
