import type { CDPSession } from 'playwright-core'
import { activity } from '../../../harness/activity.ts'
import { Blocked } from '../../../harness/outcome.ts'
import { startWorkingTimer } from '../../../harness/working-time.ts'

/** Milliseconds for one command to the browser. */
const commandMs = 30_000

/** How many milliseconds of CPU time a page may use while a command waits for it. */
const busyMs = 4_000

/** Milliseconds after which a command is late, and between two probes. */
const probeMs = 500

/** A page does not respond: its scripts keep the browser busy, or it crashed. */
export class Stuck extends Error {
  override readonly name = 'Stuck'
}

/** Scripts of a page keep the browser too busy. */
export class Busy extends Stuck {
  constructor(message = 'its scripts keep the browser busy') {
    super(message)
  }
}

/** Waits for the browser for at most `ms`. Throws Stuck if it takes longer, or if the page has gone. */
export const bounded = <T>(work: Promise<T>, ms = commandMs): Promise<T> =>
  activity.during(
    new Promise((resolve, reject) => {
      const timer = startWorkingTimer(ms, () => reject(new Busy()))
      work.then(resolve, (error: Error) => reject(stuckBy(error))).finally(() => timer.stop())
    }),
  )

const stuckBy = (error: Error): Error => {
  // A browser that fails to start also reports "closed".
  if (error instanceof Blocked) return error
  if (/does not belong|no node|could not find|cannot find context|context was destroyed/i.test(error.message))
    return new Stuck('it changes while it is used')
  return /closed|crash|destroyed|detached|disconnected/i.test(error.message)
    ? new Stuck('the page has crashed, or was closed')
    : error
}

/**
 * Waits for a command to a page. Throws Busy once the page has used enough CPU time to have answered, which takes longer on a slow machine.
 */
export const answered = async <T>(session: CDPSession, command: Promise<T>, ms = commandMs): Promise<T> => {
  const probes = probe(session)
  try {
    return await bounded(Promise.race([command, probes.isBusy]), ms)
  } finally {
    probes.end()
  }
}

/** Polls the CPU time of a page's thread until `end()`; `isBusy` rejects once it is too much. */
const probe = (session: CDPSession): { isBusy: Promise<never>; end(): void } => {
  let timer: NodeJS.Timeout | undefined
  let hasEnded = false
  const isBusy = new Promise<never>((_, reject) => {
    let firstMs: number | undefined
    const look = async () => {
      const usedMs = await threadMs(session).catch(() => 0)
      firstMs ??= usedMs
      if (usedMs - firstMs > busyMs) reject(new Busy())
      else if (!hasEnded) timer = setTimeout(look, probeMs)
    }
    timer = setTimeout(look, probeMs)
  })
  return {
    isBusy,
    end: () => {
      hasEnded = true
      clearTimeout(timer)
    },
  }
}

/** Returns the CPU time of a page's thread in milliseconds. The browser reports it even while a script runs. */
const threadMs = async (session: CDPSession): Promise<number> => {
  const { metrics } = await session.send('Performance.getMetrics')
  return 1_000 * (metrics.find(({ name }) => name === 'ThreadTime')?.value ?? 0)
}

/** Returns the object ids by which functions in the page's world are called on nodes. */
export const resolveNodes = async (
  session: CDPSession,
  backendNodeIds: readonly number[],
): Promise<ReadonlyMap<number, string>> => {
  const resolved = backendNodeIds.map(async backendNodeId => {
    const { object } = await answered(session, session.send('DOM.resolveNode', { backendNodeId }))
    return [backendNodeId, object.objectId ?? ''] as const
  })
  return new Map(await Promise.all(resolved))
}

/** Calls a function in the page's world on a node. Returns its value. */
export const callOn = async (session: CDPSession, objectId: string, functionDeclaration: string): Promise<unknown> => {
  const call = { objectId, functionDeclaration, userGesture: true, returnByValue: true }
  return (await answered(session, session.send('Runtime.callFunctionOn', call))).result.value
}

/** Returns the execution context of an isolated world: scripts of the page can neither see nor modify it. */
export const createWorld = async (session: CDPSession, worldName: string): Promise<number> => {
  const { frameTree } = await answered(session, session.send('Page.getFrameTree'))
  const world = { frameId: frameTree.frame.id, worldName }
  return (await answered(session, session.send('Page.createIsolatedWorld', world))).executionContextId
}
