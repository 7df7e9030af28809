import type { JsonObject } from '../../../protocol/json.ts'
import { generatePrivateKey } from '../../../protocol/keys.ts'
import { metadataDocument } from '../../../protocol/metadata.ts'
import { roles } from '../../../protocol/operations.ts'
import { signPayload } from '../../../protocol/payload.ts'
import type { CommonPolicies } from '../../../reference/every-role/policies.ts'
import { answersWith, isMetadata, refusedAtTheDoor } from './answered.ts'
import { configWith, documentWith } from './documents.ts'
import { inEach, type SharedMutant } from './shared-mutant.ts'

type Policies = Partial<CommonPolicies>

const without =
  (member: string) =>
  ({ [member]: _dropped, ...rest }: JsonObject): JsonObject =>
    rest

/** X and Y, as the compressed form of a key has it: a parity and X. */
const compressed = (key: string): string => (Number.parseInt(key.slice(-1), 16) % 2 ? '03' : '02') + key.slice(0, 64)

const retired = generatePrivateKey()

/** Of every few readings one is answered by a machine that is behind the others; the first is not. */
const sometimes = (behind: CommonPolicies['metadata']): Policies => {
  let count = 0
  return { metadata: (...given) => (++count % 3 === 0 ? behind(...given) : metadataDocument(...given)) }
}

const reading: readonly SharedMutant[] = [
  {
    name: 'metadata is served as a file of no type',
    roles,
    breaks: 'META-01',
    alsoBreaks: ['FMT-04'],
    story: 'The document was uploaded to a bucket, which calls everything application/octet-stream.',
    prepare: answersWith((text, request, reply) => {
      if (isMetadata(request)) reply.type('application/octet-stream')
      return text
    }),
  },
  {
    name: 'metadata is not for readers without Accept',
    roles,
    breaks: 'META-01',
    story: 'Content negotiation of the framework answers 406 where nothing is asked for.',
    prepare: refusedAtTheDoor(request => isMetadata(request) && request.headers.accept === undefined, 406, {
      error: { code: 'NOT_ACCEPTABLE', message: 'Accept has to name application/json.', details: {} },
    }),
  },
]

const members: readonly SharedMutant[] = [
  {
    name: 'the name is called title',
    roles,
    breaks: 'META-02',
    story: 'The document was made for an app store first.',
    policies: documentWith(({ name = '', ...document }) => ({ ...document, title: name })),
  },
  {
    name: 'the version is a number',
    roles,
    breaks: 'META-02',
    story: 'YAML reads 0.1 as a number, and the JSON is generated.',
    policies: documentWith(document => ({ ...document, protocol: 0.1 })),
  },
  {
    name: 'there is no version',
    roles,
    breaks: 'META-02',
    story: 'There is only one version, so why say so.',
    policies: documentWith(without('protocol')),
  },
  {
    name: 'the icon is a file name',
    roles,
    breaks: 'META-03',
    story: 'The icon lies beside the document, so its name looked sufficient.',
    policies: documentWith(document => ({ ...document, icon: 'icon.png' })),
  },
  {
    name: 'the contact is an object',
    roles,
    breaks: 'META-03',
    story: 'There is an address for mail and one for the telephone.',
    policies: documentWith(document => ({ ...document, contact: { email: 'ops@service.example', phone: null } })),
  },
  {
    name: 'there is no description, and null says so',
    roles,
    breaks: 'META-03',
    story: 'Every column of the table is written, and profile is null there.',
    policies: documentWith(document => ({ ...document, profile: null })),
  },
]

