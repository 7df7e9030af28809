import { existsSync, readFileSync } from 'node:fs'
import writeFileAtomic from 'write-file-atomic'
import { isObject, type JsonObject } from '../../protocol/json.ts'
import type { Persistence } from '../service/ports.ts'

/** The time for which changes are collected before they are written. */
const gatherMs = 50

const read = (path: string): JsonObject | undefined => {
  if (!existsSync(path)) return undefined
  const saved: unknown = JSON.parse(readFileSync(path, 'utf8'))
  if (isObject(saved) && saved.version === 1) return saved
  throw new Error(`${path} is not a state of version 1; move it away to start afresh`)
}

/** Writes the whole file or nothing, so that a reader never finds half of a state. */
const replace = (path: string, text: string): Promise<void> => writeFileAtomic(path, text, { mode: 0o600 })

/**
 * Keeps state in a file: reads it at the start, writes it a moment after each change and once more at `close`. A process that is
 * killed loses the changes of that moment. Throws if the file is not a state of version 1.
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
