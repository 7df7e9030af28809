import { request } from 'undici'
import type { RunContext } from '../../harness/run-context.ts'
import { type PreflightResult, problem, warning, working } from './finding.ts'
import { isLoopback, reasonOf } from './target-url.ts'

/** Checks that the counterpart listens, answers at its public address, and can be reached from where the target is. */
export const counterpartFindings = async (
  run: RunContext,
  startupError: string | undefined,
): Promise<PreflightResult> => {
  const { counterpart } = run
  if (startupError !== undefined || counterpart === undefined) {
    const message = `${startupError ?? 'the counterpart does not listen'}.`
    const remedy = 'Free the port, or give --listen another one (and register the new address).'
    return { findings: [problem('counterpart', message, remedy)], stop: 3 }
  }
  const { baseUrl } = counterpart
  const failure = await publicAddressFailure(baseUrl)
  if (failure)
    return unreachable(
      `The counterpart does not answer at its public address ${baseUrl}: ${failure}.`,
      'Set counterpart.publicUrl (--public-url) to the address at which the target reaches the harness.',
    )
  if (isLoopback(baseUrl) && !isLoopback(run.target.apiUrl))
    return unreachable(
      `The target cannot reach the counterpart: ${baseUrl} is a loopback address, and the target is elsewhere.`,
      'Set counterpart.listen and counterpart.publicUrl to an address that the target can reach.',
    )
  return { findings: [working('counterpart', `The counterpart answers at ${baseUrl}.`)] }
}

const unreachable = (message: string, remedy: string): PreflightResult => ({
  findings: [warning('counterpart', message, remedy)],
  obstacles: { counterpart: `${message} ${remedy}` },
})

/** Returns why the counterpart does not answer at its public address; undefined if it does. */
const publicAddressFailure = async (baseUrl: string): Promise<string | undefined> => {
  try {
    const response = await request(`${baseUrl}/registry.json`, { signal: AbortSignal.timeout(3_000) })
    await response.body.dump()
    return response.statusCode === 200 ? undefined : `another server answers there (${response.statusCode})`
  } catch (error) {
    return reasonOf(error)
  }
}
