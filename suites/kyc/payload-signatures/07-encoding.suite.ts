/** SIG-07 · Encoding of signature values (compact hex, DER hex, base64, …). */

import { defineSuite } from '../../../harness/clause.ts'
import { encodingsOf } from '../../../protocol/signature/signature.ts'
import { isVerifiedWith, signedConfig } from './signed-config.ts'

const { clause } = defineSuite({ id: 'kyc-signatures', roles: ['kyc'], operations: ['metadata'] })

clause.observe('SIG-07', 'encoding of the metadata signature', async context => {
  const { signature } = signedConfig(context)
  const verifying = encodingsOf(signature).filter(signatureEncoding => isVerifiedWith(context, { signatureEncoding }))
  context.observe(verifying[0] ?? 'none that is known')
})
