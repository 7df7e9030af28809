import type { CheckContext } from '../../harness/context.ts'
import { summary } from '../../harness/http/pending-response.ts'
import { entryOf } from '../../protocol/json/any-json.ts'
import { type OperationName, operations } from '../../protocol/operations.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import {
  type AuthenticationProbe,
  callersOf,
  isRefusedByLayer,
  probe,
  showsSignature,
} from '../discovery/authentication-probe.ts'
import type { Discovery } from '../discovery/discover.ts'
import { harmlessRequests } from '../discovery/probe-requests.ts'
import { identityPlans } from '../provisioning/identities.ts'
import { declaredCapabilities, roleOf } from '../target/target-metadata.ts'
import { clockSkew, skewText } from './clock.ts'
import { type PreflightResult, problem, warning, working, wrongSetUp } from './finding.ts'
import { hiddenClock, hiddenSkew } from './stamped-clock.ts'
import { signingFault } from './target-faults.ts'
import { unlessBlocked } from './unless-blocked.ts'

/** The forms that discovery tried without success, why signatures cannot be judged, and the operation whose answers depend on them. */
type Discovered = Pick<Discovery, 'attempts' | 'obstacle' | 'shownAt'>

/**
 * Checks that the target knows every identity that signs requests to it, by requests that change nothing. Heading: Authentication.
 */
export const identityFindings = (
  context: CheckContext,
  _earlier: readonly PreflightResult[],
  discovery: Discovered = {},
): Promise<PreflightResult> =>
  unlessBlocked(async () => {
    if (!context.run.changesState) return inProduction
    const probes = await Promise.all(callersOf(context.run).map(actor => probe(context, actor, discovery.shownAt)))
    return judge(await onlyVerified(probes, context, discovery), context, discovery)
  }, 'identities')

/**
 * If no dialect was found, counts a request as passed only if its signature was verified: a target that checks the body first refuses any
 * request in the same way, regardless of its signature.
 */
const onlyVerified = async (
  probes: readonly AuthenticationProbe[],
  context: CheckContext,
  { attempts, obstacle }: Discovered,
): Promise<readonly AuthenticationProbe[]> =>
  attempts === undefined && obstacle === undefined
    ? probes
    : Promise.all(probes.map(async one => ({ ...one, passes: one.passes && (await showsSignature(context, one)) })))

const inProduction: PreflightResult = {
  findings: [
    warning(
      'environment',
      'The target runs in production, so checks that move money or leave traces do not run.',
      'Give --yes-change-state to run them anyway.',
    ),
  ],
  obstacles: { authentication: 'It would leave traces on a target in production; --yes-change-state allows that.' },
}

const judge = async (
  probes: readonly AuthenticationProbe[],
  context: CheckContext,
  discovery: Discovered,
): Promise<PreflightResult> => {
  const failed = probes.filter(({ passes }) => !passes)
  const refused = failed.filter(isRefusedByLayer)
  if (refused.length === 0 && failed.length < probes.length) return known(probes, context)
  // Discovery has already reported it.
  if (refused.length === 0) return discovery.obstacle ? { findings: [] } : nothingAnswers(failed, context)
  const late = refused.find(({ code }) => code === 'TIMESTAMP_EXPIRED')
  const skew = late && clockSkew(late.response)
  if (skew !== undefined && Math.abs(skew) > 30) return clocksDiffer(skew)
  const hidden =
    refused.every(({ code }) => code === 'TIMESTAMP_EXPIRED') && (await hiddenSkew(context, refused[0]?.actor))
  if (hidden) return wrongSetUp(hiddenClock(hidden))
  const fault = signingFault(context.run.metadata.json, context.run.profile)
  if (failed.length === probes.length)
    return explained(
      fault,
      refused,
      allRefused(
        refused,
        discovery.attempts ? `Tried without success: ${discovery.attempts}.` : await diagnosis(context, refused),
      ),
    )
  const wrong = await withoutPublishedKey(context, refused, discovery.shownAt)
  if (fault !== undefined && wrong.length > 0) return refusedByFault(wrong, fault)
  const [missing, misregistered] = partition(wrong, probe => isDispensable(probe, context))
  if (misregistered.length > 0) return wrongSetUp(...misregistered.map(wrongRegistration))
  const { findings } = known(probes, context)
  return {
    findings: [...findings, ...missing.map(unknownCaller)],
    obstacles: { identities: Object.fromEntries(missing.map(probe => [probe.actor.id, obstacleOf(probe)])) },
  }
}

