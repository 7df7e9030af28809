import type { JsonObject } from '../../protocol/json.ts'
import type { OutgoingRequest, Ports, Send } from './ports.ts'
import { virtualTime } from './virtual-time.test.support.ts'

/** Creates ports on virtual time that record the requests that a role sends, and its last state. */
export const recordingPorts = (send: Send, overrides: Partial<Ports> = {}) => {
  const time = virtualTime(1_800_000_000_000)
  const sent: OutgoingRequest[] = []
  let snapshot: (() => JsonObject) | undefined
  const ports: Partial<Ports> = {
    now: time.now,
    after: time.after,
    send: request => {
      sent.push(request)
      return send(request)
    },
    persistence: {
      saved: undefined,
      changed: current => {
        snapshot = current
      },
    },
    ...overrides,
  }
  return { ports, time, sent, snapshot: () => snapshot?.() }
}
