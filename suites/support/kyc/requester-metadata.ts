import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { mediaType } from '../../../harness/http/response.ts'
import type { ConsentLanding } from '../../../harness/pages/consent-page.ts'
import type { CheerioAPI } from '../../../harness/pages/dom.ts'
import type { JsonObject } from '../../../protocol/json.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
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

/** The documents that a browser shows on the way to the consent page, the last response included. */
export type SeenDocuments = { documents: CheerioAPI[]; landing: ConsentLanding }

/** Opens a request in a browser and goes on to the consent page. */
export const documentsFor = async (context: CheckContext, changes: Partial<GrantRequest>): Promise<SeenDocuments> => {
  const request = grantRequest(context, changes)
  const landing = await newUser(context).visit(urlOf(context, request), permissionsIn(request))
  return { documents: landing.visits.filter(({ response }) => isMarkup(response)).map(({ $ }) => $), landing }
}
