import type { OutgoingRequest, Ports, Send } from './ports.ts'
import { memoryStorage } from './storage.ts'
import { virtualTime } from './virtual-time.test.support.ts'

/** Creates ports on virtual time that record the requests that a role sends. */
export const recordingPorts = (send: Send, overrides: Partial<Ports> = {}) => {
  const storage = overrides.storage ?? memoryStorage()
  const time = virtualTime(1_800_000_000_000)
  const sent: OutgoingRequest[] = []
  const ports: Partial<Ports> = {
    now: time.now,
    after: time.after,
    send: request => {
      sent.push(request)
      return send(request)
    },
    storage,
    ...overrides,
  }
  return { ports, time, sent, storage }
}
