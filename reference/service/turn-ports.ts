import type { Ports } from './ports.ts'

/**
 * If several processes share the state, returns ports whose continuations (after the answer to a request, and when a timer fires) run in a
 * turn of their process. If no turn can be had, they run anyway, and the tables throw.
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
