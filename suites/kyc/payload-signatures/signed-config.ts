import type { CheckContext } from '../../../harness/context.ts'
import { targetKey } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { verifyPayload } from '../../../protocol/signature/payload.ts'

/** Returns the signed config; not applicable if it is missing, which fails META-02. */
export const signedConfig = ({ run }: CheckContext) => {
  const [payload, signature] = [memberOf(run.metadata.json, 'config'), memberOf(run.metadata.json, 'signature')]
  if (payload === undefined || signature === undefined) return notApplicable('The metadata is not signed (META-02).')
  return { payload, signature }
}

/** Returns whether the signature of config verifies in a dialect. */
export const isVerifiedWith = (context: CheckContext, choice: Partial<CheckContext['dialect']>): boolean => {
  const { payload, signature } = signedConfig(context)
  return verifyPayload(payload, signature, {
    publicKey: targetKey(context),
    dialect: { ...context.dialect, ...choice },
  })
}
