#!/usr/bin/env node
// Nothing here may be newer than what an old Node understands, or it would show a syntax error in place of this message.
const [major, minor] = process.versions.node.split('.').map(Number)

if (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 13)) {
  console.error(`error: oc-conformance needs Node 22.13 or later; this is ${process.versions.node}.`)
  console.error('Install a current Node, or choose one with your version switcher.')
  process.exitCode = 2
} else {
  // What is compiled is kept in the system's folder for temporary files, also for workers; NODE_DISABLE_COMPILE_CACHE=1 prevents it.
  const { directory } = process.getBuiltinModule('node:module').enableCompileCache()
  if (directory !== undefined) process.env.NODE_COMPILE_CACHE ??= directory
  if (process.argv.length === 3 && process.argv[2] === '--version')
    import('./engine/version.ts').then(({ version }) => console.log(version))
  else import('./cli/main.ts').then(cli => cli.start())
}
