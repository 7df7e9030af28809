import { readFileSync, writeFileSync } from 'node:fs'
import { atDepth } from '../engine/checks/first-look.ts'
import { type Role, roles } from '../protocol/operations.ts'
import { checksOf } from '../suites/index.ts'

/** The ids of the checks of a role, and of those that quick depth tries, sorted. */
type CheckIds = { all: string[]; quick: string[] }

export type Fixture = Record<Role, CheckIds>

const file = new URL('check-ids.json', import.meta.url)

const idsOf = (checks: readonly { id: string }[]): string[] => checks.map(({ id }) => id).toSorted()

const idsOfRole = (role: Role): CheckIds => ({
  all: idsOf(checksOf(role)),
  quick: idsOf(atDepth({ depth: 'quick', only: [], skip: [] }, checksOf(role)).tried),
})

/** Returns the current check ids. */
export const presentIds = (): Fixture => ({
  gateway: idsOfRole('gateway'),
  merchant: idsOfRole('merchant'),
  kyc: idsOfRole('kyc'),
})

export const readFixture = (): Fixture => JSON.parse(readFileSync(file, 'utf8')) as Fixture

/** Returns a line for each id that only one of two fixtures has; the order does not matter. */
export const changesBetween = (before: Fixture, after: Fixture): string[] =>
  roles.flatMap(role =>
    (['all', 'quick'] as const).flatMap(which => {
      const [was, is] = [before[role][which], after[role][which]]
      const where = which === 'all' ? role : `${role} at quick depth`
      return [
        ...was.filter(id => !is.includes(id)).map(id => `${where}: lost ${id}`),
        ...is.filter(id => !was.includes(id)).map(id => `${where}: gained ${id}`),
      ]
    }),
  )

/** `node selftest/check-ids.ts` writes the fixture, and prints the changes. */
if (import.meta.main) {
  const present = presentIds()
  console.log(changesBetween(readFixture(), present).join('\n') || 'No id changed.')
  writeFileSync(file, `${JSON.stringify(present, null, 2)}\n`)
}
