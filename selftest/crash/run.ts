import { readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { roles } from '../../protocol/operations.ts'
import { type CrashResult, crashRole } from './crash.ts'
import { documentOf, type Store } from './document.ts'
import { type FloodResult, flood } from './flood.ts'
import { inFile, inPostgres } from './setting.ts'

/**
 * Kills the sandbox at random moments under load, floods it with replays, and looks for what it lost or accepted twice:
 * `npm run crash -- [--store postgres] [--kills N] [--replays N] [--role ROLE] [--document]`. With `--store postgres` two processes share
 * the state; with `--document` it writes docs/crash.md.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    replays: { type: 'string', default: '10000' },
    role: { type: 'string' },
    store: { type: 'string', default: 'file' },
    document: { type: 'boolean', default: false },
  },
})

const wanted = roles.filter(role => values.role === undefined || role === values.role)
if (wanted.length === 0) throw new Error(`--role takes ${roles.join(', ')}`)

const settings = { file: inFile, postgres: inPostgres }
const isStore = (name: string): name is Store => name in settings
const { store } = values
if (!isStore(store)) throw new Error(`--store takes ${Object.keys(settings).join(', ')}`)
const open = settings[store]

const told = <Result extends CrashResult | FloodResult>(result: Result): Result => {
  const findings = result.wrong.slice(0, 20).map(line => line.slice(0, 500))
  console.log(JSON.stringify({ ...result, wrong: result.wrong.length, findings }))
  return result
}

const crashes: CrashResult[] = []
for (const role of wanted) crashes.push(told(await crashRole(role, Number(values.kills), Math.random, open)))
const flooded = told(await flood(Number(values.replays), 64, open))

const document = fileURLToPath(new URL('../../docs/crash.md', import.meta.url))
if (values.document) writeFileSync(document, documentOf(readFileSync(document, 'utf8'), store, { crashes, flooded }))
const isRight = [...crashes, flooded].every(({ wrong }) => wrong.length === 0)
if (!isRight || flooded.accepted > 0 || flooded.debits > 2) process.exitCode = 1
