import type { CDPSession } from 'playwright-core'
import { startWorkingTimer } from '../../working-time.ts'

/** Milliseconds for one command to the browser: a page whose scripts never end takes none. */
const commandMs = 30_000

/** A page does not respond: its scripts keep the browser busy, or it has crashed. */
export class Stuck extends Error {
  override readonly name = 'Stuck'
}

/** Scripts of a page keep the browser busy for longer than a command may take. */
export class Busy extends Stuck {
  constructor() {
    super('its scripts keep the browser busy')
  }
}

/** Waits for work of the browser, no longer than a command may take. Throws Stuck if it takes longer, or if the page has gone. */
export const bounded = <T>(work: Promise<T>, ms = commandMs): Promise<T> =>
  new Promise((resolve, reject) => {
    const timer = startWorkingTimer(ms, () => reject(new Busy()))
    const end = () => timer.stop()
    work.then(
      value => {
        end()
        resolve(value)
      },
      (error: Error) => {
        end()
        if (/does not belong|no node|could not find/i.test(error.message))
          return reject(new Stuck('it changes while it is used'))
        reject(
          /closed|crash|destroyed|detached|disconnected/i.test(error.message)
            ? new Stuck('the page has crashed, or was closed')
            : error,
        )
      },
    )
  })

/** Calls a function of the page's world on a node. Returns its value. */
export const callOn = async (session: CDPSession, backendNodeId: number, body: string): Promise<unknown> => {
  const { object } = await bounded(session.send('DOM.resolveNode', { backendNodeId }))
  if (object.objectId === undefined) return undefined
  const { result } = await bounded(
    session.send('Runtime.callFunctionOn', {
      objectId: object.objectId,
      functionDeclaration: body,
      userGesture: true,
      returnByValue: true,
    }),
  )
  return result.value
}
