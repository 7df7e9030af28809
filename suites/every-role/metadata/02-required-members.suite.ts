/**
 * META-02 · Has the required members: a protocol version string (under `protocol` or the protocol's own name: META-14),
 * name (string), config (object) with publicKey, endpoint and capabilities, signature (string).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isObject, memberOf } from '../../../protocol/json/json.ts'
import { requireMetadata, versionMembers } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

const expectMember = (isPresent: boolean, what: string, actual: unknown) =>
  expectThat(isPresent, `the metadata document lacks ${what}`, { expected: what, actual: actual ?? 'nothing' })

clause('META-02', 'required members', async context => {
  requireMetadata(context)
  const { json } = context.run.metadata
  expectThat(isObject(json), 'the metadata is not a JSON object', { expected: 'an object', actual: json ?? 'no JSON' })
  const hasVersion = versionMembers(json).some(([, value]) => typeof value === 'string')
  expectMember(hasVersion, 'a protocol version string', json.protocol)
  expectMember(typeof json.name === 'string', 'name, a string', json.name)
  expectMember(isObject(json.config), 'config, an object', json.config)
  for (const name of ['publicKey', 'endpoint', 'capabilities'])
    expectMember(memberOf(json.config, name) !== undefined, `config.${name}`, memberOf(json.config, name))
  expectMember(typeof json.signature === 'string', 'signature, a string', json.signature)
})
