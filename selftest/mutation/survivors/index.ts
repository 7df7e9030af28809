import { gateway } from './gateway.ts'
import { kyc } from './kyc.ts'
import { merchant } from './merchant.ts'
import type { Reason } from './reason.ts'
import { shared } from './shared.ts'

/** Every survivor that has a reason to. */
export const reasons: readonly Reason[] = [...gateway, ...merchant, ...kyc, ...shared]
