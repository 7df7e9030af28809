import { authenticationCodes, kycCodes } from '../protocol/errors.ts'
import { isObject } from '../protocol/json.ts'
import { generatePrivateKey } from '../protocol/keys.ts'
import { type OperationName, operations } from '../protocol/operations.ts'
import { calls, control, farSeconds, send } from './authenticated.ts'
import { type Condition, conditions } from './conditions.ts'
import { of, whereDeclared } from './every.ts'
import type { Answer } from './harness/answer.ts'
import { defineSuite } from './harness/clause.ts'
import { brief, holds, notApplicable } from './harness/outcome.ts'
import { codeOf, fits, isClientError, isSuccess, summary } from './harness/sent.ts'
import { member } from './harness/signed.ts'
import type { Stage } from './harness/stage.ts'
import { emptySubmission, kycRefusals } from './kyc/refusals.ts'
import { leaks } from './leaks.ts'
import { answerOf, observeAnswers } from './observed.ts'

const suite = defineSuite({ id: 'errors', roles: ['gateway', 'merchant', 'kyc'], operations: [] })
const { clause } = suite

const operationsTried: readonly OperationName[] = [...new Set([...conditions, ...calls].map(one => one.operation))]

/** A refusal, and whether the document names a code for it. */
type Refused = { what: string; isNamed: boolean; answer: Answer }

type Tried = { what: string; isNamed: boolean; send: (stage: Stage) => PromiseLike<Answer> }

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
        send: stage => send(stage, call, call.body(stage), { key: generatePrivateKey() }),
      },
      {
        what: 'an old timestamp',
        isNamed: true,
        send: stage => send(stage, call, call.body(stage), { timestamp: stage.now() - farSeconds }),
      },
      {
        what: 'an OCID that nobody knows',
        isNamed: true,
        send: stage => send(stage, call, call.body(stage), { as: stage.nobody }),
      },
      { what: 'a body without members', isNamed: false, send: stage => send(stage, call, {}) },
    ])

/** What else is refused where nothing is authenticated. */
const plain = (operation: OperationName): Tried[] =>
  operation === 'kyc.grant' ? kycRefusals.map(one => ({ ...one, isNamed: false })) : []

const refusals = async (stage: Stage, tried: readonly Tried[]): Promise<Refused[]> => {
  const answers = tried.map(async ({ what, isNamed, send }) => ({ what, isNamed, answer: await send(stage) }))
  return (await Promise.all(answers)).filter(({ answer }) => isClientError(answer))
}

const ofOperation = (stage: Stage, operation: OperationName) =>
  refusals(stage, [...documented(operation), ...layers(operation), ...plain(operation)])

const isError = (operation: OperationName, { what, isNamed, answer }: Refused) => {
  const isKyc = operations[operation].role === 'kyc'
  // A page in place of JSON breaks rows of its own (GRANT-02, GRANT-04).
  if (isKyc && answer.json === undefined) return
  fits(answer, 'error', `${operation} refused for ${what}`)
  if (isNamed || isKyc)
    holds(codeOf(answer) !== undefined, `the refusal of ${operation} for ${what} has no code`, {
      expected: 'error.code',
      actual: answer.json ?? '',
    })
  if (isKyc)
    holds(member(member(answer.json, 'error'), 'message') !== undefined, `the refusal for ${what} has no message`, {
      expected: 'error.message',
      actual: answer.json ?? '',
    })
}

for (const operation of operationsTried)
  clause(
    'ERR-01',
    `error body of ${operation}`,
    async stage => {
      for (const one of await ofOperation(stage, operation)) isError(operation, one)
    },
    of(operation),
  )

const isOfLayer = (answer: Answer) => authenticationCodes.some(code => code === codeOf(answer))

const carriesOneOfTen = ({ what, answer }: Refused) => {
  const code = codeOf(answer)
  // That there is no code breaks another row (ERR-01).
  const isIt = code === undefined || kycCodes.some(one => one === code)
  holds(isIt, `${what} is refused with a code that is none of the ten`, {
    expected: kycCodes.join(', '),
    actual: code,
  })
}

clause(
  'ERR-03',
  'codes of kyc.grant',
  async stage => {
    for (const one of await ofOperation(stage, 'kyc.grant')) carriesOneOfTen(one)
    const answer = await emptySubmission(stage)
    carriesOneOfTen({ what: 'a submission without fields', isNamed: false, answer })
  },
  of('kyc.grant'),
)

