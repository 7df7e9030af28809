import type { RefusalCondition } from '../errors/refusal-condition.ts'
import { sendGrantControl, sendGrantRequest } from './grant-request.ts'

/** The conditions under which a KYC provider refuses. Heading: GET /kyc/grant/{ocid}. */
export const kycConditions: readonly RefusalCondition[] = [
  {
    name: 'an invalid callback address',
    operation: 'kyc.grant',
    status: 400,
    code: 'INVALID_CALLBACK_URL',
    control: sendGrantControl,
    provoke: context => sendGrantRequest(context, { callback_url: 'http://requester.example/callback' }),
  },
]
