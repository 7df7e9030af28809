import { expect, test } from 'vitest'
import { requirementIds } from '../../protocol/requirements/index.ts'
import { checksOf } from '../../suites/index.ts'
import { selects } from '../checks/selection.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { referenceParts } from './multi-target.ts'

const foldersOf = async (changes: Partial<RunSettings>) =>
  (await referenceParts({ ...plainSettings, ...changes })).map(({ folder }) => folder)

test('every role runs, the KYC provider twice', async () => {
  expect(await foldersOf({})).toEqual(['gateway', 'merchant', 'kyc', 'kyc-production'])
})

test('a selection leaves out the roles without a selected check', async () => {
  expect(await foldersOf({ only: ['CHECKOUT-04', 'ORDER-01'] })).toEqual(['gateway', 'merchant'])
  expect(await foldersOf({ only: ['kyc.grant'] })).toEqual(['kyc', 'kyc-production'])
  expect(await foldersOf({ only: ['CHECKOUT-04'], skip: ['CHECKOUT-*'] })).toEqual([])
})

test('the register and the suites agree on the roles of each clause', async () => {
  for (const id of requirementIds) {
    const settings = { ...plainSettings, only: [id] }
    const runs = await referenceParts(settings)
    const empty = runs.filter(
      run => !checksOf(run.settings.reference ?? 'gateway').some(check => selects(settings, check)),
    )
    expect({ id, empty }).toEqual({ id, empty: [] })
  }
})
