import type { CheckContext } from '../../../../harness/context.ts'

/** Returns the merchant as the recipient of a transfer whose notification gets a given status the first few times. Heading: Events. */
export const unnotifiedRecipient = (
  { merchant, counterpart, fresh, afterwards }: CheckContext,
  { status, times }: { status: number; times: number },
): { ocid: number; reference: string } => {
  const reference = fresh('untold')
  const failures = Array.from({ length: times }, () => ({ status }))
  afterwards(counterpart.answerNotification({ reference }, [...failures, {}]))
  return { ocid: merchant.ocid, reference }
}
