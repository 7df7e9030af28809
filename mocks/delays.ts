/** Keeps answers waiting, and lets go of all of them at once when the counterpart closes. */
export type Delays = {
  /** Waits some milliseconds (`Infinity`: for good), or until `signal` aborts or everything is released. Never rejects. */
  pause(ms: number, signal: AbortSignal): Promise<void>
  /** Calls `callback` on release (at once when that has been); the function returned takes it back. */
  onRelease(callback: () => void): () => void
  release(): void
}

const longestTimer = 2 ** 31 - 1

/** A hold of its own for each counterpart. */
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
      const go = () => {
        clearTimeout(timer)
        signal.removeEventListener('abort', go)
        forget()
        resolve()
      }
      const timer = Number.isFinite(ms) ? setTimeout(() => go(), Math.min(ms, longestTimer)) : undefined
      const forget = onRelease(go)
      signal.addEventListener('abort', go)
    })

  const release = () => {
    released = true
    for (const callback of [...callbacks]) callback()
    callbacks.clear()
  }

  return { pause, onRelease, release }
}
