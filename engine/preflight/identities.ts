import type { CheckContext } from '../../harness/context.ts'
import { summary } from '../../harness/http/pending-response.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { type AuthenticationProbe, callersOf, layerCodes, received } from '../discovery/authentication-probe.ts'
import { safeRequests } from '../discovery/safe-requests.ts'
import { roleOf } from '../settings/role.ts'
import { clockSkew } from './clock.ts'
import { type PreflightResult, unlessBlocked } from './result.ts'

/** Whether the target knows everybody who signs requests to it, by requests that change nothing. Heading: Authentication. */
export const identityFindings = (
  context: CheckContext,
  _earlier: readonly PreflightResult[],
  tried?: string,
): Promise<PreflightResult> =>
  unlessBlocked(async () => {
    if (!context.run.changesState) return inProduction
    const receptions = await Promise.all(callersOf(context.run).map(actor => received(context, actor)))
    return judged(receptions, context, tried)
  }, 'identities')

const inProduction: PreflightResult = {
  findings: [
    {
      name: 'environment',
      ok: false,
      severity: 'warning',
      message: 'The target runs in production: what moves money or leaves traces is not tried.',
      remedy: 'Give --yes-change-state to try it all the same.',
    },
  ],
  obstacles: { authentication: 'It would leave traces on a target in production; --yes-change-state allows that.' },
}

const judged = async (
  receptions: readonly AuthenticationProbe[],
  context: CheckContext,
  tried: string | undefined,
): Promise<PreflightResult> => {
  const refused = receptions.filter(one => !one.passes && layerCodes.has(one.code))
  const silent = receptions.filter(one => !one.passes && !layerCodes.has(one.code))
  if (refused.length === 0)
    return silent.length === receptions.length ? nothingAnswers(silent, context) : allKnown(receptions)
  const late = refused.find(one => one.code === 'TIMESTAMP_EXPIRED')
  const skew = late && clockSkew(late.response)
  if (skew !== undefined && Math.abs(skew) > 30) return clocksDiffer(skew)
  if (refused.length === receptions.length) return everybodyRefused(refused, tried ?? (await taken(context, refused)))
  const wrong = await withoutPublishedKey(context, refused)
  return wrong.length === 0 ? allKnown(receptions) : { findings: wrong.map(misregistered), stop: 2 }
}

/** merchant2 publishes another key than it registered: a target that takes that one breaks AUTH-26 and is not wrongly set up. */
const withoutPublishedKey = async (
  context: CheckContext,
  refused: readonly AuthenticationProbe[],
): Promise<AuthenticationProbe[]> => {
  const other = context.run.identities.merchant2Published
  const takesIt =
    other !== undefined && refused.some(one => one.actor.id === 'merchant2') && (await received(context, other)).passes
  return refused.filter(one => !(takesIt && one.actor.id === 'merchant2'))
}

const allKnown = (receptions: readonly AuthenticationProbe[]): PreflightResult => ({
  findings: [
    {
      name: 'identities',
      ok: true,
      severity: 'info',
      message: `The target knows ${receptions.filter(one => one.passes).length} callers.`,
    },
  ],
})

/** Where nothing is found and the metadata, too, is not that of a gateway, the base URL is wrong, and nobody is judged. */
const nothingAnswers = (silent: readonly AuthenticationProbe[], { run }: CheckContext): PreflightResult => {
  const isElsewhere = silent.every(one => one.response.status === 404) && roleOf(run.metadata.json ?? {}) !== run.role
  const seen = [...new Set(silent.map(one => summary(one.response)))].join(', ')
  return {
    findings: [
      {
        name: 'identities',
        ok: false,
        severity: isElsewhere ? 'error' : 'warning',
        message: `No operation of a ${run.role} takes a request below ${run.target.apiUrl}: ${seen}.`,
        remedy: 'Check the base URL, and that it is the address of the role.',
      },
    ],
    ...(isElsewhere ? { stop: 2 as const } : {}),
  }
}

const clocksDiffer = (skew: number): PreflightResult => ({
  findings: [
    {
      name: 'clock',
      ok: false,
      severity: 'error',
      message: `Requests are refused with TIMESTAMP_EXPIRED, and the clock of the target is ${Math.abs(skew)} s ${skew > 0 ? 'ahead of' : 'behind'} that of the harness.`,
      remedy: 'Set both clocks (NTP), then run again.',
    },
  ],
  stop: 2,
})

/** Over what a request is taken that was refused for its signature, as a sentence. */
const taken = async (context: CheckContext, refused: readonly AuthenticationProbe[]): Promise<string | undefined> => {
  const [first] = refused.filter(one => one.code === 'INVALID_SIGNATURE')
  const [request] = first ? safeRequests(context, first.actor) : []
  return first && request && context.call(request.operation, request.body(), { as: first.actor }).diagnose()
}

/** `more`: what was tried in vain, or what would have been taken. */
const everybodyRefused = (refused: readonly AuthenticationProbe[], more: string | undefined): PreflightResult => {
  const codes = [...new Set(refused.map(one => one.code))]
  const stop = { stop: 2 } as const
  if (codes.length === 1 && codes[0] === 'UNKNOWN_OCID') return { findings: [unknownEverywhere(refused)], ...stop }
  if (codes.includes('TIMESTAMP_EXPIRED')) return { findings: [] }
  const tried = more === undefined ? '' : more.startsWith('It is taken') ? ` ${more}` : ` Tried in vain: ${more}.`
  const message =
    `Every signed request is refused (${codes.join(', ')}): the keys registered at the target are not those of the config, ` +
    `or the target signs another canonical request, or something on the way strips the X-OC headers.${tried}`
  const remedy =
    'Register provisioning.json as `init` wrote it; or describe the canonical request in a profile file (--profile FILE).'
  return {
    findings: [{ name: 'identities', ok: false, severity: 'warning', message, remedy }],
    obstacles: { authentication: `${message} ${remedy}` },
  }
}

const unknownEverywhere = (refused: readonly AuthenticationProbe[]): PreflightFinding => ({
  name: 'identities',
  ok: false,
  severity: 'error',
  message: `The target knows none of the callers (UNKNOWN_OCID for ${refused.map(one => one.actor.ocid).join(', ')}).`,
  remedy: 'Register what provisioning.json lists at the target, then run again.',
})

const misregistered = ({ actor, code }: AuthenticationProbe): PreflightFinding => ({
  name: `identity ${actor.id}`,
  ok: false,
  severity: 'error',
  message: `The target refuses ${actor.id} (${actor.ocid}) with ${code}, and knows others.`,
  remedy:
    code === 'UNKNOWN_OCID'
      ? `Register OCID ${actor.ocid} with public key ${actor.key.publicKey.slice(0, 16)}… as provisioning.json lists it.`
      : `The key registered for ${actor.ocid} has to be the one in provisioning.json: ${actor.key.publicKey.slice(0, 16)}…`,
})
