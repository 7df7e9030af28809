import { basename } from 'node:path'
import { pathToFileURL } from 'node:url'
import { types } from 'node:util'
import { UsageError } from '../usage-error.ts'

/** How many milliseconds a module may take to load: it may read its keys from elsewhere. */
const patienceMs = 60_000

/** Maximum nesting depth; a config has about five levels, and more only if it contains itself. */
const deepest = 100

/**
 * Returns a copy of the default export of a module, as data. Throws UsageError if the module cannot be loaded or read, or never finishes
 * loading.
 */
export const importDefault = async (path: string): Promise<unknown> => {
  const found = await attempt(path, async () => {
    const { default: exported } = (await untilEnd(path, import(pathToFileURL(path).href))) as { default?: unknown }
    return untilEnd(path, Promise.resolve(exported))
  })
  if (found === undefined)
    throw new UsageError(`the config ${path} has no default export.`, 'Write: export default { … }')
  try {
    return plain(found)
  } catch {
    throw new UsageError(
      `the config ${path} cannot be read: a member throws, or contains itself.`,
      'Export values alone, without getters.',
    )
  }
}

const attempt = async (path: string, read: () => Promise<unknown>): Promise<unknown> => {
  try {
    return await read()
  } catch (error) {
    if (error instanceof UsageError) throw error
    // The message of a syntax error, or of an error that the module throws, may quote a key.
    const { name, code } = types.isNativeError(error) ? (error as NodeJS.ErrnoException) : {}
    if (code === 'ERR_UNKNOWN_FILE_EXTENSION')
      throw new UsageError(
        `this Node cannot load the config ${path}.`,
        'Use Node 22.18 or later, or write it as .json or .js.',
      )
    const reason = code ?? name ?? 'it throws a value that is not an error'
    throw new UsageError(`the config ${path} cannot be loaded (${reason}).`, `node ${basename(path)} shows why.`)
  }
}

/** Waits for a module. If it never finishes, or ends this process, Node would exit with 0, which is a verdict. */
const untilEnd = async <T>(path: string, loading: Promise<T>): Promise<T> => {
  const endless = Promise.withResolvers<never>()
  const giveUp = () =>
    endless.reject(new UsageError(`the config ${path} does not finish loading.`, 'Check its top-level await.'))
  const ended = () => {
    if (Number(process.exitCode ?? 0) > 1) return
    process.stderr.write(`error: the config ${path} ends this process.\nLeave out the call of process.exit.\n`)
    process.exitCode = 2
  }
  const timer = setTimeout(giveUp, patienceMs).unref()
  process.once('beforeExit', giveUp)
  process.prependOnceListener('exit', ended)
  try {
    return await Promise.race([loading, endless.promise])
  } finally {
    clearTimeout(timer)
    process.off('beforeExit', giveUp)
    process.off('exit', ended)
  }
}

/** Returns a copy with plain values: a getter or a proxy could fail later, or return something else. */
const plain = (value: unknown, depth = 0): unknown => {
  if (typeof value !== 'object' || value === null) return value
  if (depth > deepest) throw new RangeError('nested too deeply')
  if (Array.isArray(value)) return value.map(item => plain(item, depth + 1))
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, plain(member, depth + 1)]))
}
