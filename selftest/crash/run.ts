import { writeFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { roles } from '../../protocol/operations.ts'
import { type CrashResult, crashRole } from './crash.ts'
import { documentOf } from './document.ts'
import { type FloodResult, flood } from './flood.ts'

/**
 * Kills the sandbox at random moments under load, floods it with replays, and looks for what it lost or accepted twice:
 * `npm run crash -- [--kills N] [--replays N] [--role ROLE] [--document]`. With `--document` it writes docs/crash.md.
 */
const { values } = parseArgs({
  options: {
    kills: { type: 'string', default: '200' },
    replays: { type: 'string', default: '10000' },
    role: { type: 'string' },
    document: { type: 'boolean', default: false },
  },
})

const wanted = roles.filter(role => values.role === undefined || role === values.role)
if (wanted.length === 0) throw new Error(`--role takes ${roles.join(', ')}`)

const told = <Result extends CrashResult | FloodResult>(result: Result): Result => {
  const findings = result.wrong.slice(0, 20).map(line => line.slice(0, 500))
  console.log(JSON.stringify({ ...result, wrong: result.wrong.length, findings }))
  return result
}

const crashes: CrashResult[] = []
for (const role of wanted) crashes.push(told(await crashRole(role, Number(values.kills))))
const flooded = told(await flood(Number(values.replays)))

if (values.document)
  writeFileSync(fileURLToPath(new URL('../../docs/crash.md', import.meta.url)), documentOf(crashes, flooded))
const isRight = [...crashes, flooded].every(({ wrong }) => wrong.length === 0)
if (!isRight || flooded.accepted > 0 || flooded.debits > 2) process.exitCode = 1
