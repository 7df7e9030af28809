import { waits } from '../../harness/patience.ts'
import { carried } from '../machine/carried-error.ts'
import { certify } from '../run.ts'
import { type News, type Order, settingsIn } from './messages.ts'

/** The process of `run-process.ts`: certifies targets one by one, and ends with the process that started it. */

const send = (news: News): void => {
  if (process.connected) process.send?.(news)
}

const failureOf = (error: unknown): News => ({ kind: 'failed', ...carried(error) })

let running = new AbortController()

const certifyFor = async (order: Extract<Order, { kind: 'certify' }>): Promise<void> => {
  running = new AbortController()
  const certified = certify(settingsIn(order), {
    signal: running.signal,
    onStart: total => send({ kind: 'start', total }),
    onWaiting: ids => send({ kind: 'waiting', ids }),
    onReported: text => send({ kind: 'reported', text }),
    onCheck: outcome => send({ kind: 'check', outcome }),
  })
  const signs = setInterval(() => send({ kind: 'alive' }), waits.standstillLook.ms)
  send(
    await certified.then(
      ({ trouble, ...done }): News => ({
        kind: 'certified',
        certified: done,
        ...(trouble ? { trouble: carried(trouble) } : {}),
      }),
      error => failureOf(error),
    ),
  )
  clearInterval(signs)
}

// Also report uncaught errors.
process.on('uncaughtException', error => {
  if (process.listenerCount('uncaughtException') === 1) send(failureOf(error))
})
process.on('disconnect', () => process.exit(1))
process.on('message', (order: Order) => {
  if (order.kind === 'interrupt') running.abort()
  else void certifyFor(order)
})
