import type { CheckContext } from '../../harness/context.ts'
import type { HttpResponse } from '../../harness/http/response.ts'
import { blocked, notApplicable } from '../../harness/outcome.ts'
import { isObject, type Json, type JsonObject, memberOf } from '../../protocol/json/json.ts'
import { recognizePublicKey } from '../../protocol/signature/keys.ts'
import { verifyInAnyEncoding } from '../../protocol/signature/payload.ts'

/** Reads the metadata document again, without extra headers, from the address where the run found it. */
export const readMetadata = (context: CheckContext): PromiseLike<HttpResponse> => {
  const { origin, pathname } = new URL(context.run.metadata.url)
  return context.send({ method: 'GET', origin, path: pathname, headers: [] })
}

/** The number of simultaneous reads, and of repetitions: signers may share state, and one of several machines may lag behind. */
const [together, times] = [8, 3]

/** Reads the metadata document many times; resolves to the responses that contain it. */
export const readMetadataRepeatedly = async (
  context: CheckContext,
): Promise<(HttpResponse & { json: JsonObject })[]> => {
  const responses: HttpResponse[] = []
  for (let time = 0; time < times; time++)
    responses.push(...(await Promise.all(Array.from({ length: together }, () => readMetadata(context)))))
  return responses.filter(
    (response): response is HttpResponse & { json: JsonObject } => response.status === 200 && isObject(response.json),
  )
}

/** Blocks the check if the run has no metadata document. */
export const requireMetadata = ({ run }: Pick<CheckContext, 'run'>): void => {
  if (run.metadata.status !== 200) blocked('the target has no metadata document (META-01)', 'META-01')
}

/** Returns the metadata document that the run read; blocks the check if it is missing. Heading: Metadata document. */
export const metadataOf = (context: CheckContext): JsonObject => {
  requireMetadata(context)
  const { json } = context.run.metadata
  return isObject(json) ? json : blocked('the target has no metadata document (META-01)', 'META-01')
}

/** Returns a member of config; not applicable if it is absent, since that fails META-02. */
export const configMember = (context: CheckContext, name: string): Json =>
  memberOf(metadataOf(context).config, name) ?? notApplicable(`The metadata has no config.${name} (META-02).`)

/** Returns whether the signature of a metadata document verifies; a public key in a wrong notation (META-04) is accepted here. */
export const isConfigSigned = (context: CheckContext, document: Json): boolean => {
  const [config, signature] = [memberOf(document, 'config'), memberOf(document, 'signature')]
  const publicKey = recognizePublicKey(memberOf(config, 'publicKey')) ?? ''
  return verifyInAnyEncoding(config ?? null, signature, { publicKey, dialect: context.dialect })
}

/** Returns the members that carry the protocol version: `protocol`, or any text under another name, such as the protocol's own. */
export const versionMembers = (document: JsonObject): [string, Json][] => {
  const { protocol } = document
  if (protocol !== undefined) return [['protocol', protocol]]
  return Object.entries(document).filter(([name, value]) => typeof value === 'string' && !documented.includes(name))
}

const documented = ['protocol', 'name', 'profile', 'icon', 'config', 'kyc', 'signature', 'contact']
