import { defineSuite } from '../../../harness/clause.ts'
import { brief, expectThat } from '../../../harness/outcome.ts'
import { isObject, memberOf } from '../../../protocol/json/json.ts'
import { violations } from '../../../schemas/validate.ts'
import { metadataOf, requireMetadata, versionMembers } from '../../support/metadata-document.ts'
import { wordOf } from '../../support/observations.ts'

/** The members of the metadata document. Heading: Metadata document. */
const { clause } = defineSuite({
  id: 'metadata',
  roles: ['gateway', 'merchant', 'kyc'],
  operations: ['metadata'],
})

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

clause('META-03', 'types of optional members', async context => {
  const optional = /^\/(profile|icon|kyc|contact)(\/|$)/
  const [misfit] = violations('metadata', metadataOf(context)).filter(({ path }) => optional.test(path))
  expectThat(misfit === undefined, `the metadata does not fit: ${misfit?.path} ${misfit?.message}`, {
    expected: 'profile a string, icon a URI, kyc an array of integers, contact a string, where present',
    actual: metadataOf(context),
  })
})

clause.observe('META-14', 'version member', async context => {
  const [version] = versionMembers(metadataOf(context))
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
