import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import { type HttpResponse, mediaType } from '../../../harness/http/response.ts'
import { member, publishedKey } from '../../../harness/http/target-signature.ts'
import { blocked, brief, expectThat, notApplicable } from '../../../harness/outcome.ts'
import { diagnoseMember } from '../../../protocol/diagnosis.ts'
import { isObject, type Json, type JsonObject } from '../../../protocol/json.ts'
import { isPublicKey, recognizePublicKey } from '../../../protocol/keys.ts'
import { capabilitiesOf, type OperationName, operations } from '../../../protocol/operations.ts'
import { verifyPayload } from '../../../protocol/payload.ts'
import { violations } from '../../../schemas/validate.ts'
import { capabilitiesOf as declaredBy } from '../../support/capabilities.ts'
import { answerOf, wordOf } from '../../support/observations.ts'
import { isAnswered, knock, knockNowhere } from '../../support/reachability.ts'

/** What every role publishes about itself. Headings: GET /metadata.json, Metadata document. */
export const metadata = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })
const { clause } = metadata

/** Reads the document again, where the run found it. */
const read = (context: CheckContext): PromiseLike<HttpResponse> => {
  const { origin, pathname } = new URL(context.run.metadata.url)
  return context.send({ method: 'GET', origin, path: pathname, headers: [] })
}

const document = ({ run }: CheckContext): JsonObject => {
  const { json, status } = run.metadata
  return isObject(json) && status === 200 ? json : blocked('there is no metadata document (META-01)')
}

/** A member of config; a check of what it has to be ends where it is absent, since that breaks META-02. */
const configured = (context: CheckContext, name: string): Json =>
  member(document(context).config, name) ?? notApplicable(`The metadata has no config.${name} (META-02).`)

const known = ['protocol', 'name', 'profile', 'icon', 'config', 'kyc', 'signature', 'contact']

/** Version members: `protocol`, or under the protocol's own name, which may be any. */
const versions = (found: JsonObject): [string, Json][] => {
  const { protocol } = found
  if (protocol !== undefined) return [['protocol', protocol]]
  return Object.entries(found).filter(([name, value]) => typeof value === 'string' && !known.includes(name))
}

const has = (condition: boolean, what: string, actual: unknown) =>
  expectThat(condition, `the metadata document lacks ${what}`, { expected: what, actual: actual ?? 'nothing' })

clause('META-01', 'read without any header', async context => {
  const response = await read(context)
  expectThat(!response.silence && response.status === 200, 'GET /metadata.json is not answered 200', {
    expected: '200',
    actual: summary(response),
  })
  expectThat(mediaType(response) === 'application/json', 'the metadata is not application/json', {
    expected: 'application/json',
    actual: mediaType(response) || 'no content type',
  })
})

clause('META-02', 'required members', async context => {
  const { json, status } = context.run.metadata
  if (status !== 200) blocked('there is no metadata document (META-01)')
  expectThat(isObject(json), 'the metadata is no JSON object', { expected: 'an object', actual: json ?? 'no JSON' })
  has(
    versions(json).some(([, value]) => typeof value === 'string'),
    'a protocol version string',
    json.protocol,
  )
  has(typeof json.name === 'string', 'name, a string', json.name)
  has(isObject(json.config), 'config, an object', json.config)
  for (const name of ['publicKey', 'endpoint', 'capabilities'])
    has(member(json.config, name) !== undefined, `config.${name}`, member(json.config, name))
  has(typeof json.signature === 'string', 'signature, a string', json.signature)
})

clause('META-03', 'types of optional members', async context => {
  const optional = /^\/(profile|icon|kyc|contact)(\/|$)/
  const [misfit] = violations('metadata', document(context)).filter(({ path }) => optional.test(path))
  expectThat(misfit === undefined, `the metadata does not fit: ${misfit?.path} ${misfit?.message}`, {
    expected: 'profile a string, icon a URI, kyc an array of integers, contact a string, where present',
    actual: document(context),
  })
})

clause('META-04', 'public key on the curve', async context => {
  const key = configured(context, 'publicKey')
  expectThat(isPublicKey(key), 'config.publicKey is no secp256k1 public key', {
    expected: '128 hex characters, X then Y, of a point on secp256k1',
    actual: key,
  })
})

const addressOf = (value: Json): URL | undefined => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The operations of the target's role that the document shows and the target declares. */
const shown = ({ run }: CheckContext): OperationName[] => {
  const names = Object.keys(operations) as OperationName[]
  const ofRole = names.filter(name => operations[name].role === run.role && operations[name].documented)
  const declared = ofRole.filter(name => declaredBy(run)?.includes(operations[name].capability ?? ''))
  return declared.length > 0 ? declared : ofRole
}

