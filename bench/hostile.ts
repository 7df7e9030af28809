import { fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import type { KycPolicies } from '../reference/kyc/contract.ts'
import { kycPolicies } from '../reference/kyc/policies.ts'
import { certifyImplementation } from '../selftest/certify.ts'
import { costlyPages, withCostly } from '../selftest/hostile/costly-pages.ts'
import { peakMegabytes, print } from './measure.ts'

/** `cpu`: seconds of CPU time of all threads. */
type Cost = { seconds: number; cpu: number; megabytes: number }

/** Certifies the reference KYC provider with extra markup on its consent pages, and returns the cost. */
const measure = async (what: string): Promise<Cost> => {
  const [since, before] = [performance.now(), process.cpuUsage()]
  const consentPage: KycPolicies['consentPage'] = view => withCostly(kycPolicies.consentPage(view), what)
  await certifyImplementation<KycPolicies>(
    'kyc',
    { name: what, story: '', policies: { consentPage } },
    { depth: 'quick' },
  )
  const { user, system } = process.cpuUsage(before)
  const cpu = (user + system) / 1_000_000
  return { seconds: (performance.now() - since) / 1_000, cpu, megabytes: peakMegabytes() }
}

/** Measures a run in a separate process. */
const costOf = async (what: string): Promise<Cost> => {
  const child = fork(fileURLToPath(import.meta.url), ['worker', what])
  const [cost] = (await once(child, 'message')) as [Cost]
  return cost
}

const ratio = (value: number, plain: number): string => (value / plain).toFixed(2)

if (process.argv[2] === 'worker' && process.send) {
  process.send(await measure(process.argv[3] ?? ''))
  process.disconnect()
} else {
  const named = process.argv.slice(2)
  const plain = await costOf('')
  print([
    ['without, seconds', plain.seconds],
    ['without, seconds of CPU time', plain.cpu],
    ['without, MB', plain.megabytes],
  ])
  for (const what of Object.keys(costlyPages).filter(name => named.length === 0 || named.includes(name))) {
    const { seconds, cpu, megabytes } = await costOf(what)
    print([
      [
        what,
        `time ${ratio(seconds, plain.seconds)} (at most 3), CPU time ${ratio(cpu, plain.cpu)}, memory ${ratio(megabytes, plain.megabytes)} (at most 2)`,
      ],
    ])
  }
}
