import { createRequire } from 'node:module'
import { join } from 'node:path'

/** Where an optional package was found, and how to load it. */
type FoundPackage = { isOwn: boolean; load: () => unknown }

/** Finds an optional package, without loading it: next to the program, else from the given folders. */
export const findPackage = (name: string, folders: readonly string[]): FoundPackage | undefined => {
  const places = [import.meta.filename, ...folders.map(folder => join(folder, 'package.json'))]
  for (const [index, place] of places.entries()) {
    const require = createRequire(place)
    try {
      require.resolve(name)
      return { isOwn: index === 0, load: () => require(name) }
    } catch {
      // Not found there.
    }
  }
  return undefined
}

/** Lists where a package was searched for, for a message. */
export const placesOf = (folders: readonly string[]): string =>
  [import.meta.dirname, ...new Set(folders)].map(folder => `from ${folder}`).join(', ')
