import { diagnoseMember } from '../protocol/diagnosis.ts'
import { isObject, type Json, type JsonObject } from '../protocol/json.ts'
import { isPublicKey, recognizePublicKey } from '../protocol/keys.ts'
import { capabilitiesOf, type OperationName, operations } from '../protocol/operations.ts'
import { verifyPayload } from '../protocol/payload.ts'
import { violations } from '../schemas/validate.ts'
import { isAnswered, knock, knockNowhere } from './answered.ts'
import { capabilitiesOf as declaredBy } from './declared.ts'
import { type Answer, mediaType } from './harness/answer.ts'
import { defineSuite } from './harness/clause.ts'
import { blocked, brief, holds, notApplicable } from './harness/outcome.ts'
import { summary } from './harness/sent.ts'
import { member, publishedKey } from './harness/signed.ts'
import type { Stage } from './harness/stage.ts'
import { answerOf, wordOf } from './observed.ts'

/** What every role publishes about itself. Headings: GET /metadata.json, Metadata document. */
export const metadata = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })
const { clause } = metadata

/** Reads the document again, where the run found it. */
const read = (stage: Stage): PromiseLike<Answer> => {
  const { origin, pathname } = new URL(stage.session.metadata.url)
  return stage.send({ method: 'GET', origin, path: pathname, headers: [] })
}

const document = ({ session }: Stage): JsonObject => {
  const { json, status } = session.metadata
  return isObject(json) && status === 200 ? json : blocked('there is no metadata document (META-01)')
}

/** A member of config; a check of what it has to be ends where it is absent, since that breaks META-02. */
const configured = (stage: Stage, name: string): Json =>
  member(document(stage).config, name) ?? notApplicable(`The metadata has no config.${name} (META-02).`)

const known = ['protocol', 'name', 'profile', 'icon', 'config', 'kyc', 'signature', 'contact']

/** Version members: `protocol`, or under the protocol's own name, which may be any. */
const versions = (found: JsonObject): [string, Json][] => {
  const { protocol } = found
  if (protocol !== undefined) return [['protocol', protocol]]
  return Object.entries(found).filter(([name, value]) => typeof value === 'string' && !known.includes(name))
}

const has = (condition: boolean, what: string, actual: unknown) =>
  holds(condition, `the metadata document lacks ${what}`, { expected: what, actual: actual ?? 'nothing' })

clause('META-01', 'read without any header', async stage => {
  const answer = await read(stage)
  holds(!answer.silence && answer.status === 200, 'GET /metadata.json is not answered 200', {
    expected: '200',
    actual: summary(answer),
  })
  holds(mediaType(answer) === 'application/json', 'the metadata is not application/json', {
    expected: 'application/json',
    actual: mediaType(answer) || 'no content type',
  })
})

