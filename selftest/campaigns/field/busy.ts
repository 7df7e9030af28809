// Keeps a processor busy until the parent ends it or exits, at normal priority regardless of the parent's.
import { constants, setPriority } from 'node:os'

setPriority(constants.priority.PRIORITY_NORMAL)
process.on('disconnect', () => process.exit(0))
const work = (): void => {
  const until = performance.now() + 50
  while (performance.now() < until) Math.sqrt(until)
  setImmediate(work)
}
work()
