import { baseUrl, readOption } from '../../engine/settings/options/readers.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { Leads } from '../../harness/http/leads.ts'

/**
 * Returns the address of a report, which may come from anyone. UsageError if it is not an address of a target, or one to which nothing is
 * sent. A name is resolved when the client connects, since it may have changed by then.
 */
export const addressIn = async (text: string, file: string): Promise<string> => {
  const address = readOption(baseUrl, text, `${file}: target.baseUrl`)
  const refusal = await new Leads({ targets: [address], isReported: true }).refusalOf(address)
  if (refusal === undefined) return address
  throw new UsageError(
    `${file} names ${new URL(address).hostname}, where a cloud gives its machines credentials: nothing is sent to it.`,
    'Give the address of your target.',
  )
}