/**
 * Lists the callers that a target refuses because of a known fault in its signatures: their requests are blocked, and the set-up is not
 * blamed.
 */
const refusedByFault = (refused: readonly AuthenticationProbe[], fault: string): PreflightResult => {
  const textOf = ({ actor, code }: AuthenticationProbe) =>
    `The target refuses ${actor.id} (${actor.ocid}) with ${code}, which its own fault explains: ${fault}. Fix that first.`
  return {
    findings: refused.map(one => warning(`identity ${one.actor.id}`, textOf(one))),
    obstacles: { identities: Object.fromEntries(refused.map(one => [one.actor.id, textOf(one)])) },
  }
}

/** Returns the finding if all callers are refused because of a fault of the target, and not because of the configuration. */
const explained = (
  fault: string | undefined,
  refused: readonly AuthenticationProbe[],
  result: PreflightResult,
): PreflightResult => (fault !== undefined && result.stop !== undefined ? refusedByFault(refused, fault) : result)

const partition = <T>(all: readonly T[], isFirst: (one: T) => boolean): [T[], T[]] => [
  all.filter(isFirst),
  all.filter(one => !isFirst(one)),
]

/** The callers without which a declared operation cannot be tried at all. */
const indispensable: Readonly<Record<string, OperationName>> = {
  merchant: 'orders.checkout',
  partner: 'transfer.create',
  app: 'payment.create',
  gateway: 'transfer.webhook',
}

/**
 * Returns whether a target need not know a caller, since it has no use for all that are listed: that caller's requests are blocked. A wrong
 * key is always an invalid configuration.
 */
const isDispensable = ({ actor, code }: AuthenticationProbe, { run }: CheckContext): boolean => {
  if (code !== 'UNKNOWN_OCID') return false
  const operation = run.role === 'merchant' && actor.id === 'app' ? 'orders.create' : entryOf(indispensable, actor.id)
  if (operation === undefined) return true
  const { capability } = operations[operation]
  const declared = declaredCapabilities(run.metadata.json)
  return capability !== undefined && declared.length > 0 && !declared.includes(capability)
}

const unknownTo = ({ actor: { id, ocid } }: AuthenticationProbe) =>
  `The target does not know ${id} (${ocid}) as a caller`

const obstacleOf = (probe: AuthenticationProbe): string =>
  `${unknownTo(probe)} (UNKNOWN_OCID); register it as provisioning.json lists it, if the target is to know it.`

const unknownCaller = (probe: AuthenticationProbe): PreflightFinding =>
  warning(
    `identity ${probe.actor.id}`,
    `${unknownTo(probe)}: UNKNOWN_OCID. Its requests are blocked.`,
    'Register it as provisioning.json lists it, if the target is to know it.',
  )

/**
 * Leaves out merchant2 if the target accepts the key that it publishes instead of the one that it registered: that target fails AUTH-26,
 * but its configuration is right.
 */
const withoutPublishedKey = async (
  context: CheckContext,
  refused: readonly AuthenticationProbe[],
  shownAt: OperationName | undefined,
): Promise<AuthenticationProbe[]> => {
  const published = context.run.identities.merchant2Published
  const acceptsPublished =
    published !== undefined &&
    refused.some(({ actor }) => actor.id === 'merchant2') &&
    (await probe(context, published, shownAt)).passes
  return refused.filter(({ actor }) => !(acceptsPublished && actor.id === 'merchant2'))
}

