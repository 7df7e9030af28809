#!/usr/bin/env node
// Nothing here may be newer than what an old Node understands, or it would show a syntax error in place of this message.
const [major, minor] = process.versions.node.split('.').map(Number)

if (Number(major) < 22 || (Number(major) === 22 && Number(minor) < 13)) {
  console.error(`error: oc-conformance needs Node 22.13 or later; this is ${process.versions.node}.`)
  console.error('Install a current Node, or choose one with your version switcher.')
  process.exitCode = 2
} else {
  import('./cli/main.ts').then(cli => cli.start())
}
