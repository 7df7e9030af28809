import { resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { missingPostgres, startPostgres } from '../sandbox/state/postgres/server.test.support.ts'
import { barePool, checkout } from './bare.ts'
import { interleaved, perSecond, print, times } from './measure.ts'
import { type Served, serveGateway } from './served.ts'

/**
 * Compares the checkouts per second of gateways with state in a file, in memory and, where it is installed, in PostgreSQL, and of one
 * from another checkout, in turn: `node bench/state.ts [../earlier] [--cases N] [--rounds N] [--lanes N]`.
 */
const { positionals, values } = parseArgs({
  allowPositionals: true,
  options: {
    cases: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '5' },
    lanes: { type: 'string', default: '16' },
  },
})
const cases = Number(values.cases)
const lanes = Number(values.lanes)
const [earlier] = positionals

/** Returns the measurement of a gateway. The requests are signed beforehand. */
const measured = ({ settings }: Served) => {
  const pool = barePool(settings, lanes)
  const measure = () => {
    const signed = Array.from({ length: cases }, () => checkout(settings))
    return perSecond(cases, () => times(cases, lanes, () => pool.send(signed.pop() ?? checkout(settings))))
  }
  return { measure, close: pool.close }
}

const postgres = missingPostgres === undefined ? await startPostgres() : undefined

const gateways = {
  memory: await serveGateway(),
  file: await serveGateway({ keepsState: true }),
  ...(postgres === undefined ? {} : { shared: await serveGateway({ store: await postgres.newDatabase() }) }),
  ...(earlier === undefined ? {} : { earlier: await serveGateway({ checkout: resolve(earlier) }) }),
}
try {
  const entries = Object.entries(gateways).map(([name, served]) => [name, measured(served)] as const)
  const measurements = Object.fromEntries(entries.map(([name, { measure }]) => [name, measure]))
  const { memory = 0, file = 0, shared, earlier: before } = await interleaved(Number(values.rounds), measurements)
  await Promise.all(entries.map(([, { close }]) => close()))
  const detail = (whole: number, part: number) => `(${Math.round(part)} / ${Math.round(whole)})`
  print([
    ['checkouts with --data / in memory', file / memory, `goal ≥ 0.5  ${detail(memory, file)}`],
    ...(shared === undefined
      ? []
      : [['checkouts with --store / in memory', shared / memory, detail(memory, shared)] as const]),
    ...(before === undefined
      ? []
      : [['in memory / in memory, earlier', memory / before, `goal ≥ 1  ${detail(before, memory)}`] as const]),
  ])
} finally {
  await Promise.all(Object.values(gateways).map(served => served.close()))
  await postgres?.remove()
}
