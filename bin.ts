#!/usr/bin/env node
// Nothing here may be newer than what an old Node understands, or it would show a syntax error in place of this message.
const [major, minor] = process.versions.node.split('.').map(Number)
const barred = barredOption()

if (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 19) || Number(major) === 23) {
  console.error(`error: oc-conformance needs Node 22.19, or 24 or later; this is ${process.versions.node}.`)
  console.error('Install a current Node, or choose one with your version switcher.')
  process.exitCode = 2
} else if (barred !== undefined) {
  console.error(`error: oc-conformance cannot run with the option ${barred} of Node.`)
  console.error('Leave it out, also of NODE_OPTIONS.')
  process.exitCode = 2
} else {
  if (!takesCoverage()) {
    console.error('warning: NODE_V8_COVERAGE is not a folder that can be made: no coverage is written.')
    process.getBuiltinModule('node:v8').stopCoverage()
    delete process.env.NODE_V8_COVERAGE
  }
  // What is compiled is kept in the system's folder for temporary files, also for workers; NODE_DISABLE_COMPILE_CACHE=1 prevents it.
  if (hasFolderForCache()) {
    const { directory } = process.getBuiltinModule('node:module').enableCompileCache()
    if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
  } else {
    process.env.NODE_DISABLE_COMPILE_CACHE = '1'
    // A folder for temporary files that takes none is as good as none.
    delete process.env.TMPDIR
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
    const isOfSystem = typeof error.syscall === 'string'
    console.error(isOfSystem ? `error: oc-conformance cannot be loaded: ${error.message}.` : error)
    if (isOfSystem) console.error('Free what is short, or raise the limits of this user (ulimit -a).')
    process.exit(isOfSystem ? 3 : 4)
  })
}

/** Returns an option of Node with which what this program loads fails: it compiles schemas, and changes the console. */
function barredOption(): string | undefined {
  const given = [...process.execArgv, process.env.NODE_OPTIONS ?? ''].join(' ')
  return /--(?:jitless|frozen-intrinsics|disallow[-_]code[-_]generation[-_]from[-_]strings)(?![-_\w])/.exec(given)?.[0]
}

/** Returns whether Node can create its folder for what it compiled. */
function hasFolderForCache(): boolean {
  return canBeMade(`${process.getBuiltinModule('node:os').tmpdir()}/node-compile-cache`)
}

/** Returns whether Node can write coverage at its end, if it is to. */
function takesCoverage(): boolean {
  const { NODE_V8_COVERAGE: folder } = process.env
  return !folder || canBeMade(folder)
}

/** Returns whether Node can create a folder: in some places, such as /proc, it would try for ever. */
function canBeMade(folder: string): boolean {
  const [fs, path] = [process.getBuiltinModule('node:fs'), process.getBuiltinModule('node:path')]
  const above = path.dirname(folder)
  try {
    if (above !== folder && !fs.existsSync(above) && !canBeMade(above)) return false
    fs.mkdirSync(folder)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EEXIST'
  }
  return true
}
