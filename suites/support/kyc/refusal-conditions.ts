import type { Condition } from '../refusal-conditions.ts'
import { control, send } from './consent-flow.ts'

/** Heading: GET /kyc/grant/{ocid}. */
export const kycConditions: readonly Condition[] = [
  {
    name: 'an invalid callback address',
    operation: 'kyc.grant',
    status: 400,
    code: 'INVALID_CALLBACK_URL',
    control,
    provoke: context => send(context, { callback_url: 'http://requester.example/callback' }),
  },
]
