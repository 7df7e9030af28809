import type { Report } from '../schemas/messages.ts'

/** Returns how many exchanges the evidence of a run omits, as a sentence; empty if none. */
export const omittedText = ({ evidence }: Pick<Report, 'evidence'>): string => {
  const { sent = 0, received = 0 } = evidence?.omitted ?? {}
  return sent + received === 0
    ? ''
    : `The evidence reached its limit (128 MiB): it leaves out ${sent} requests to the target, and ${received} to the counterpart. No verdict depends on them.`
}
