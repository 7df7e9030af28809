/** META-04 · config.publicKey is 128 hex characters (X then Y) and is a point on secp256k1. */

import { defineSuite } from '../../../harness/clause.ts'
import { expectThat } from '../../../harness/outcome.ts'
import { isPublicKey } from '../../../protocol/signature/keys.ts'
import { configMember } from '../../support/metadata-document.ts'

const { clause } = defineSuite({ id: 'metadata', roles: ['gateway', 'merchant', 'kyc'], operations: ['metadata'] })

clause('META-04', 'public key on the curve', async context => {
  const key = configMember(context, 'publicKey')
  expectThat(isPublicKey(key), 'config.publicKey is not a secp256k1 public key', {
    expected: '128 hex characters, X then Y, of a point on secp256k1',
    actual: key,
  })
})
