import type { Condition } from '../conditions.ts'
import { control, send } from './asked.ts'

/** Heading: GET /kyc/grant/{ocid}. */
export const kycConditions: readonly Condition[] = [
  {
    name: 'an invalid callback address',
    operation: 'kyc.grant',
    status: 400,
    code: 'INVALID_CALLBACK_URL',
    control,
    provoke: stage => send(stage, { callback_url: 'http://requester.example/callback' }),
  },
]
