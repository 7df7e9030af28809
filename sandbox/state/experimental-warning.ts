/**
 * Runs `load` without Node's warning that the named feature is experimental; every other warning stays. The user of a
 * sandbox can do nothing about that warning, and Node 22 prints it each time.
 */
export const warnWithout = <T>(name: string, load: () => T): T => {
  const { emitWarning } = process
  process.emitWarning = ((warning: string | Error, ...rest: unknown[]) => {
    if (!String(warning).startsWith(`${name} is an experimental feature`))
      Reflect.apply(emitWarning, process, [warning, ...rest])
  }) as typeof emitWarning
  try {
    return load()
  } finally {
    process.emitWarning = emitWarning
  }
}