clause('META-02', 'required members', async stage => {
  const { json, status } = stage.session.metadata
  if (status !== 200) blocked('there is no metadata document (META-01)')
  holds(isObject(json), 'the metadata is no JSON object', { expected: 'an object', actual: json ?? 'no JSON' })
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

clause('META-03', 'types of optional members', async stage => {
  const optional = /^\/(profile|icon|kyc|contact)(\/|$)/
  const [misfit] = violations('metadata', document(stage)).filter(({ path }) => optional.test(path))
  holds(misfit === undefined, `the metadata does not fit: ${misfit?.path} ${misfit?.message}`, {
    expected: 'profile a string, icon a URI, kyc an array of integers, contact a string, where present',
    actual: document(stage),
  })
})

clause('META-04', 'public key on the curve', async stage => {
  const key = configured(stage, 'publicKey')
  holds(isPublicKey(key), 'config.publicKey is no secp256k1 public key', {
    expected: '128 hex characters, X then Y, of a point on secp256k1',
    actual: key,
  })
})

const addressOf = (value: Json): URL | undefined => {
  const url = typeof value === 'string' ? URL.parse(value) : null
  return url !== null && /^https?:$/.test(url.protocol) ? url : undefined
}

/** The operations of the target's role that the document shows and the target declares. */
const shown = ({ session }: Stage): OperationName[] => {
  const names = Object.keys(operations) as OperationName[]
  const ofRole = names.filter(name => operations[name].role === session.role && operations[name].documented)
  const declared = ofRole.filter(name => declaredBy(session)?.includes(operations[name].capability ?? ''))
  return declared.length > 0 ? declared : ofRole
}

clause('META-05', 'operations below the endpoint', async stage => {
  const endpoint = configured(stage, 'endpoint')
  holds(addressOf(endpoint) !== undefined, 'config.endpoint is no absolute URI', {
    expected: 'an absolute http or https address',
    actual: endpoint,
  })
  const answers = await Promise.all(shown(stage).map(name => knock(stage, name, String(endpoint))))
  const answered = answers.filter(answer => answer !== undefined)
  const nowhere = await knockNowhere(stage, String(endpoint))
  const isThere = answered.some(answer => isAnswered(answer, nowhere))
  holds(isThere, `no operation answers below ${brief(endpoint)}`, {
    expected: 'the operations of the role',
    actual: answered.map(summary).join(', ') || 'nothing listens there',
  })
})

clause('META-06', 'list of capabilities', async stage => {
  const capabilities = configured(stage, 'capabilities')
  const isList = Array.isArray(capabilities) && capabilities.every(one => typeof one === 'string')
  holds(isList, 'config.capabilities is no array of strings', { expected: 'an array of strings', actual: capabilities })
})

/** A key that is wrongly written (META-04) is read all the same. */
const judge = (stage: Stage, found: Json | undefined) => {
  const [config, signature] = [member(found, 'config'), member(found, 'signature')]
  const publicKey = recognizePublicKey(member(config, 'publicKey')) ?? ''
  return verifyPayload(config ?? null, signature, { publicKey, dialect: stage.dialect })
}

clause('META-08', 'signature of config', async stage => {
  const found = document(stage)
  if (found.signature === undefined) notApplicable('The metadata has no signature (META-02).')
  const publicKey = publishedKey(stage.session.metadata)
  if (judge(stage, found)) return
  const reading = diagnoseMember(found, 'config', { 'the published key': publicKey })
  holds(false, `the metadata signature does not verify${reading ? `: ${reading}` : ''}`, {
    expected: 'a signature of the canonical config by config.publicKey',
    actual: found.signature ?? 'none',
  })
})

clause(
  'META-11',
  'no settlement',
  async stage => {
    const settlement = member(document(stage).config, 'settlement')
    holds(settlement === undefined, 'config.settlement is for gateways only', {
      expected: 'no config.settlement',
      actual: settlement,
    })
  },
  { roles: ['merchant', 'kyc'] },
)

clause('META-12', 'capabilities of the role', async stage => {
  const listed = capabilitiesOf[stage.session.role]
  if (listed.length === 0) notApplicable('The document lists no capabilities for this role (META-15).')
  const declared = declaredBy(stage.session) ?? notApplicable('config.capabilities is no array (META-06).')
  const some = declared.some(one => listed.includes(String(one)))
  holds(some, 'the target declares no capability of its role', { expected: listed.join(', '), actual: declared })
})

const reads = 5

clause('META-13', 'repeated reads', async stage => {
  const found: Json[] = [document(stage)]
  for (let at = 0; at < reads; at++) {
    const { json, status } = await read(stage)
    if (status !== 200) notApplicable('The document cannot be read again without authentication (META-01).')
    if (isObject(json)) found.push(json)
  }
  const identities = found.map(one =>
    JSON.stringify(['publicKey', 'endpoint'].map(name => member(member(one, 'config'), name) ?? null)),
  )
  holds(new Set(identities).size <= 1, 'the identity changes from one read to the next', {
    expected: 'the same key and endpoint',
    actual: [...new Set(identities)].join(', then '),
  })
  // A signature that never verifies is another row's affair (META-08).
  const verified = found.map(one => judge(stage, one))
  holds(new Set(verified).size <= 1, 'the signature verifies at one read and not at another', {
    expected: 'a signature that verifies each time',
    actual: verified.map(one => (one ? 'verifies' : 'does not')).join(', '),
  })
})

clause.observe('META-14', 'version member', async stage => {
  const [version] = versions(document(stage))
  if (version === undefined) return stage.observe({ 'name of the member': 'none', 'its value': 'none' })
  const [name, value] = version
  stage.observe(
    {
      'name of the member': wordOf(name, ['protocol'], 'another name'),
      'its value': wordOf(value, ['0.1'], 'another value'),
    },
    `${brief(name, 40)}: ${brief(value, 40)}`,
  )
})

/** How a document at some address compares with the one that the run read. */
const compared = async (stage: Stage, base: string): Promise<string> => {
  const answer = await knock(stage, 'metadata', base)
  if (answer?.status !== 200 || !isObject(answer.json)) return answer ? answerOf(answer) : 'nothing listens there'
  const key = member(answer.json.config, 'publicKey')
  return key === member(document(stage).config, 'publicKey') ? 'the same identity' : 'another identity'
}

clause.observe('META-16', 'addresses of the document', async stage => {
  const endpoint = member(document(stage).config, 'endpoint') ?? ''
  const { baseUrl } = stage.session.target
  stage.observe({
    'below config.endpoint': addressOf(endpoint) ? await compared(stage, String(endpoint)) : 'no address',
    "below the operator's address": await compared(stage, baseUrl),
  })
})
