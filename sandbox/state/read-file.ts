import { readFileSync, statSync } from 'node:fs'
import { UnreadableState } from './unreadable-state.ts'

/** Reads a regular file as text. Throws an UnreadableState for anything else, before a byte of it is read: a pipe or a device may never end. */
export const readRegular = (path: string, remedy: string): string => {
  if (!statSync(path).isFile()) throw new UnreadableState(`${path} is not a regular file`, remedy)
  return readFileSync(path, 'utf8')
}
