import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Where a package that is installed only where it is needed was found, and what loads it from there. */
type FoundPackage = { isOwn: boolean; load: () => unknown }

/** Finds a package that this program can do without: beside the program, else from the given folders, without loading it. */
export const findPackage = (name: string, folders: readonly string[]): FoundPackage | undefined => {
  const places = [import.meta.filename, ...folders.map(folder => join(folder, 'package.json'))]
  for (const [index, place] of places.entries()) {
    const require = createRequire(place)
    try {
      require.resolve(name)
      return { isOwn: index === 0, load: () => require(name) }
    } catch {
      // It is not there.
    }
  }
  return undefined
}

/** Says where a package was looked for, for a message. */
export const placesOf = (folders: readonly string[]): string =>
  [import.meta.dirname, ...new Set(folders)].map(folder => `from ${folder}`).join(', ')
