/**
 * SIG-04 · Every signature that the target makes (metadata config, signed order, proof, notification) is secp256k1
 * ECDSA over SHA-256 and verifies with its published key.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { signedConfig } from './signed-config.ts'

const { clause } = defineSuite({ id: 'kyc-signatures', roles: ['kyc'], operations: ['metadata'] })

clause('SIG-04', 'metadata config', async context =>
  expectSignedByTarget(context, 'the metadata config', signedConfig(context)),
)
