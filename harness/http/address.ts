import type { RunContext } from '../run-context.ts'

/**
 * Returns the origin and the path on the request line for a path below the base address; the path is not normalized.
 */
export const address = ({ target }: Pick<RunContext, 'target'>, path: string): Address => {
  const base = bases.get(target) ?? baseOf(target.apiUrl)
  bases.set(target, base)
  return { origin: base.origin, path: base.path + path }
}

type Address = { origin: string; path: string }

/** The parsed base address of each target. */
const bases = new WeakMap<object, Address>()

const baseOf = (url: string): Address => {
  const { origin, pathname } = new URL(url)
  return { origin, path: pathname.replace(/\/$/, '') }
}
