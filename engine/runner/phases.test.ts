import { expect, test, vi } from 'vitest'
import type { Check } from '../../harness/clause.ts'
import { idleMs, shortIdleMs } from '../../harness/patience.ts'
import { formsDrivers } from '../../pages/forms-driver.ts'
import type { RequirementId } from '../../protocol/requirements/index.ts'
import { checkWith } from '../checks/check.test.support.ts'
import type { CheckResult, runCheck } from '../checks/run-check.ts'
import type { OpenRun } from '../open-run.ts'
import { phasesOf } from './order.ts'
import { createPhases } from './phases.ts'

const check = (id: string, order: Partial<Pick<Check, 'alone' | 'hangs' | 'waits' | 'long' | 'last'>> = {}): Check =>
  checkWith({ id, ...order })

const checks = [
  check('last', { last: true }),
  check('alone 1', { alone: true }),
  check('together 1'),
  check('last and alone', { alone: true, last: true }),
  check('together 2'),
  check('alone 2', { alone: true }),
]

/** An open run with only the members that phases read: whether it stopped, and the money to return. */
const openRunWith = (stop?: 2 | 3, metadataStatus = 200) => {
  const events: string[] = []
  const open = {
    run: {
      identities: {},
      obstacles: {},
      pages: { drivers: formsDrivers },
      target: { baseUrl: 'http://127.0.0.1' },
      metadata: { status: metadataStatus },
      http: { latencyMs: 1, send: async () => ({ id: events.push('recovered') }) },
    },
    preflight: { ...(stop ? { stop } : {}) },
    ending: { signal: new AbortController().signal },
    close: async () => void events.push('closed'),
  } as unknown as OpenRun
  const run = async (_: unknown, { id }: Check): Promise<CheckResult> => {
    events.push(`${id} began`)
    await new Promise(resolve => setTimeout(resolve, 5))
    events.push(`${id} ended`)
    return { id, outcome: 'pass', seconds: 0, observations: [], exchanges: [] }
  }
  return { open, run, events }
}

const signal = new AbortController().signal

test('races begin when all other checks only wait, and checks that measure begin when those have ended', async () => {
  const { open, events, run: tried } = openRunWith()
  const goOn = Promise.withResolvers<void>()
  const run: typeof runCheck = async (_run, { id }, { place } = {}) => {
    if (id !== 'waits') return tried(_run, checkWith({ id }))
    events.push('waits rests')
    place?.rest()
    await goOn.promise
    return tried(_run, checkWith({ id }))
  }
  const race = checkWith({ id: 'race', kind: 'race', alone: true })
  const phases = createPhases(open, [check('waits', { waits: true }), race, check('measures', { alone: true })], {
    run,
  })
  const running = phases.checks.map(one => phases.run(one, signal))
  await vi.waitFor(() => expect(events).toContain('race ended'))
  goOn.resolve()
  await Promise.all(running)
  expect(events).toEqual([
    'waits rests',
    'race began',
    'race ended',
    'waits began',
    'waits ended',
    'measures began',
    'measures ended',
  ])
})

test('checks that measure run after all others, and checks that review the run after those', () => {
  const { together, alone } = phasesOf(checks)
  expect(together.map(({ id }) => id)).toEqual(['together 1', 'together 2'])
  expect(alone.map(({ id }) => id)).toEqual(['alone 1', 'alone 2', 'last', 'last and alone'])
})

test.each(['together', 'hanging'] as const)(
  'of the checks that are %s, those that mostly wait start first, then the long ones',
  phase => {
    const order = { hangs: phase === 'hanging' }
    const phases = phasesOf([
      check('b', order),
      check('long', { ...order, long: true }),
      check('waits', { ...order, waits: true }),
    ])
    expect(phases[phase].map(({ id }) => id)).toEqual(['waits', 'long', 'b'])
  },
)

test.each([
  [
    'with a browser, those of pages start before the long ones',
    { consent: { name: 'browser' } },
    ['page', 'long', 'b'],
  ],
  ['without one, they have no separate place', { consent: { name: 'forms' } }, ['long', 'b', 'page']],
])('%s', (_what, drivers, expected) => {
  const { open } = openRunWith()
  Object.assign(open.run.pages, { drivers: { ...formsDrivers, ...drivers } })
  const page = checkWith({ id: 'page', clauses: ['CONSENT-01'] })
  expect(createPhases(open, [check('b'), check('long', { long: true }), page]).checks.map(({ id }) => id)).toEqual(
    expected,
  )
})

test('checks start in their phases, even if a runner starts all of them together', async () => {
  const { open, run, events } = openRunWith()
  const phases = createPhases(open, checks, { run })
  const results = await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  await phases.end()
  expect(events).toEqual([
    ...['together 1 began', 'together 2 began', 'together 1 ended', 'together 2 ended'],
    ...['alone 1', 'alone 2', 'last', 'last and alone'].flatMap(id => [`${id} began`, `${id} ended`]),
    'closed',
  ])
  expect(results.map(result => result?.id)).toEqual(phases.checks.map(({ id }) => id))
})

test('checks that measure start immediately if there are no others', async () => {
  const { open, run } = openRunWith()
  const phases = createPhases(open, [check('alone', { alone: true })], { run })
  expect(await phases.run(phases.checks[0] ?? check(''), signal)).toMatchObject({ id: 'alone' })
})

