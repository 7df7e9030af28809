/** Responses that are held back, all of which end when the counterpart closes. */
export type Delays = {
  /** Waits `ms` milliseconds (`Infinity`: forever), or until `signal` aborts or all delays are released. Never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Calls `callback` on release, or immediately if that has happened. Returns a function that removes it. */
  onRelease(callback: () => void): () => void
  release(): void
}

const longestTimer = 2 ** 31 - 1

/** Creates the delays of one counterpart. */
export const createDelays = (): Delays => {
  const callbacks = new Set<() => void>()
  let released = false

  const onRelease = (callback: () => void) => {
    if (released) callback()
    else callbacks.add(callback)
    return () => void callbacks.delete(callback)
  }

  const pause = (ms: number, signal: AbortSignal) =>
    new Promise<void>(resolve => {
      if (released || signal.aborted) return resolve()
      const finish = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', finish)
        removeCallback()
        resolve()
      }
      const timer = Number.isFinite(ms) ? setTimeout(() => finish(), Math.min(ms, longestTimer)) : undefined
      const removeCallback = onRelease(finish)
      signal.addEventListener('abort', finish)
    })

  const release = () => {
    released = true
    for (const callback of [...callbacks]) callback()
    callbacks.clear()
  }

  return { pause, onRelease, release }
}
