import { baseUrl, readOption } from '../../engine/settings/options/readers.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { Leads } from '../../harness/http/leads.ts'

/**
 * Returns the target address in a report, which is untrusted. UsageError if it is not the address of a target, or one to which nothing is
 * ever sent. A name is resolved only when the client connects, since it may change until then.
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