test('checks that make the target hang run last, each after the target has recovered', async () => {
  const { open, run, events } = openRunWith()
  const hanging = [check('hangs 1', { hangs: true }), ...checks, check('hangs 2', { hangs: true })]
  const phases = createPhases(open, hanging, { run })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(phases.checks.map(({ id }) => id).slice(-2)).toEqual(['hangs 1', 'hangs 2'])
  const from = events.indexOf('hangs 1 began')
  expect(events.slice(from, from + 4)).toEqual(['hangs 1 began', 'hangs 1 ended', 'recovered', 'hangs 2 began'])
})

test('a target that has never answered is not waited for', async () => {
  const { open, run, events } = openRunWith(undefined, 0)
  const phases = createPhases(open, [check('hangs 1', { hangs: true }), check('hangs 2', { hangs: true })], { run })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(events).toEqual(['hangs 1 began', 'hangs 1 ended', 'hangs 2 began', 'hangs 2 ended'])
})

test('a check that waits for the others does not hold them up, and ends after them', async () => {
  const { open, events } = openRunWith()
  const run: typeof runCheck = async (_, { id }, { place } = {}) => {
    if (id !== 'other') await place?.othersEnded()
    events.push(`${id} ended`)
    return { id, outcome: 'pass', seconds: 0, observations: [], exchanges: [] }
  }
  const phases = createPhases(open, [check('waits'), check('waits alone', { alone: true }), check('other')], { run })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(events).toEqual(['other ended', 'waits ended', 'waits alone ended'])
})

test.each([
  ['another race continues in the meantime, and is alone then', {}, ['a waits', 'b began', 'b ended', 'a ended']],
  [
    'none continues where checks disturb each other',
    { sideBySide: 'no' },
    ['a waits', 'a ended', 'b began', 'b ended'],
  ],
])('while a race only waits, %s', async (_, obstacles, order) => {
  const { open, events } = openRunWith()
  Object.assign(open.run.obstacles, obstacles)
  const run: typeof runCheck = async (_, { id }, { place } = {}) => {
    if (id === 'a') {
      events.push('a waits')
      const takeBack = place?.rest()
      await new Promise(resolve => setImmediate(resolve))
      await takeBack?.()
    } else {
      events.push('b began')
      await new Promise(resolve => setTimeout(resolve, 5))
    }
    events.push(`${id} ended`)
    return { id, outcome: 'pass', seconds: 0, observations: [], exchanges: [] }
  }
  const races = ['a', 'b'].map(id => checkWith({ id, kind: 'race', alone: true }))
  const phases = createPhases(open, races, { run })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(events).toEqual(order)
})

test('a check that mostly waits gives up its place sooner than others, unless it makes the target hang', async () => {
  const { open } = openRunWith()
  const restsAfter: Record<string, number | undefined> = {}
  const run: typeof runCheck = async (_, { id }, { place } = {}) => {
    restsAfter[id] = place?.restsAfterMs
    return { id, outcome: 'pass', seconds: 0, observations: [], exchanges: [] }
  }
  const waiting = [check('waits', { waits: true }), check('hangs', { waits: true, hangs: true })]
  const phases = createPhases(open, [...waiting, check('b')], { run })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(restsAfter).toEqual({ waits: shortIdleMs, hangs: idleMs, b: idleMs })
})

test.each([
  ['one by one at a target that is near', { latencyMs: 1 }, {}, 1],
  ['two at the same time at one that is far away', { latencyMs: 100 }, {}, 2],
  ['one by one where checks disturb each other', { latencyMs: 100 }, { sideBySide: 'no' }, 1],
])('races run %s', async (_, http, obstacles, atOnce) => {
  const { open, run, events } = openRunWith()
  Object.assign(open.run.http, http)
  Object.assign(open.run.obstacles, obstacles)
  const races = ['a', 'b', 'c'].map(id => checkWith({ id, kind: 'race', alone: true }))
  const phases = createPhases(open, races, { run })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(events.findIndex(event => event.endsWith('ended'))).toBe(atOnce)
})

test('a run with a budget tries each must clause once, then the others of them, then the rest', async () => {
  const { open, run, events } = openRunWith()
  const of = (id: string, clause: RequirementId, order = {}) => checkWith({ id, clauses: [clause], ...order })
  const within = [
    of('open', 'VERIFY-08', { kind: 'observation' }),
    of('must, again', 'CHECKOUT-04', { long: true }),
    of('must', 'CHECKOUT-04', { firstLook: true }),
    of('should', 'VERIFY-06'),
    of('must that hangs', 'PAGE-03', { hangs: true }),
  ]
  const phases = createPhases(open, within, { run, hasBudget: true })
  await Promise.all(phases.checks.map(each => phases.run(each, signal)))
  expect(phases.checks.map(({ id }) => id)).toEqual(['must', 'must, again', 'must that hangs', 'open', 'should'])
  const isBefore = (a: string, b: string) => events.indexOf(a) < events.indexOf(b)
  expect(isBefore('must, again ended', 'must that hangs began')).toBe(true)
  expect(isBefore('must that hangs ended', 'recovered')).toBe(true)
  expect(isBefore('recovered', 'open began')).toBe(true)
})

test('an interrupted run starts no more checks', async () => {
  const { open, run, events } = openRunWith()
  const phases = createPhases(open, checks, { run })
  const results = await Promise.all(phases.checks.map(each => phases.run(each, AbortSignal.abort())))
  expect(new Set(results)).toEqual(new Set([undefined]))
  expect(events).toEqual([])
})

test('a run that the preflight stopped has no checks', () => {
  expect(createPhases(openRunWith(2).open, checks).checks).toEqual([])
})
