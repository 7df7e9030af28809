import { existsSync, readFileSync } from 'node:fs'
import { rename, writeFile } from 'node:fs/promises'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Persistence } from '../service/ports.ts'

/** How long changes are gathered before they are written. */
const gatherMs = 50

const read = (path: string): JsonObject | undefined => {
  if (!existsSync(path)) return undefined
  const saved: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (isObject(saved) && saved.version === 1) return saved
  throw new Error(`${path} is no state of version 1; move it away to start afresh`)
}

// A reader finds the old state or the new one, never half of it.
const replace = async (path: string, text: string): Promise<void> => {
  await writeFile(`${path}.new`, text, { mode: 0o600 })
  await rename(`${path}.new`, path)
}

/**
 * State in a file: read at the start, written a moment after each change and once more at `close`. A process that is killed
 * loses that moment.
 */
export const stateFile = (path: string): Persistence & { close: () => Promise<void> } => {
  let due: (() => JsonObject) | undefined
  let timer: NodeJS.Timeout | undefined
  let written = Promise.resolve()
  const writeDue = (): Promise<void> => {
    const snapshot = due
    timer = undefined
    due = undefined
    if (snapshot !== undefined) written = written.then(() => replace(path, JSON.stringify(snapshot())))
    return written
  }
  const changed = (snapshot: () => JsonObject): void => {
    due = snapshot
    timer ??= setTimeout(() => void writeDue().catch(() => {}), gatherMs)
  }
  const close = (): Promise<void> => {
    clearTimeout(timer)
    return writeDue()
  }
  return { saved: read(path), changed, close }
}
