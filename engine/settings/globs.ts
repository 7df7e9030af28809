import { operations } from '../../protocol/operations.ts'
import { requirements } from '../../protocol/requirements/index.ts'
import { quoted } from './readers.ts'
import { suggestion } from './suggestion.ts'
import { UsageError } from './usage-error.ts'

/** What `--only` and `--skip` select by: every clause id, every operation. */
const names: readonly string[] = [...Object.keys(requirements), ...Object.keys(operations)]

/** Whether a glob (`*` for any text, `?` for one character, upper and lower case alike) stands for a clause id or operation. */
export const matchesGlob = (glob: string, name: string): boolean => {
  const pattern = glob
    .replace(/[.+^${}()|[\]\\]/g, '\\$&')
    .replaceAll('*', '.*')
    .replaceAll('?', '.')
  return new RegExp(`^${pattern}$`, 'i').test(name)
}

/** Asks for the ids of all checks, which takes long enough that it is left until it is needed. */
export type CheckIds = () => Promise<readonly string[]>

/** UsageError for a glob that stands for no clause, no operation and no check; `source` is the option it came from. */
export const checkGlobs = async (globs: readonly string[], source: string, checkIds: CheckIds): Promise<void> => {
  for (const glob of globs) {
    if (names.some(name => matchesGlob(glob, name))) continue
    if (glob.includes('/') && (await checkIds()).some(id => matchesGlob(glob, id))) continue
    throw new UsageError(
      `${source}: ${quoted(glob)} is no clause, no operation and no check.`,
      suggestion(
        glob,
        names,
        'It takes clause ids such as CHECKOUT-04, AUTH-*, and operations such as orders.checkout.',
      ),
    )
  }
}
