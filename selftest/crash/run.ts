import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { roles } from '../../protocol/operations.ts'
import { recordFigure } from '../proven.ts'
import { type CrashResult, crashRole } from './crash.ts'
import { date, documentOf, figureOf, type Store } from './document.ts'
import { type FloodResult, flood } from './flood.ts'
import { inFile, inPostgres } from './setting.ts'

/** The least that a whole run does for each role. */
const whole = { kills: 200, replays: 10_000 }

/**
 * Kills the sandbox at random moments under load, floods it with replays, and checks for anything lost or accepted twice: `npm run crash
 * -- [--store postgres] [--kills N] [--replays N] [--role ROLE] [--document]`. With `--store postgres` two processes share the state; with
 * `--document` it writes selftest/results/crash.md, and the figure of docs/proof.md unless a part was selected.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: `${whole.kills}` },
    replays: { type: 'string', default: `${whole.replays}` },
    role: { type: 'string' },
    store: { type: 'string', default: 'file' },
    document: { type: 'boolean', default: false },
  },
})

const wanted = roles.filter(role => values.role === undefined || role === values.role)
if (wanted.length === 0) throw new Error(`--role must be one of ${roles.join(', ')}`)

const settings = { file: inFile, postgres: inPostgres }
const isStore = (name: string): name is Store => name in settings
const { store } = values
if (!isStore(store)) throw new Error(`--store must be one of ${Object.keys(settings).join(', ')}`)
const open = settings[store]

const printed = <Result extends CrashResult | FloodResult>(result: Result): Result => {
  const findings = result.wrong.slice(0, 20).map(line => line.slice(0, 500))
  console.log(JSON.stringify({ ...result, wrong: result.wrong.length, findings }))
  return result
}

const crashes: CrashResult[] = []
for (const role of wanted) crashes.push(printed(await crashRole(role, Number(values.kills), Math.random, open)))
const flooded = printed(await flood(Number(values.replays), 64, open))

const isWhole =
  wanted.length === roles.length && Number(values.kills) >= whole.kills && Number(values.replays) >= whole.replays

const writeDown = (): void => {
  const folder = fileURLToPath(new URL('../results/', import.meta.url))
  mkdirSync(folder, { recursive: true })
  const file = `${folder}crash.md`
  const before = existsSync(file) ? readFileSync(file, 'utf8') : ''
  writeFileSync(file, documentOf(before, store, { crashes, flooded }))
  if (isWhole) recordFigure(`crash-${store}`, { figure: figureOf(crashes, flooded), date: date() })
}

if (values.document) writeDown()
const isRight = [...crashes, flooded].every(({ wrong }) => wrong.length === 0)
if (!isRight || flooded.accepted > 0 || flooded.debits > 2) process.exitCode = 1