const config: readonly SharedMutant[] = [
  {
    name: 'the public key begins with 04',
    roles,
    breaks: 'META-04',
    story: 'The library gives 65 bytes, the first of which says that nothing is compressed.',
    policies: configWith(config => ({ ...config, publicKey: `04${config.publicKey}` })),
  },
  {
    name: 'the public key is compressed',
    roles,
    breaks: 'META-04',
    story: 'Half as long is half as much to copy.',
    policies: configWith(config => ({ ...config, publicKey: compressed(String(config.publicKey)) })),
  },
  {
    name: 'the endpoint is a path',
    roles,
    breaks: 'META-05',
    story: 'The document is at the same host, so the path looked sufficient.',
    policies: configWith(config => ({ ...config, endpoint: '/' })),
  },
  {
    name: 'the endpoint is one of the next version',
    roles,
    breaks: 'META-05',
    story: 'The prefix was announced before the proxy knew it.',
    policies: configWith(config => ({ ...config, endpoint: `${config.endpoint}/api/v2` })),
  },
  {
    name: 'the endpoint is an address of the machine at home',
    roles,
    breaks: 'META-05',
    story: 'The configuration of development went out with the rest.',
    policies: configWith(config => ({ ...config, endpoint: 'http://127.0.0.1:9' })),
  },
  {
    name: 'capabilities are a list in a text',
    roles,
    breaks: 'META-06',
    story: 'An environment variable holds them, separated by commas.',
    policies: configWith(config => ({ ...config, capabilities: [config.capabilities].flat().join(',') })),
  },
  ...inEach(
    {
      name: 'capabilities are objects',
      breaks: 'META-06',
      story: 'Each has a name and, some day, a version.',
      policies: configWith(config => ({
        ...config,
        capabilities: [config.capabilities].flat().map(name => ({ name: name ?? null })),
      })),
    },
    // The document lists no capabilities of merchants.
    { gateway: ['META-12'], merchant: [], kyc: ['META-12'] },
  ),
]

const signature: readonly SharedMutant[] = [
  {
    name: 'metadata is signed with a key that was retired',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['SIG-04'],
    story: 'The key was changed, and the signature is a line in a file that nobody made anew.',
    policies: {
      metadata: (identity, key, profile) => ({
        ...metadataDocument(identity, key, profile),
        signature: metadataDocument(identity, retired, profile).signature ?? '',
      }),
    },
  },
  {
    name: 'metadata is signed as a whole',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['SIG-04'],
    story: 'The signature is made over the document, as everywhere else; here only config is signed.',
    policies: {
      metadata: (identity, key, profile) => {
        const document = without('signature')(metadataDocument(identity, key, profile))
        return { ...document, signature: signPayload(document, key, profile) }
      },
    },
  },
  {
    name: 'the config is signed before the key is put into it',
    roles,
    breaks: 'META-08',
    alsoBreaks: ['SIG-04'],
    story: 'The key is added last, from another file.',
    policies: {
      metadata: (identity, key, profile) => ({
        ...metadataDocument(identity, key, profile),
        signature: signPayload(identity.config, key, profile),
      }),
    },
  },
  {
    name: 'one of three machines signs with an older config',
    roles,
    breaks: 'META-13',
    story: 'The signature is cached where the document is made, and one cache was forgotten.',
    policies: sometimes((identity, key, profile) => ({
      ...metadataDocument(identity, key, profile),
      signature: signPayload({ endpoint: identity.config.endpoint }, key, profile),
    })),
  },
  {
    name: 'one of three machines shows its own address',
    roles,
    breaks: 'META-13',
    story: 'The endpoint is the name of the host, and there is more than one.',
    policies: sometimes((identity, key, profile) => {
      const endpoint = identity.config.endpoint.replace('127.0.0.1', 'localhost')
      return metadataDocument({ ...identity, config: { ...identity.config, endpoint } }, key, profile)
    }),
  },
]

const ofSomeRoles: readonly SharedMutant[] = [
  {
    name: 'settlement is published by everybody',
    roles: ['merchant', 'kyc'],
    breaks: 'META-11',
    story: 'One template of the metadata serves every role.',
    policies: configWith(config => ({ ...config, settlement: { currencies: ['USD'], accepts: [] } })),
  },
  {
    name: 'no capability is declared',
    roles: ['gateway', 'kyc'],
    breaks: 'META-12',
    story: 'The list was to be filled in before the launch.',
    policies: configWith(config => ({ ...config, capabilities: [] })),
  },
  {
    name: 'capabilities have names of its own',
    roles: ['gateway', 'kyc'],
    breaks: 'META-12',
    story: 'The list was made of the names of the routes.',
    policies: configWith(config => ({
      ...config,
      capabilities: [config.capabilities].flat().map(name => `POST /${String(name).replace('.', '/')}`),
    })),
  },
]

/** Faults in what a role says of itself. */
export const metadataMutants: readonly SharedMutant[] = [
  ...reading,
  ...members,
  ...config,
  ...signature,
  ...ofSomeRoles,
]
