import type { RequirementId } from '../../protocol/requirements/index.ts'
import files from './clause-files.json' with { type: 'json' }

/** For each clause the suite files that test it and the files of the reference that implement it, as paths from the root. */
export const clauseFiles: Readonly<
  Record<RequirementId, { readonly suites: readonly string[]; readonly reference: readonly string[] }>
> = files
