import type { Ports } from './ports.ts'

/**
 * Returns ports after which a role goes on in a turn of its process, where several share its state: when a request that it sent is
 * answered, and when a timer runs. Without a turn it goes on as well, and its tables tell.
 */
export const portsInTurn = (ports: Ports): Ports => {
  const { turns } = ports.storage
  if (turns === undefined) return ports
  const entered = async (): Promise<void> => turns.enter()?.catch(() => {})
  return {
    ...ports,
    send: request => ports.send(request).finally(entered),
    after: (ms, run) => ports.after(ms, () => void entered().then(run)),
  }
}
