import type { Ports } from './ports.ts'

/**
 * Returns ports whose continuations run in a turn of their process, where several processes share the state: after the answer to a
 * request, and when a timer fires. If no turn can be had they run anyway, and the tables throw.
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
