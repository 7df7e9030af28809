import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { mediaType } from '../../../harness/http/response.ts'
import { type CheerioAPI, parseDocument } from '../../../harness/pages/dom.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { newUser } from './consent-flow.ts'
import { type GrantRequest, grantRequest, urlOf } from './grant-request.ts'

/** Returns the metadata of the requester `unreliable`, signed with its key, with other members. Heading: Metadata document. */
export const requesterMetadata = (
  { unreliable, run, counterpart }: CheckContext,
  members: { name?: string; icon?: string },
): JsonObject => {
  const config = { endpoint: `${counterpart.baseUrl}/${unreliable.ocid}`, capabilities: [] }
  return metadataDocument({ name: unreliable.name, ...members, config }, unreliable.key, run.profile)
}

/** Performs an action while the counterpart serves the metadata of `unreliable` with a behaviour. */
export const whileMetadata = async <T>(
  { unreliable, counterpart }: CheckContext,
  behaviour: Behaviour,
  act: () => Promise<T>,
): Promise<T> => {
  counterpart.misbehave(unreliable.ocid, behaviour)
  try {
    return await act()
  } finally {
    counterpart.misbehave(unreliable.ocid, undefined)
  }
}

const isMarkup = (response: HttpResponse): boolean => /html|xml|^$/.test(mediaType(response))

/** Opens a request in a browser and parses the last document; undefined if the response is not markup. */
export const documentFor = async (
  context: CheckContext,
  changes: Partial<GrantRequest>,
): Promise<CheerioAPI | undefined> => {
  const landing = await newUser(context).visit(urlOf(context, grantRequest(context, changes)))
  const last = landing.page?.response ?? landing.responses.at(-1)
  return last && isMarkup(last) ? parseDocument(last.text ?? '') : undefined
}