clause('META-05', 'operations below the endpoint', async context => {
  const endpoint = configured(context, 'endpoint')
  expectThat(addressOf(endpoint) !== undefined, 'config.endpoint is no absolute URI', {
    expected: 'an absolute http or https address',
    actual: endpoint,
  })
  const responses = await Promise.all(shown(context).map(name => knock(context, name, String(endpoint))))
  const answered = responses.filter(response => response !== undefined)
  const nowhere = await knockNowhere(context, String(endpoint))
  const isThere = answered.some(response => isAnswered(response, nowhere))
  expectThat(isThere, `no operation answers below ${brief(endpoint)}`, {
    expected: 'the operations of the role',
    actual: answered.map(summary).join(', ') || 'nothing listens there',
  })
})

clause('META-06', 'list of capabilities', async context => {
  const capabilities = configured(context, 'capabilities')
  const isList = Array.isArray(capabilities) && capabilities.every(one => typeof one === 'string')
  expectThat(isList, 'config.capabilities is no array of strings', {
    expected: 'an array of strings',
    actual: capabilities,
  })
})

/** A key that is wrongly written (META-04) is read all the same. */
const judge = (context: CheckContext, found: Json | undefined) => {
  const [config, signature] = [member(found, 'config'), member(found, 'signature')]
  const publicKey = recognizePublicKey(member(config, 'publicKey')) ?? ''
  return verifyPayload(config ?? null, signature, { publicKey, dialect: context.dialect })
}

clause('META-08', 'signature of config', async context => {
  const found = document(context)
  if (found.signature === undefined) notApplicable('The metadata has no signature (META-02).')
  const publicKey = publishedKey(context.run.metadata)
  if (judge(context, found)) return
  const reading = diagnoseMember(found, 'config', { 'the published key': publicKey })
  expectThat(false, `the metadata signature does not verify${reading ? `: ${reading}` : ''}`, {
    expected: 'a signature of the canonical config by config.publicKey',
    actual: found.signature ?? 'none',
  })
})

clause(
  'META-11',
  'no settlement',
  async context => {
    const settlement = member(document(context).config, 'settlement')
    expectThat(settlement === undefined, 'config.settlement is for gateways only', {
      expected: 'no config.settlement',
      actual: settlement,
    })
  },
  { roles: ['merchant', 'kyc'] },
)

clause('META-12', 'capabilities of the role', async context => {
  const listed = capabilitiesOf[context.run.role]
  if (listed.length === 0) notApplicable('The document lists no capabilities for this role (META-15).')
  const declared = declaredBy(context.run) ?? notApplicable('config.capabilities is no array (META-06).')
  const some = declared.some(one => listed.includes(String(one)))
  expectThat(some, 'the target declares no capability of its role', { expected: listed.join(', '), actual: declared })
})

const reads = 5

clause('META-13', 'repeated reads', async context => {
  const found: Json[] = [document(context)]
  for (let at = 0; at < reads; at++) {
    const { json, status } = await read(context)
    if (status !== 200) notApplicable('The document cannot be read again without authentication (META-01).')
    if (isObject(json)) found.push(json)
  }
  const identities = found.map(one =>
    JSON.stringify(['publicKey', 'endpoint'].map(name => member(member(one, 'config'), name) ?? null)),
  )
  expectThat(new Set(identities).size <= 1, 'the identity changes from one read to the next', {
    expected: 'the same key and endpoint',
    actual: [...new Set(identities)].join(', then '),
  })
  // A signature that never verifies is another row's affair (META-08).
  const verified = found.map(one => judge(context, one))
  expectThat(new Set(verified).size <= 1, 'the signature verifies at one read and not at another', {
    expected: 'a signature that verifies each time',
    actual: verified.map(one => (one ? 'verifies' : 'does not')).join(', '),
  })
})

clause.observe('META-14', 'version member', async context => {
  const [version] = versions(document(context))
  if (version === undefined) return context.observe({ 'name of the member': 'none', 'its value': 'none' })
  const [name, value] = version
  context.observe(
    {
      'name of the member': wordOf(name, ['protocol'], 'another name'),
      'its value': wordOf(value, ['0.1'], 'another value'),
    },
    `${brief(name, 40)}: ${brief(value, 40)}`,
  )
})

/** How a document at some address compares with the one that the run read. */
const compared = async (context: CheckContext, base: string): Promise<string> => {
  const response = await knock(context, 'metadata', base)
  if (response?.status !== 200 || !isObject(response.json))
    return response ? answerOf(response) : 'nothing listens there'
  const key = member(response.json.config, 'publicKey')
  return key === member(document(context).config, 'publicKey') ? 'the same identity' : 'another identity'
}

clause.observe('META-16', 'addresses of the document', async context => {
  const endpoint = member(document(context).config, 'endpoint') ?? ''
  const { baseUrl } = context.run.target
  context.observe({
    'below config.endpoint': addressOf(endpoint) ? await compared(context, String(endpoint)) : 'no address',
    "below the operator's address": await compared(context, baseUrl),
  })
})
