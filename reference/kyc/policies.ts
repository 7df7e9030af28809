import { callbackFault } from '../../protocol/callback-address.ts'
import { commonPolicies } from '../every-role/policies.ts'
import { isFromPage } from '../service/forms.ts'
import { membersOf, withMembers } from './callback/query.ts'
import { callbackOf, newDecision, record, submissionRules, undecided } from './callback/submission.ts'
import { sendToCallback } from './callback/submit.ts'
import { consentHeaders, consentPage, decidedPage } from './consent/markup.ts'
import { show } from './consent/page.ts'
import { requesterOf } from './consent/requester.ts'
import type { KycPolicies } from './contract.ts'
import { refuseInTen } from './errors.ts'
import { findRequest, isOpen } from './flow.ts'
import { grantRules } from './grant/parameters.ts'
import { consentUrl, newRequest, newRequestId, permissionsOf, sendToConsent } from './grant/request.ts'

/** The reference's decisions; the types of the contract group them by chapter. */
export const kycPolicies: KycPolicies = {
  ...commonPolicies,
  refuse: refuseInTen,
  grantRules,
  callbackFault,
  permissionsOf,
  newRequest,
  newRequestId,
  consentUrl,
  sendToConsent,
  findRequest,
  isOpen,
  show,
  requesterOf,
  consentPage,
  decidedPage,
  pageHeaders: consentHeaders,
  isFromPage,
  submissionRules,
  undecided,
  newDecision,
  record,
  callbackOf,
  membersOf,
  withMembers,
  sendToCallback,
}
