import { textOf } from '../../protocol/json/any-json.ts'
import { certify } from '../run.ts'
import { UsageError } from '../settings/usage-error.ts'
import { type News, type Order, settingsIn } from './messages.ts'

/** The process of `run-process.ts`: certifies one target after the other, and ends with the process that started it. */

const tell = (news: News): void => {
  if (process.connected) process.send?.(news)
}

const failureOf = (error: unknown): News => {
  const { name, message, stack } = error instanceof Error ? error : new Error(textOf(error))
  return {
    kind: 'failed',
    name: error instanceof UsageError ? 'UsageError' : name,
    message,
    ...(stack === undefined ? {} : { stack }),
    ...(error instanceof UsageError ? { remedy: error.remedy } : {}),
  }
}

let running = new AbortController()

const certifyFor = async (order: Extract<Order, { kind: 'certify' }>): Promise<void> => {
  running = new AbortController()
  const certified = certify(settingsIn(order), {
    signal: running.signal,
    onStart: total => tell({ kind: 'start', total }),
    onWaiting: ids => tell({ kind: 'waiting', ids }),
    onCheck: outcome => tell({ kind: 'check', outcome }),
  })
  tell(
    await certified.then(
      (done): News => ({ kind: 'certified', certified: done }),
      error => failureOf(error),
    ),
  )
}

process.on('disconnect', () => process.exit(1))
process.on('message', (order: Order) => {
  if (order.kind === 'interrupt') running.abort()
  else void certifyFor(order)
})
