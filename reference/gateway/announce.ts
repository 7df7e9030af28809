import { joinPath } from '../../protocol/base-url.ts'
import { within } from '../ports.ts'
import type { Announcement, Gateway } from './gateway.ts'

/** Where a notification goes: /transfer/webhook below the merchant's base. */
export const notificationUrl = (base: string): string => joinPath(base, '/transfer/webhook')

/** Where a merchant is told of its payments; nowhere once it is no longer registered. */
export const merchantBase = (ocid: number, { directory }: Gateway): string | undefined =>
  directory.merchants.get(ocid)?.endpoint

/** Hands a proof to the outbox; resolves when the first attempt is over, at once where nobody is to be told. */
export const announce = async ({ base, signed }: Announcement, gateway: Gateway): Promise<void> => {
  if (base === undefined) return
  await gateway.outbox.deliver({ url: gateway.policies.notificationUrl(base), body: JSON.stringify(signed) })
}

/** After a transfer: nobody waits for the merchant. */
export const announceAside = (announcement: Announcement, gateway: Gateway): void | Promise<void> =>
  void announce(announcement, gateway)

/** On the hosted page the merchant hears first, then the customer is sent back; a slow merchant keeps nobody long. */
export const announceFirst = async (announcement: Announcement, gateway: Gateway): Promise<void> => {
  const { redirectWaitMs } = gateway.profile.notification
  await within(gateway.ports, redirectWaitMs, () => announce(announcement, gateway)).catch(() => {})
}