/** Where a browser is sent on, nothing is refused. */
const isTaken = (operation: OperationName, answer: Answer) =>
  isSuccess(answer) || (operations[operation].role === 'kyc' && answer.status >= 200 && answer.status < 400)

const isPair = async (stage: Stage, { operation, name, code, status, control: plainly, provoke }: Condition) => {
  const call = calls.find(one => one.operation === operation)
  if (call) await control(stage, call)
  await plainly?.(stage)
  const answer = await provoke(stage)
  if (isTaken(operation, answer)) notApplicable(`The target does not refuse ${name}, which breaks a row of its own.`)
  if (!operations[operation].authenticated && isOfLayer(answer))
    notApplicable('The target asks for authentication where none is needed (AUTH-20).')
  holds(answer.status === status && codeOf(answer) === code, `${operation} does not refuse ${name} as documented`, {
    expected: `${status} ${code}`,
    actual: summary(answer),
  })
}

for (const one of conditions)
  clause('ERR-02', `${one.operation} with ${one.name}`, stage => isPair(stage, one), of(one.operation))

/** Requests whose refusal comes from deep inside a careless target. */
const careless = (operation: OperationName): Tried[] =>
  calls
    .filter(call => call.operation === operation)
    .flatMap(call =>
      ['{"amount":', '', `${'['.repeat(2_000)}`, '{"order":{"items":1},"from":1,"to":{},"amount":[]}'].map(body => ({
        what: 'a body that cannot be read',
        isNamed: false,
        send: stage => stage.call(operation, body, { as: call.sender(stage) }),
      })),
    )

const everything = async (stage: Stage, operation: OperationName): Promise<Refused[]> => {
  const tried = [...documented(operation), ...layers(operation), ...plain(operation), ...careless(operation)]
  return Promise.all(tried.map(async ({ what, isNamed, send }) => ({ what, isNamed, answer: await send(stage) })))
}

for (const operation of operationsTried)
  clause(
    'ERR-04',
    `nothing internal in errors of ${operation}`,
    async stage => {
      for (const { what, answer } of await everything(stage, operation)) {
        const leak = isSuccess(answer) ? undefined : leaks(answer.text ?? '')
        holds(leak === undefined, `the refusal of ${operation} for ${what} shows ${leak?.name}`, {
          expected: 'nothing internal',
          actual: leak?.text,
        })
      }
    },
    of(operation),
  )

/** What error.details is, in a word. */
const detailsOf = ({ answer }: Refused): string => {
  const details = member(member(answer.json, 'error'), 'details')
  if (details === undefined) return 'absent'
  if (!isObject(details)) return 'no object'
  return Object.keys(details).length > 0 ? 'with members' : 'empty'
}

/** Who refuses, by what the document has on it. */
const layerOf = ({ isNamed, answer }: Refused): string => {
  if (isOfLayer(answer)) return 'details of the authentication layer'
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
  const names = refused.flatMap(({ answer }) => Object.keys(Object(member(member(answer.json, 'error'), 'details'))))
  return (
    [...new Set(names)]
      .slice(0, 20)
      .map(name => brief(name, 40))
      .join(', ') || undefined
  )
}

const membersOf = ({ answer }: Refused): string[] => {
  const error = member(answer.json, 'error')
  return ['code', 'message', 'details'].filter(name => member(error, name) !== undefined)
}

for (const operation of operationsTried)
  clause.observe(
    'ERR-05',
    `details of ${operation}`,
    async stage => {
      const refused = await ofOperation(stage, operation)
      if (refused.length === 0) notApplicable('The target refuses none of these requests.')
      stage.observe(detailsByLayer(refused), namesIn(refused))
    },
    of(operation),
  )

for (const operation of operationsTried.filter(name => operations[name].role !== 'kyc'))
  clause.observe(
    'ERR-06',
    `members of an error of ${operation}`,
    async stage => {
      const all = (await ofOperation(stage, operation)).map(membersOf)
      const always = ['code', 'message', 'details'].filter(name => all.every(names => names.includes(name)))
      stage.observe({ 'always sent': always })
    },
    of(operation),
  )

const unknown = [
  ['GET', '/no/such/path'],
  ['POST', '/no/such/path'],
  ['DELETE', '/metadata.json'],
  ['GET', '/'],
] as const

clause.observe('ERR-05', 'unknown paths and methods', async stage => {
  const tried = unknown.map(([method, path]) => [`${method} ${path}`, stage.get(path, { method })] as const)
  await observeAnswers(stage, Object.fromEntries(tried), answerOf)
})

/** How a target says no. Headings: Error, Errors. */
export const errors = whereDeclared(suite)
