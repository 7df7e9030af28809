import { describe, test } from 'vitest'
import { clausesThat } from '../certify.ts'
import { certifyUnder } from '../field/certify.ts'
import type { Condition } from '../field/conditions.ts'
import { distance } from '../field/hops.ts'

const farther = (ms: number): Pick<Condition, 'surround'> => ({ surround: () => ({ toTarget: [distance(ms)] }) })

describe('a slow target', () => {
  test('whose sessions expire before their pages can be used is blocked, and fails nothing', async ({ expect }) => {
    const sessions = {
      name: 'sessions of three seconds',
      story: 'Seats are held for a moment only.',
      profile: { sessionSeconds: 3 },
      settings: { pages: { checkout: { sessionSeconds: 3 } } },
    }
    const settings = { only: ['PAGE-03', 'PAGE-04', 'NOTIFY-01'], depth: 'quick' as const }
    const certified = await certifyUnder(farther(1_600), 'gateway', sessions, settings)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(clausesThat(certified, 'blocked')).toEqual(['PAGE-03', 'PAGE-04', 'NOTIFY-01'])
  })
})
