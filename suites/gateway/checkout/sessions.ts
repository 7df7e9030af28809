import type { CheckContext } from '../../../harness/context.ts'
import { checkoutControl, redirectOf } from '../../support/gateway/hosted-page/checkout-session.ts'

/** Checks out new orders and returns the addresses of their sessions. */
export const createSessions = async (context: CheckContext, count: number): Promise<string[]> =>
  Promise.all(Array.from({ length: count }, async () => redirectOf(context, { json: await checkoutControl(context) })))
