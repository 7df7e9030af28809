import { certify } from '../engine/run.ts'
import { peakMegabytes, print } from './measure.ts'
import { serveGateway } from './served.ts'

/** Certifies the reference gateway, served by its own process, and prints time, requests and memory. */
const served = await serveGateway()
try {
  const began = performance.now()
  const { report } = await certify(served.settings, { signal: new AbortController().signal })
  const seconds = (performance.now() - began) / 1_000
  print([
    ['verdict', report.verdict],
    ['checks', report.checks.length],
    ['seconds', seconds],
    ['requests', report.run.requests],
    ['requests per second', report.run.requests / seconds],
    ['peak memory, MB', peakMegabytes()],
  ])
} finally {
  await served.close()
}
