import { setImmediate } from 'node:timers/promises'
import type { CheckContext } from '../../../harness/context.ts'
import { notApplicable } from '../../../harness/outcome.ts'
import type { Json } from '../../../protocol/json/json.ts'
import { expectMemberSigned } from './emitted-signatures.ts'

/** How many signatures are verified before other tasks run: the counterpart responds in between. */
const atOnce = 20

/**
 * Runs an assertion on many documents, to find faults that occur once in a hundred, but only on those whose JSON can be written in only one
 * way. Not applicable if there are none. The name of each includes its position and the total.
 */
export const expectOfEach = async <T>(
  what: string,
  items: readonly T[],
  { jsonOf, expect }: { jsonOf: (item: T) => Json | undefined; expect: (name: string, item: T) => void },
): Promise<void> => {
  const plain = items.filter(item => isPlain(jsonOf(item) ?? null))
  if (plain.length === 0) notApplicable(`No other check of the run has seen a ${what}.`)
  for (const [index, item] of plain.entries()) {
    if (index % atOnce === 0) await setImmediate()
    expect(`${what} ${index + 1} of ${plain.length}`, item)
  }
}

/** Expects the member of each signed document of the run to be signed. */
export const expectDocumentsSigned = (context: CheckContext, what: string, name: 'proof' | 'order'): Promise<void> => {
  return expectOfEach(what, context.run.seen.signed, {
    jsonOf: ({ document }) => document,
    expect: (which, { document, exchange }) => expectMemberSigned(context, which, { document, name, at: { exchange } }),
  })
}

/** Returns whether all JSON writers write a value in the same way: SIG-06 and SIG-08 judge the rest. */
const isPlain = (value: Json): boolean => {
  if (typeof value === 'string') return isPlainText(value)
  if (typeof value === 'number') return Number.isSafeInteger(value)
  if (typeof value !== 'object' || value === null) return true
  return Object.entries(value).every(([name, member]) => isPlainText(name) && isPlain(member))
}

/** Printable ASCII except the quotation mark and the backslash. */
const isPlainText = (text: string): boolean => /^[ !#-[\]-~]*$/.test(text)
