import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { awaitUptake, type Published, publishNewKey, type Rotating } from '../../support/merchant/issuer-keys.ts'
import { sendProofControl } from '../../support/merchant/proofs.ts'

/** Why a target may not read a key again. */
export const keptKey = 'The target may have cached the earlier key.'

/** Publishes a new key to replace one whose proofs the target accepts. */
export const replaceKnownKey = async (context: CheckContext, rotating: Rotating): Promise<Published> => {
  await sendProofControl(context)
  const { isKnown } = await awaitUptake(context, { ...rotating, since: 0 })
  if (!isKnown) notApplicable('The target accepted no proof by the key that the issuer published before.')
  return publishNewKey(context, rotating.issuer)
}
