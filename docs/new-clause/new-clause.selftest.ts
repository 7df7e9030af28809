import { execFile } from 'node:child_process'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { missingForBrowser } from '../../pages/browser/process/installed.ts'
import { newClause } from './index.ts'
import { copyRepository, placeholders } from './new-clause.test.support.ts'

/** Runs a script with Node; its output, whatever the exit code. */
const execute = (script: string, args: string[], cwd: string): Promise<string> =>
  new Promise(resolve => {
    execFile(process.execPath, [join(cwd, script), ...args], { cwd }, (_, out, errors) => resolve(out + errors))
  })

// Without the packages that are optional for users, the sources have no types of them.
const compiles = missingForBrowser(process.execPath) === undefined

test.skipIf(!compiles)('a new clause compiles but for its mutants, which have no policies yet', async () => {
  const copy = copyRepository()
  onTestFinished(() => rmSync(copy, { recursive: true, force: true }))
  newClause(copy, 'CHECKOUT-20')
  expect(await execute('docs/generate.ts', [], copy)).toBe('')
  const output = await execute('node_modules/typescript/bin/tsc', ['--noEmit'], copy)
  const files = [...output.matchAll(/^(.*)\(\d+,\d+\): error TS/gm)].map(([, file]) => file)
  expect(new Set(files)).toEqual(new Set(placeholders(copy).filter(path => path.startsWith('implementations/'))))
})
