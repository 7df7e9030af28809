import type { CheckContext } from '../../../harness/context.ts'
import { expectSignedByTarget } from '../../../harness/http/target-signature.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import { textOf } from '../../../protocol/json/any-json.ts'
import { memberOf } from '../../../protocol/json/json.ts'
import { verifyInAnyEncoding } from '../../../protocol/signature/payload.ts'

/** A document with a signed member, such as `{ proof, signature }`. */
type SignedMember = { document: unknown; name: 'proof' | 'config' | 'order'; at?: { exchange: string } }

/** Fails the clause unless a signed member verifies; not applicable if it is not signed, which fails another clause. */
export const expectMemberSigned = (context: CheckContext, what: string, { document, name, at }: SignedMember): void => {
  const [payload, signature] = [memberOf(document, name), memberOf(document, 'signature')]
  if (payload === undefined || signature === undefined) notApplicable(`There is no signature of ${what} to verify.`)
  else expectSignedByTarget(context, what, { payload, signature, at })
}

/** Returns whether the signature of a member verifies with the key that the target publishes. */
export const isMemberSigned = ({ run, dialect }: CheckContext, { document, name }: SignedMember): boolean => {
  const publicKey = textOf(memberOf(memberOf(run.metadata.json, 'config'), 'publicKey'))
  return verifyInAnyEncoding(memberOf(document, name) ?? null, memberOf(document, 'signature'), { publicKey, dialect })
}
