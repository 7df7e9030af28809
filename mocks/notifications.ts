import type { Behaviour } from './behaviour.ts'
import type { RecordedRequest } from './recorded-request.ts'
import { isNamed } from './request-journal.ts'

type Script = { match: { reference?: string; txid?: string }; behaviours: Behaviour[]; deliveries: number }

/** How notifications are answered that a check has plans for. */
export type Scripts = {
  /** Behaviours for the first, second, … delivery; the last repeats. A later script wins. Returns its undo. */
  add(match: { reference?: string; txid?: string }, behaviours: Behaviour[]): () => void
  /** The behaviour for this delivery, which it counts; `undefined`: the usual answer. */
  next(notification: RecordedRequest): Behaviour | undefined
}

/** No scripts. */
export const createScripts = (): Scripts => {
  const scripts = new Set<Script>()

  const add = (match: Script['match'], behaviours: Behaviour[]) => {
    const script = { match, behaviours, deliveries: 0 }
    scripts.add(script)
    return () => void scripts.delete(script)
  }

  const next = (notification: RecordedRequest) => {
    const script = [...scripts].findLast(({ match }) => isNamed(notification, match))
    if (!script) return undefined
    script.deliveries += 1
    return script.behaviours[Math.min(script.deliveries, script.behaviours.length) - 1]
  }

  return { add, next }
}