/** Lists the callers that the target knows, and those for which the preflight cannot tell. */
const known = (probes: readonly AuthenticationProbe[], { run }: CheckContext): PreflightResult => {
  const names = probes.filter(({ passes }) => passes).map(({ actor }) => actor.id)
  const unanswered = probes.filter(result => !result.passes && !isRefusedByLayer(result)).map(({ actor }) => actor.id)
  const asked = new Set(probes.map(({ actor }) => actor.id))
  const unasked = Object.keys(identityPlans[run.role]).filter(
    id => identityPlans[run.role][id]?.calls && !asked.has(id),
  )
  const sentences = [
    `The target knows ${names.length} of the ${probes.length} callers that are tried here: ${names.join(', ')}.`,
    ...(unanswered.length > 0 ? [`No operation reveals whether it knows ${unanswered.join(', ')}.`] : []),
    ...(unasked.length > 0 ? [`Not tried here: ${unasked.join(', ')}.`] : []),
  ]
  return { findings: [working('identities', sentences.join(' '))] }
}

/** If every operation answers 404 and the metadata does not show the role either, the base URL is wrong. A 5xx comes from the target. */
const nothingAnswers = (unanswered: readonly AuthenticationProbe[], { run }: CheckContext): PreflightResult => {
  const isElsewhere =
    unanswered.every(({ response }) => response.status === 404) && roleOf(run.metadata.json) !== run.role
  const answers = [...new Set(unanswered.map(({ response }) => summary(response)))].join(', ')
  const message = `No operation of a ${run.role} accepts a request below ${run.target.apiUrl}: ${answers}.`
  const isFailing = unanswered.every(({ response }) => response.status >= 500)
  const remedy = isFailing
    ? 'Check the logs of the target, and of the servers in front of it, for the cause.'
    : 'Check the base URL, and that it is the address of the role.'
  return isElsewhere
    ? wrongSetUp(problem('identities', message, remedy))
    : { findings: [warning('identities', message, remedy)] }
}

const clocksDiffer = (skew: number): PreflightResult =>
  wrongSetUp(
    problem(
      'clock',
      `Requests are refused with TIMESTAMP_EXPIRED, and ${skewText(skew)}.`,
      'Set both clocks (NTP), then run again.',
    ),
  )

/** Diagnoses the first refused signature, in a sentence that names the text that the target would accept. */
const diagnosis = async (
  context: CheckContext,
  refused: readonly AuthenticationProbe[],
): Promise<string | undefined> => {
  const first = refused.find(({ code }) => code === 'INVALID_SIGNATURE')
  const [request] = first ? harmlessRequests(context, first.actor) : []
  return first && request && context.call(request.operation, request.body(), { as: first.actor }).diagnose()
}

/** `detail`: a sentence with the forms that discovery tried, or with the diagnosis of a refusal. */
const allRefused = (refused: readonly AuthenticationProbe[], detail: string | undefined): PreflightResult => {
  const codes = [...new Set(refused.map(({ code }) => code))]
  if (codes.length === 1 && codes[0] === 'UNKNOWN_OCID') return wrongSetUp(noneKnown(refused))
  if (codes.includes('TIMESTAMP_EXPIRED')) return { findings: [] }
  const message =
    `Every signed request is refused (${codes.join(', ')}): the keys registered at the target are not those of the config, ` +
    `or the target signs another canonical request, or something between them strips the X-OC headers.${detail === undefined ? '' : ` ${detail}`}`
  const remedy =
    'Register provisioning.json as `init` wrote it; or describe the canonical request in a profile file (--profile FILE).'
  return {
    findings: [warning('identities', message, remedy)],
    obstacles: { authentication: `${message} ${remedy}` },
  }
}

const noneKnown = (refused: readonly AuthenticationProbe[]): PreflightFinding =>
  problem(
    'identities',
    `The target knows none of the callers (UNKNOWN_OCID for ${refused.map(({ actor }) => actor.ocid).join(', ')}).`,
    'Register what provisioning.json lists at the target, then run again.',
  )

const wrongRegistration = ({ actor, code }: AuthenticationProbe): PreflightFinding => {
  const key = `${actor.key.publicKey.slice(0, 16)}…`
  return problem(
    `identity ${actor.id}`,
    `The target refuses ${actor.id} (${actor.ocid}) with ${code}, and knows others.`,
    code === 'UNKNOWN_OCID'
      ? `Register OCID ${actor.ocid} with public key ${key} as provisioning.json lists it.`
      : `The key registered for ${actor.ocid} must be the one in provisioning.json: ${key}`,
  )
}
