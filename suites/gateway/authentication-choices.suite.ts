import { generatePrivateKey } from '../../protocol/keys.ts'
import { knownRequestForms } from '../../protocol/request.ts'
import { farSeconds } from '../authenticated.ts'
import { clockWindow } from '../clock-window.ts'
import { whereDeclared } from '../every.ts'
import { defineSuite } from '../harness/clause.ts'
import { codeOf, isSuccess, summary } from '../harness/sent.ts'
import { pause } from '../harness/slots.ts'
import type { Stage } from '../harness/stage.ts'
import type { Sending } from '../harness/target.ts'

/** Seconds for which a nonce is seen to be remembered. */
const memorySeconds = { quick: 0, standard: 1, thorough: 10 }

const pay = (stage: Stage, sending: Partial<Sending> = {}) => stage.pay(stage.paymentOf(stage.merchant), sending)

/** A payment to nobody: it gets as far as the authentication layer lets it, and leaves nothing behind. */
const payNobody = (stage: Stage, sending: Partial<Sending>) => stage.pay(stage.paymentOf(stage.nobody), sending)

const window = (stage: Stage, direction: 1 | -1) =>
  clockWindow(async seconds => {
    const answer = await payNobody(stage, { timestamp: stage.now() + direction * seconds })
    return codeOf(answer) !== 'TIMESTAMP_EXPIRED'
  })

const remembers = async (stage: Stage): Promise<number | string> => {
  const nonce = stage.fresh('n')
  const began = Date.now()
  await pay(stage, { nonce }).asControl()
  await pause(memorySeconds[stage.session.depth] * 1000, stage.signal)
  const again = await pay(stage, { nonce })
  return codeOf(again) === 'NONCE_REUSED' ? Math.floor((Date.now() - began) / 1000) : summary(again)
}

/** Requests with several faults at once. */
const several = (stage: Stage, used: string): Record<string, Partial<Sending>> => {
  const key = generatePrivateKey()
  const timestamp = stage.now() - farSeconds
  return {
    'timestamp and signature': { timestamp, key },
    'timestamp and nonce': { timestamp, nonce: used },
    'nonce and signature': { nonce: used, key },
    'OCID and timestamp': { as: stage.nobody, timestamp },
  }
}

const formName = (stage: Stage): string => {
  const form = JSON.stringify(stage.dialect.canonicalRequest)
  return Object.entries(knownRequestForms).find(([, known]) => JSON.stringify(known) === form)?.[0] ?? form
}

const suite = defineSuite({
  id: 'gateway-authentication-choices',
  roles: ['gateway'],
  operations: ['payment.create'],
})
const { clause } = suite

clause.observe('AUTH-21', 'canonical request', async stage => {
  await pay(stage).asControl()
  stage.observe(formName(stage))
})

clause.observe('AUTH-22', 'clock difference', async stage => {
  await pay(stage).asControl()
  const [past, future] = await Promise.all([window(stage, -1), window(stage, 1)])
  stage.observe({ past: past ?? 'none', future: future ?? 'none' }, 'seconds; 86400 stands for a day or more')
})

clause.observe('AUTH-22', 'nonce memory', async stage => {
  stage.observe({ 'at least': await remembers(stage) }, 'seconds')
})

clause.observe('AUTH-25', 'several failures at once', async stage => {
  const used = stage.fresh('n')
  await pay(stage, { nonce: used }).asControl()
  const tried = Object.entries(several(stage, used)).map(
    async ([faults, sending]) => [faults, summary(await pay(stage, sending))] as const,
  )
  stage.observe(Object.fromEntries(await Promise.all(tried)))
})

clause.observe(
  'AUTH-25',
  'nonce of another caller',
  async stage => {
    const nonce = stage.fresh('n')
    await pay(stage, { nonce }).asControl()
    const answer = await stage.checkout(stage.merchant.signs(stage.merchant.order()), { nonce })
    stage.observe(isSuccess(answer) ? 'per caller' : codeOf(answer) === 'NONCE_REUSED' ? 'shared' : summary(answer))
  },
  { operations: ['payment.create', 'orders.checkout'] },
)

clause.observe('AUTH-28', 'nonce of a request that was refused for its content', async stage => {
  const nonce = stage.fresh('n')
  await pay(stage).asControl()
  const refused = await payNobody(stage, { nonce })
  const again = await pay(stage, { nonce })
  stage.observe(isSuccess(refused) ? 'not refused' : isSuccess(again) ? 'free again' : summary(again))
})

clause.observe(
  'AUTH-27',
  'key of a partner and of an app',
  async stage => {
    const reads = (ocid: number) => stage.witness.find(one => one.kind === 'metadata' && one.ocid === ocid).length > 0
    const source = (ocid: number) => (reads(ocid) ? 'metadata read' : 'metadata not read')
    stage.observe({ partner: source(stage.partner.ocid), app: source(stage.app.ocid) })
  },
  { operations: [], last: true },
)

/** What a gateway chose where Authentication is silent. */
export const gatewayAuthenticationChoices = whereDeclared(suite)
