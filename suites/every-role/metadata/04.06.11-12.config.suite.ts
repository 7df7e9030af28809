import { declaredCapabilities } from '../../../harness/capabilities.ts'
import { defineSuite } from '../../../harness/clause.ts'
import { expectThat, notApplicable } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { capabilitiesOf } from '../../../protocol/operations.ts'
import { isPublicKey } from '../../../protocol/signature/keys.ts'
import { configMember, metadataOf } from '../../support/metadata-document.ts'

/** The key and the capabilities in config. Heading: Metadata document. */
const { clause } = defineSuite({
  id: 'metadata',
  roles: ['gateway', 'merchant', 'kyc'],
  operations: ['metadata'],
})

clause('META-04', 'public key on the curve', async context => {
  const key = configMember(context, 'publicKey')
  expectThat(isPublicKey(key), 'config.publicKey is not a secp256k1 public key', {
    expected: '128 hex characters, X then Y, of a point on secp256k1',
    actual: key,
  })
})

clause('META-06', 'list of capabilities', async context => {
  const capabilities = configMember(context, 'capabilities')
  const isList = Array.isArray(capabilities) && capabilities.every(capability => typeof capability === 'string')
  expectThat(isList, 'config.capabilities is not an array of strings', {
    expected: 'an array of strings',
    actual: capabilities,
  })
})

clause(
  'META-11',
  'no settlement',
  async context => {
    const settlement = memberOf(metadataOf(context).config, 'settlement')
    expectThat(settlement === undefined, 'config.settlement is for gateways only', {
      expected: 'no config.settlement',
      actual: settlement,
    })
  },
  { roles: ['merchant', 'kyc'] },
)

clause('META-12', 'capabilities of the role', async context => {
  const documented = capabilitiesOf[context.run.role]
  if (documented.length === 0) notApplicable('The document lists no capabilities for this role (META-15).')
  const declared = declaredCapabilities(context.run) ?? notApplicable('config.capabilities is not an array (META-06).')
  const hasDocumented = declared.some(capability => documented.includes(textOf(capability)))
  expectThat(hasDocumented, 'the target declares no capability of its role', {
    expected: documented.join(', '),
    actual: declared,
  })
})
