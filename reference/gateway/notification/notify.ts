import { joinPath } from '../../../protocol/base-url.ts'
import { within } from '../../service/ports.ts'
import type { Gateway, Notice } from '../contract.ts'

/** Where a notification goes: /transfer/webhook below the merchant's base. */
export const notificationUrl = (base: string): string => joinPath(base, '/transfer/webhook')

/** Where a merchant is told of its payments; nowhere once it is no longer registered. */
export const merchantBase = (ocid: number, { directory }: Gateway): string | undefined =>
  directory.merchants.get(ocid)?.endpoint

/** Hands a proof to the outbox; resolves when the first attempt is over, at once where nobody is to be told. */
export const notify = async ({ base, signed }: Notice, gateway: Gateway): Promise<void> => {
  if (base === undefined) return
  await gateway.outbox.deliver({ url: gateway.policies.notificationUrl(base), body: JSON.stringify(signed) })
}

/** After a transfer: nobody waits for the merchant. */
export const notifyInBackground = (notice: Notice, gateway: Gateway): void | Promise<void> =>
  void notify(notice, gateway)

/** On the hosted page the merchant hears first, then the customer is sent back; a slow merchant keeps nobody long. */
export const notifyFirst = async (notice: Notice, gateway: Gateway): Promise<void> => {
  const { redirectWaitMs } = gateway.profile.notification
  await within(gateway.ports, redirectWaitMs, () => notify(notice, gateway)).catch(() => {})
}
