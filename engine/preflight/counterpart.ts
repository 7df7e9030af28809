import { request } from 'undici'
import type { RunContext } from '../../harness/run-context.ts'
import type { PreflightResult } from './result.ts'
import { isLoopback, reasonOf } from './target-url.ts'

/** Whether the counterpart listens, answers at the address that was registered, and can be reached from where the target is. */
export const counterpartFindings = async (run: RunContext, trouble: string | undefined): Promise<PreflightResult> => {
  const { counterpart } = run
  if (trouble !== undefined || counterpart === undefined) {
    const message = `${trouble ?? 'the counterpart does not listen'}.`
    return failed(message, 'Free the port, or give --listen another one (and register the new address).', 3)
  }
  const unreachable = await whyNotReached(counterpart.baseUrl)
  if (unreachable)
    return inTheWay(
      `The counterpart does not answer at its public address ${counterpart.baseUrl}: ${unreachable}.`,
      'Set counterpart.publicUrl (--public-url) to the address at which the target reaches the harness.',
    )
  if (isLoopback(counterpart.baseUrl) && !isLoopback(run.target.apiUrl))
    return inTheWay(
      `The target cannot reach the counterpart: ${counterpart.baseUrl} is a loopback address, and the target is elsewhere.`,
      'Set counterpart.listen and counterpart.publicUrl to an address that the target can reach.',
    )
  const message = `The counterpart answers at ${counterpart.baseUrl}.`
  return { findings: [{ name: 'counterpart', ok: true, severity: 'info', message }] }
}

const inTheWay = (message: string, remedy: string): PreflightResult => ({
  findings: [{ name: 'counterpart', ok: false, severity: 'warning', message, remedy }],
  obstacles: { counterpart: `${message} ${remedy}` },
})

const failed = (message: string, remedy: string, stop: 2 | 3): PreflightResult => ({
  findings: [{ name: 'counterpart', ok: false, severity: 'error', message, remedy }],
  stop,
})

const whyNotReached = async (baseUrl: string): Promise<string | undefined> => {
  try {
    const response = await request(`${baseUrl}/registry.json`, { signal: AbortSignal.timeout(3_000) })
    await response.body.dump()
    return response.statusCode === 200 ? undefined : `somebody else answers there (${response.statusCode})`
  } catch (error) {
    return reasonOf(error)
  }
}
