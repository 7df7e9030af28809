import { cpSync, mkdtempSync, symlinkSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root } from '../documents.ts'
import { sourcesAt } from './places.ts'

/**
 * Returns the files with the mark that `npm run new-clause` leaves where a person must write. A test refuses any that is left, so a
 * skeleton never passes for a finished clause.
 */
export const placeholders = (folder: string): string[] =>
  ['protocol/requirements/**/*.ts', 'suites/**/*.ts', 'implementations/mutants/**/*.ts', 'changes/*.md']
    .flatMap(glob => sourcesAt(folder, glob))
    .filter(({ text }) => /\bTODO\b/.test(text))
    .map(({ path }) => path)

const isCopied = (path: string) =>
  !/\/(node_modules|\.git|dist|conformance-report)(\/|$)/.test(path.slice(root.length - 1))

/** Copies the repository into its own folder, which shares the packages. Returns the folder. */
export const copyRepository = (): string => {
  const copy = mkdtempSync(join(tmpdir(), 'new-clause-'))
  cpSync(root, copy, { recursive: true, filter: isCopied })
  symlinkSync(join(root, 'node_modules'), join(copy, 'node_modules'))
  return copy
}
