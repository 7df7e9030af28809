import type { Behaviour, NotificationMatch, RecordedRequest } from '../harness/counterpart.ts'

type Script = { match: NotificationMatch; behaviours: Behaviour[]; deliveries: number }

/** The responses that checks have scripted for notifications. */
export type WebhookScripts = {
  /**
   * Adds behaviours for the first, second, … delivery; the last one repeats. A later script takes precedence. Returns a function that
   * removes the script.
   */
  add(match: NotificationMatch, behaviours: Behaviour[]): () => void
  /** Returns the behaviour for this delivery and counts it; `undefined` if no script matches. */
  next(notification: RecordedRequest): Behaviour | undefined
}

/** Returns an empty set of scripts. */
export const createWebhookScripts = (): WebhookScripts => {
  const scripts = new Set<Script>()

  const add = (match: NotificationMatch, behaviours: Behaviour[]) => {
    const script = { match, behaviours, deliveries: 0 }
    scripts.add(script)
    return () => void scripts.delete(script)
  }

  const next = (notification: RecordedRequest) => {
    const script = [...scripts].findLast(({ match }) => isMatch(notification, match))
    if (!script) return undefined
    script.deliveries += 1
    return script.behaviours[Math.min(script.deliveries, script.behaviours.length) - 1]
  }

  return { add, next }
}

const isMatch = (request: RecordedRequest, { reference, txid }: NotificationMatch): boolean =>
  (reference === undefined || request.reference === reference) && (txid === undefined || request.txid === txid)
