import { acceptedRequestMutants } from './authentication/accepted-requests.ts'
import { callerMutants } from './authentication/caller.ts'
import { knownRequestMutants } from './authentication/known-requests.ts'
import { lateRefusalMutants } from './authentication/late-refusals.ts'
import { missingHeaderMutants } from './authentication/missing-headers.ts'
import { nonceMutants } from './authentication/nonce.ts'
import { nonceRaceMutants } from './authentication/nonce-races.ts'
import { requestSignatureMutants } from './authentication/signature.ts'
import { signedPartMutants } from './authentication/signed-parts.ts'
import { sparedRequestMutants } from './authentication/spared-requests.ts'
import { spellingMutants } from './authentication/spelling.ts'
import { timestampMutants } from './authentication/timestamp.ts'
import { errorMutants } from './errors/errors.ts'
import { memberTextMutants } from './members/texts.ts'
import { metadataConfigMutants } from './metadata/config.ts'
import { metadataDocumentMutants } from './metadata/document.ts'
import { metadataSignatureMutants } from './metadata/signature.ts'
import { signatureCoverageMutants } from './payload-signatures/coverage.ts'
import { degenerateSignatureMutants } from './payload-signatures/degenerate.ts'
import { digestMutants } from './payload-signatures/digests.ts'
import { shortSignatureMutants } from './payload-signatures/short.ts'
import { signedTextMutants } from './payload-signatures/text.ts'
import type { SharedMutant } from './shared-mutant.ts'
import { bodyMutants } from './wire-format/bodies.ts'
import { hostileBodyMutants } from './wire-format/hostile-bodies.ts'
import { memberMutants } from './wire-format/members.ts'
import { responseMutants } from './wire-format/responses.ts'

/** Faults that more than one role can have. */
export const sharedMutants: readonly SharedMutant[] = [
  ...acceptedRequestMutants,
  ...callerMutants,
  ...knownRequestMutants,
  ...sparedRequestMutants,
  ...lateRefusalMutants,
  ...missingHeaderMutants,
  ...nonceMutants,
  ...nonceRaceMutants,
  ...requestSignatureMutants,
  ...spellingMutants,
  ...signedPartMutants,
  ...timestampMutants,
  ...signatureCoverageMutants,
  ...degenerateSignatureMutants,
  ...digestMutants,
  ...shortSignatureMutants,
  ...signedTextMutants,
  ...bodyMutants,
  ...hostileBodyMutants,
  ...memberMutants,
  ...responseMutants,
  ...memberTextMutants,
  ...errorMutants,
  ...metadataConfigMutants,
  ...metadataDocumentMutants,
  ...metadataSignatureMutants,
]
