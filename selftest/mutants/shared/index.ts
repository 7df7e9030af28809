import { authenticationMutants } from './authentication.ts'
import { callerMutants } from './authentication-caller.ts'
import { nonceMutants } from './authentication-nonce.ts'
import { requestSignatureMutants } from './authentication-signature.ts'
import { requestTimeMutants } from './authentication-time.ts'
import { digestMutants } from './digests.ts'
import { errorMutants } from './errors.ts'
import { formatMutants } from './formats.ts'
import { metadataMutants } from './metadata.ts'
import type { SharedMutant } from './shared-mutant.ts'
import { payloadSignatureMutants } from './signatures.ts'

/** Faults that more than one role can have. */
export const sharedMutants: readonly SharedMutant[] = [
  ...callerMutants,
  ...nonceMutants,
  ...requestSignatureMutants,
  ...requestTimeMutants,
  ...authenticationMutants,
  ...digestMutants,
  ...errorMutants,
  ...formatMutants,
  ...metadataMutants,
  ...payloadSignatureMutants,
]
