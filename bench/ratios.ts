import { join } from 'node:path'
import { parseArgs } from 'node:util'
import { concurrency as slots } from '../engine/open-client.ts'
import { curve } from '../protocol/curve/index.ts'
import type { JsonObject } from '../protocol/json/json.ts'
import { referenceProfile } from '../protocol/profile.ts'
import { verifyRequest } from '../protocol/request/request.ts'
import { verifyPayload } from '../protocol/signature/payload.ts'
import { barePool, checkout, type Ready, transfer } from './bare.ts'
import { checkoutCase, openCases, transferCase } from './cases.ts'
import { countConnections } from './connections.ts'
import { interleaved, perSecond, print, times } from './measure.ts'
import { peakOf } from './memory.ts'
import { type Served, serveGateway } from './served.ts'

const { values } = parseArgs({
  options: {
    cases: { type: 'string', default: '1000' },
    rounds: { type: 'string', default: '3' },
    'memory-cases': { type: 'string', default: '5000' },
  },
})
const cases = Number(values.cases)
const rounds = Number(values.rounds)
/** Lanes of the comparisons; a run itself has more slots. */
const concurrency = 10

type Line = [name: string, value: number | string, note?: string]

const ratio = (name: string, [part, whole]: [number, number], goal: string): Line => [
  name,
  part / whole,
  `goal ${goal}  (${Math.round(part)} / ${Math.round(whole)})`,
]

/** Compares properties and single cases with a bare pool that signs and sends the same requests. */
const caseRates = async ({ settings, folder }: Served): Promise<Line[]> => {
  const connections = countConnections(settings.target?.baseUrl ?? '')
  const { runCases, run, close } = await openCases(settings, join(folder, 'cases.ndjson'))
  await runCases(cases, slots, checkoutCase)
  const opened = connections.opened
  const [wide, narrow] = [barePool(settings, concurrency), barePool(settings, 1)]
  const rates = await interleaved(rounds, {
    property: () => perSecond(cases, () => runCases(cases, concurrency, checkoutCase)),
    bareWide: () => perSecond(cases, () => times(cases, concurrency, () => wide.send(checkout(settings)))),
    serial: () => perSecond(cases, () => runCases(cases, 1, transferCase)),
    bareNarrow: () => perSecond(cases, () => times(cases, 1, () => narrow.send(transfer(settings)))),
  })
  await Promise.all([wide.close(), narrow.close()])
  const { requests } = run.http
  await close()
  return [
    ratio('property over HTTP / bare pool, 10 at once', [rates.property, rates.bareWide], '≥ 0.85'),
    ratio('full case, evidence on / bare pool, one at a time', [rates.serial, rates.bareNarrow], '≥ 0.65'),
    ratio('connections opened / concurrency', [opened, slots], '≤ 1.0'),
    ['requests of the cases above', requests],
  ]
}

/** Verifies only the two signatures of a checkout, as a gateway does. */
const hasValidSignatures = ({ settings }: Served, { path, headers, body }: Ready): boolean => {
  const key = settings.identities.merchant?.key
  const signer = { publicKey: key?.publicKey ?? '', dialect: referenceProfile }
  const { order, signature } = JSON.parse(body) as { order: JsonObject; signature: string }
  const [ocid = '', timestamp = '', nonce = '', sent = ''] = [
    'X-OC-ID',
    'X-OC-Timestamp',
    'X-OC-Nonce',
    'X-OC-Signature',
  ].map(name => headers[name])
  const parts = { method: 'POST', path, ocid, timestamp, nonce, body, signature: sent }
  return verifyRequest(parts, signer) && verifyPayload(order, signature, signer)
}

/** Compares checkouts of the reference with the two verifications alone. The requests are signed beforehand. */
const checkoutRate = async (served: Served): Promise<Line> => {
  const pool = barePool(served.settings, concurrency)
  const ready = () => Array.from({ length: cases }, () => checkout(served.settings))
  const sample = ready()
  const rates = await interleaved(rounds, {
    checkouts: async () => {
      const signed = ready()
      return perSecond(cases, () =>
        times(cases, concurrency, () => pool.send(signed.pop() ?? checkout(served.settings))),
      )
    },
    crypto: () =>
      perSecond(cases, () => {
        if (!sample.every(request => hasValidSignatures(served, request)))
          throw new Error('a signature does not verify')
      }),
  })
  await pool.close()
  return ratio('reference checkouts / their verifications alone', [rates.checkouts, rates.crypto], '≥ 0.65')
}

const memoryGrowth = async (served: Served): Promise<Line> => {
  const many = Number(values['memory-cases'])
  const [few, most] = [await peakOf(served, 500), await peakOf(served, many)]
  return ratio(`peak memory at ${many.toLocaleString('en')} / at 500 cases, MB`, [most, few], '≤ 1.3')
}

const served = await serveGateway()
try {
  print([['curve', curve.name], ...(await caseRates(served)), await checkoutRate(served), await memoryGrowth(served)])
} finally {
  await served.close()
}
