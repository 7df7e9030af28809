import picomatch from 'picomatch'
import { operations } from '../../../protocol/operations.ts'
import { requirements } from '../../../protocol/requirements/index.ts'
import { UsageError } from '../usage-error.ts'
import { quoted } from './readers.ts'
import { suggestion } from './suggestion.ts'

/** The names that `--only` and `--skip` select by: every clause id, every operation. */
const names: readonly string[] = [...Object.keys(requirements), ...Object.keys(operations)]

/**
 * Returns whether a glob matches a clause id, an operation or a check id, in upper or lower case. `*` matches any text,
 * a slash included, and `?` one character; no other character is special.
 */
export const matchesGlob = (glob: string, name: string): boolean => glob !== '' && matcherOf(glob)(name)

const globOptions: picomatch.PicomatchOptions = {
  nocase: true,
  dot: true,
  // `*` also matches a slash.
  bash: true,
  nobrace: true,
  nobracket: true,
  noextglob: true,
  nonegate: true,
}

const matchers = new Map<string, (name: string) => boolean>()

/** A glob is compiled once, since it is tested on every name of every check. */
const matcherOf = (glob: string): ((name: string) => boolean) => {
  const matcher = matchers.get(glob) ?? picomatch(glob, globOptions)
  matchers.set(glob, matcher)
  return matcher
}

/** Returns the ids of all checks. Loads every suite, so it is called only if a glob may name a check. */
export type CheckIds = () => Promise<readonly string[]>

/**
 * Throws UsageError for a glob that matches no clause, no operation and no check; `source` is the option with the glob.
 */
export const checkGlobs = async (globs: readonly string[], source: string, checkIds: CheckIds): Promise<void> => {
  for (const glob of globs) {
    if (names.some(name => matchesGlob(glob, name))) continue
    if (glob.includes('/') && (await checkIds()).some(id => matchesGlob(glob, id))) continue
    throw new UsageError(
      `${source}: ${quoted(glob)} matches no clause, no operation and no check.`,
      suggestion(
        glob,
        names,
        'Expected clause ids such as CHECKOUT-04, AUTH-*, and operations such as orders.checkout.',
      ),
    )
  }
}
