import type { JsonObject } from '../../protocol/json.ts'
import { edit } from '../edit.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { holds } from '../harness/outcome.ts'
import { codeOf, isSuccess, summary } from '../harness/sent.ts'
import type { Actor } from '../harness/session.ts'
import type { Stage } from '../harness/stage.ts'
import { transferred } from './transactions.ts'

const required = ['from', 'to', 'amount', 'currency', 'from.ocid', 'to.ocid'] as const

const suite = defineSuite({ id: 'transfer-refusals', roles: ['gateway'], operations: ['transfer.create'] })
const { clause } = suite

clause('TRANSFER-06', 'source account missing', async stage => {
  const { app, merchant, partner } = stage
  await transferred(stage)
  // Whether its owner or somebody else asks: a target may look at the permission first (TRANSFER-10), or at who calls at all.
  const asOwner = await stage.transfer({ from: app, to: merchant }, { as: app })
  if (asOwner.status === 400 && codeOf(asOwner) === 'ACCOUNT_NOT_FOUND') return
  await stage.transfer({ from: app, to: merchant }, { as: partner }).refuses(400, 'ACCOUNT_NOT_FOUND')
})

clause('TRANSFER-07', 'account of somebody else', async stage => {
  await transferred(stage)
  await stage.transfer({ from: stage.foreign, to: stage.merchant }).refuses(401, 'UNAUTHORIZED')
})

clause('TRANSFER-07', 'treasury debited by another partner', async stage => {
  const { merchant, partner, session } = stage
  await transferred(stage)
  const other = session.identities.purse1
  if (other) await stage.transfer({ from: partner, to: merchant }, { as: other }).refuses(401, 'UNAUTHORIZED')
})

clause('TRANSFER-08', 'destination account missing', async stage => {
  await transferred(stage)
  await stage.transfer({ from: stage.partner, to: stage.nobody }).refuses(400, 'ACCOUNT_NOT_FOUND')
})

clause('TRANSFER-16', 'required member missing', async stage => {
  const purse = await stage.purse(30)
  const body = () => stage.transferOf({ from: purse, to: stage.partner, units: 8 }) as JsonObject
  const send = (path: string) => stage.call('transfer.create', edit(body(), path, undefined), { as: purse })
  await stage.transfer({ from: purse, to: stage.partner, units: 1 }, { as: purse }).asControl()
  for (const path of required) {
    const answer = await send(path)
    const isRefused = !answer.silence && answer.status >= 400 && answer.status < 500
    holds(isRefused, `a transfer without ${path} is not refused`, { expected: 'a 4xx', actual: summary(answer) })
  }
  await holdsStill(stage, purse)
})

/** Of the 29 units that are left, 24 can be moved: with any one of the eights gone they could not. Fees are not shown. */
const holdsStill = async (stage: Stage, purse: Actor): Promise<void> => {
  const answer = await stage.transfer({ from: purse, to: stage.partner, units: 24 }, { as: purse })
  holds(isSuccess(answer), 'a transfer that was refused has moved money', {
    expected: `${stage.money.amount(29)} in the account that was not debited`,
    actual: `${stage.money.amount(24)} cannot be moved: ${summary(answer)}`,
  })
}

/** POST /transfer/create: who and what is refused. */
export const transferRefusalsSuite = whereDeclared(suite)
