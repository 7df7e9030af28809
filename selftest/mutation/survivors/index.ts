import { gateway } from './gateway.ts'
import { kyc } from './kyc.ts'
import { merchant } from './merchant.ts'
import type { Reason } from './reason.ts'
import { shared } from './shared.ts'

/** The reasons of all survivors. */
export const reasons: readonly Reason[] = [...gateway, ...merchant, ...kyc, ...shared]
