import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour, RequestFilter } from '../../../harness/counterpart.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { mediaType } from '../../../harness/http/response.ts'
import type { ConsentLanding } from '../../../harness/pages.ts'
import { waits } from '../../../harness/patience.ts'
import { pause } from '../../../harness/pause.ts'
import type { CheerioAPI } from '../../../pages/document/dom.ts'
import type { JsonObject } from '../../../protocol/json/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { requireCaused } from '../caused.ts'
import { newUser } from './consent-flow.ts'
import { type GrantRequest, grantRequest, permissionsIn, urlOf } from './grant-request.ts'

/** Returns the metadata of the requester `unreliable`, signed with its key, with other members. Heading: Metadata document. */
export const requesterMetadata = (
  { unreliable, run, counterpart }: CheckContext,
  members: { name?: string; icon?: string },
): JsonObject => {
  const config = { endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`, capabilities: [] }
  return metadataDocument({ name: unreliable.name, ...members, config }, unreliable.key, run.profile)
}

const isReadOf =
  (identity: number): RequestFilter =>
  ({ kind, ocid }) =>
    kind === 'metadata' && ocid === identity

/** Returns whether the metadata of an identity was read since a moment of `performance.now()`, by the target or anyone else. */
export const hasReadMetadata = ({ counterpart }: Pick<CheckContext, 'counterpart'>, ocid: number, since = 0): boolean =>
  counterpart.journal.find(request => request.at >= since && isReadOf(ocid)(request)).length > 0

/** Blocks the check unless the target itself reads the metadata of an identity whenever its page is opened. */
export const requireOwnReading = (context: CheckContext, ocid: number): Promise<void> => {
  const request = grantRequest(context, { ocid })
  const act = () => newUser(context).visit(urlOf(context, request), permissionsIn(request))
  return requireCaused(context, isReadOf(ocid), { act })
}

/** The counterparts of targets that cache metadata for longer than the harness waits. */
const kept = new WeakSet<CheckContext['counterpart']>()

/** Returns how long the target may cache metadata, in milliseconds. */
const longestKept = ({ run, counterpart }: CheckContext): number =>
  kept.has(counterpart) ? 0 : waits.requesterKept.ms[run.depth]

/**
 * Repeats an action until the target reads the metadata of `unreliable`: at least a given number of times, and for as long as it may cache
 * an earlier response. Returns undefined if it does not read it.
 */
const untilRead = async <T>(context: CheckContext, act: () => Promise<T>, fewest = 1): Promise<T | undefined> => {
  const { unreliable, counterpart, signal } = context
  const began = performance.now()
  for (let times = 1; ; times++) {
    const since = performance.now()
    const result = await act()
    if (hasReadMetadata(context, unreliable.ocid, since)) return result
    const isOver = performance.now() - began >= longestKept(context)
    if (isOver && times >= fewest) break
    if (!isOver) await context.idle(pause(waits.requesterRereading.ms, signal))
  }
  kept.add(counterpart)
  return undefined
}

/**
 * Performs an action while the counterpart serves the metadata of `unreliable` with a behaviour, again if the target caches an earlier
 * response. Returns undefined if it caches that for long: the result then says nothing about the behaviour.
 */
export const whileMetadata = async <T>(
  context: CheckContext,
  behaviour: Behaviour,
  act: () => Promise<T>,
): Promise<T | undefined> => {
  const { unreliable, counterpart } = context
  counterpart.misbehave(unreliable.ocid, behaviour)
  try {
    return await untilRead(context, act)
  } finally {
    counterpart.misbehave(unreliable.ocid, undefined)
  }
}

/** Minimum number of times that a page is opened so that the target reads the usual metadata again. */
const fewestReadings = 3

/** Opens pages until the target has read the usual metadata of `unreliable` again, so that no later check gets the changed one. */
export const forgetMetadata = async (context: CheckContext): Promise<void> => {
  const request = grantRequest(context, { ocid: context.unreliable.ocid })
  const visit = () => newUser(context).visit(urlOf(context, request), permissionsIn(request))
  await untilRead(context, visit, fewestReadings)
}

/** Returns why the changed metadata of a check was not tried. */
export const unreadMetadata = ({ unreliable }: CheckContext): string =>
  `the target caches the metadata of OCID ${unreliable.ocid} and did not read it again: shorten its cache, or restart it before the run`

const isMarkup = (response: HttpResponse): boolean => /html|xml|^$/.test(mediaType(response))

/** The documents that a browser shows on the way to the consent page, including the last response. */
export type SeenDocuments = { documents: CheerioAPI[]; landing: ConsentLanding }

/** Opens a request in a browser and continues to the consent page. */
export const documentsFor = async (context: CheckContext, changes: Partial<GrantRequest>): Promise<SeenDocuments> => {
  const request = grantRequest(context, changes)
  const landing = await newUser(context).visit(urlOf(context, request), permissionsIn(request))
  return { documents: landing.visits.filter(({ response }) => isMarkup(response)).map(({ $ }) => $), landing }
}
