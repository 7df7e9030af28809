#!/usr/bin/env node
// Nothing here may be newer than the syntax of an old Node, or it would show a syntax error instead of this message.
const [major, minor] = process.versions.node.split('.').map(Number)
const forbidden = forbiddenHere()

if (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 19) || Number(major) === 23) {
  console.error(`error: oc-conformance needs Node 22.19, or 24 or later; this is ${process.versions.node}.`)
  console.error('Install a current Node, or choose one with your version switcher.')
  process.exitCode = 2
} else if (forbidden !== undefined) {
  console.error(`error: Node may not ${forbidden} here, and oc-conformance needs it.`)
  console.error('Remove the Node option or variable that forbids it, also from NODE_OPTIONS.')
  process.exitCode = 2
} else if (!isCacheTrusted()) {
  // Node has opened it by now, and it cannot be closed.
  console.error(
    'error: NODE_COMPILE_CACHE names a folder that others may write to: code that they put there would run.',
  )
  console.error('Name a folder that only you may write to, or unset it.')
  process.exitCode = 2
} else {
  if (!takesCoverage()) {
    console.error('warning: NODE_V8_COVERAGE is not a folder that can be made: no coverage is written.')
    process.getBuiltinModule('node:v8').stopCoverage()
    delete process.env.NODE_V8_COVERAGE
  }
  // Below `node --watch`, threads and processes of a run would report each module that they load.
  delete process.env.WATCH_REPORT_DEPENDENCIES
  // Keep the compile cache in a folder of this user, also for workers; NODE_DISABLE_COMPILE_CACHE=1 prevents it.
  const { enableCompileCache, getCompileCacheDir } = process.getBuiltinModule('node:module')
  if (getCompileCacheDir() === undefined) {
    const folder = folderForCache()
    delete process.env.NODE_COMPILE_CACHE
    if (folder === undefined) process.env.NODE_DISABLE_COMPILE_CACHE = '1'
    else if (enableCompileCache(folder).directory !== undefined) process.env.NODE_COMPILE_CACHE = folder
  }
  const isVersion = process.argv.length === 3 && process.argv[2] === '--version'
  const started = isVersion
    ? Promise.all([import('./cli/process.ts'), import('./engine/version.ts')]).then(
        ([{ watchOutput }, { version }]) => {
          const { leave } = watchOutput()
          process.stdout.write(`${version}\n`)
          return leave(0)
        },
      )
    : import('./cli/main.ts').then(cli => cli.start())
  started.catch((error: NodeJS.ErrnoException) => {
    // Where files or memory are short, nothing can be loaded. An exit code of 1 would be a verdict about a target.
    if (error.code === 'ERR_ACCESS_DENIED') {
      console.error(`error: Node may not read the files of oc-conformance here (${error.code}).`)
      console.error('Remove --permission, also from NODE_OPTIONS, or grant the permissions that it needs.')
      process.exit(2)
    }
    const isOfSystem = typeof error.syscall === 'string'
    console.error(isOfSystem ? `error: oc-conformance cannot be loaded: ${error.message}.` : error)
    if (isOfSystem) console.error('Free the missing resource, or raise the limits of this user (ulimit -a).')
    process.exit(isOfSystem ? 3 : 4)
  })
}

/** Returns the first thing that this program needs and the options of Node forbid. Each is tried, since there are many options. */
function forbiddenHere(): string | undefined {
  const { WebAssembly } = globalThis as unknown as { WebAssembly: { Module: new (bytes: Uint8Array) => unknown } }
  const cluster = process.getBuiltinModule('node:cluster') as unknown as { isPrimary: boolean }
  const needs: [name: string, attempt: () => unknown][] = [
    ['compile text', () => new Function('')],
    ['run WebAssembly', () => new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0))],
    ['change its console', () => Object.assign(console, { log: console.log })],
    ['listen on its own', () => cluster.isPrimary],
    ['make random values', () => process.getBuiltinModule('node:crypto').randomUUID()],
  ]
  return needs.find(([, attempt]) => {
    try {
      return attempt() === false
    } catch {
      return true
    }
  })?.[0]
}

/** Returns the folder for what Node compiled; undefined if others may write to it, or it cannot be made. */
function folderForCache(): string | undefined {
  const folder = `${process.getBuiltinModule('node:os').tmpdir()}/oc-conformance-cache-${process.getuid?.() ?? ''}`
  // An unusable folder for temporary files counts as missing.
  if (!canBeMade(folder, 0o700)) delete process.env.TMPDIR
  else if (isOwn(folder)) return folder
  return undefined
}

/** Returns whether the cache that was open from the start, if any, has only code of this user. */
function isCacheTrusted(): boolean {
  const { NODE_COMPILE_CACHE: given } = process.env
  const folder = process.getBuiltinModule('node:module').getCompileCacheDir()
  return folder === undefined || [given ?? folder, folder].every(isOwn)
}

/** Returns whether a folder is this user's, or root's, and no one else may write to it. On Windows, each user has their own. */
function isOwn(folder: string): boolean {
  const uid = process.getuid?.()
  if (uid === undefined) return true
  try {
    const found = process.getBuiltinModule('node:fs').lstatSync(folder)
    return found.isDirectory() && [0, uid].includes(found.uid) && (found.mode & 0o022) === 0
  } catch {
    return false
  }
}

/** Returns whether Node can write coverage at its end, if it is to. */
function takesCoverage(): boolean {
  const { NODE_V8_COVERAGE: folder } = process.env
  return !folder || canBeMade(folder)
}

/** Returns whether Node can create a folder: in some places, such as /proc, it would try forever. */
function canBeMade(folder: string, mode = 0o777): boolean {
  const [fs, path] = [process.getBuiltinModule('node:fs'), process.getBuiltinModule('node:path')]
  const above = path.dirname(folder)
  try {
    if (above !== folder && !fs.existsSync(above) && !canBeMade(above)) return false
    fs.mkdirSync(folder, mode)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
  return true
}
