import { randomUUID } from 'node:crypto'
import { Agent, request } from 'undici'
import type { Counterpart, RecordedRequest } from '../../harness/counterpart.ts'
import { connectionRemedy } from '../../harness/http/connection-error.ts'
import { throughProxy } from '../../harness/http/forward-proxy.ts'
import { responseLimits } from '../../harness/http/limits.ts'
import { waits } from '../../harness/patience.ts'
import { pause } from '../../harness/pause.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { withinWorkingTime } from '../../harness/working-time.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import type { RunSettings } from '../settings/settings.ts'
import { note, type PreflightResult, problem, warning, working, wrongSetUp } from './finding.ts'
import { isLoopback, reasonOf } from './target-url.ts'

type Circumstances = {
  /** Why the counterpart could not start. */
  startupError: string | undefined
  settings: RunSettings['counterpart']
  signal: AbortSignal
}

/** Checks that the counterpart listens, answers at its public address, and can be reached from the target's machine. */
export const counterpartFindings = async (
  run: RunContext,
  { startupError, settings, signal }: Circumstances,
): Promise<PreflightResult> => {
  const { counterpart } = run
  if (startupError !== undefined || counterpart === undefined) {
    const message = `${startupError ?? 'the counterpart does not listen'}.`
    const remedy = 'Free the port, or give --listen a different one (and register the new address).'
    return { findings: [problem('counterpart', message, remedy)], stop: 3 }
  }
  const { baseUrl } = counterpart
  if (settings.tunnel !== undefined) return tunnelFindings(counterpart, settings, signal)
  const failure = await wayFailure(counterpart)
  if (failure)
    return unreachable(
      `The counterpart does not answer at its public address ${baseUrl}: ${failure}.`,
      connectionRemedy(failure) ??
        'Set counterpart.publicUrl (--public-url) to the address at which the target reaches the harness.',
    )
  if (isLoopback(baseUrl) && !isLoopback(run.target.apiUrl))
    return unreachable(
      `The target cannot reach the counterpart: ${baseUrl} is a loopback address, and the target is elsewhere.`,
      'Set counterpart.listen and counterpart.publicUrl to an address that the target can reach.',
    )
  return { findings: [working('counterpart', `The counterpart answers at ${baseUrl}.`)] }
}

/** Requests to the counterpart that only the target makes. */
const ofTarget: readonly RecordedRequest['kind'][] = ['notification', 'metadata', 'order']

/**
 * Withdraws the finding that the target cannot reach the counterpart if it has reached it: a router may not route the harness to its own
 * public address, and the target's name may belong to this machine.
 */
export const unlessReached = (
  results: readonly PreflightResult[],
  counterpart: Counterpart | undefined,
): readonly PreflightResult[] =>
  counterpart?.journal.all.some(({ kind }) => ofTarget.includes(kind)) ? results.map(withoutObstacle) : results

const withoutObstacle = (result: PreflightResult): PreflightResult => {
  const { counterpart, ...obstacles } = result.obstacles ?? {}
  return counterpart === undefined ? result : { ...result, obstacles, findings: result.findings.map(reached) }
}

const reached = ({ name, message }: PreflightFinding): PreflightFinding =>
  note(name, `${message} The target reaches it nevertheless.`)

const unreachable = (message: string, remedy: string): PreflightResult => ({
  findings: [warning('counterpart', message, remedy)],
  obstacles: { counterpart: `${message} ${remedy}` },
})

/** Returns why the counterpart does not answer at its public address; undefined if it does. */
const publicAddressFailure = async (baseUrl: string, query: string): Promise<string | undefined> => {
  const dispatcher = new Agent({
    allowH2: false,
    maxHeaderSize: responseLimits.headers.most,
    connect: throughProxy(),
  })
  try {
    const response = await withinWorkingTime(waits.publicAddress.ms, async signal => {
      const response = await request(`${baseUrl}/registry.json${query}`, { signal, dispatcher })
      await response.body.dump()
      return response
    })
    return response.statusCode === 200 ? undefined : `another server answers there (${response.statusCode})`
  } catch (error) {
    return reasonOf(error)
  } finally {
    await dispatcher.destroy()
  }
}

/** Milliseconds between two checks of a tunnel's address. */
const lookMs = 500

/** Checks that the address that a tunnel printed leads to this counterpart; a new address may take a while to resolve. */
const tunnelFindings = async (
  counterpart: Counterpart,
  { registeredUrl }: RunSettings['counterpart'],
  signal: AbortSignal,
): Promise<PreflightResult> => {
  const { baseUrl } = counterpart
  const end = performance.now() + waits.tunnel.ms
  let failure = await wayFailure(counterpart)
  while (failure !== undefined && performance.now() < end && !signal.aborted) {
    await pause(lookMs, signal)
    failure = await wayFailure(counterpart)
  }
  if (failure === undefined) {
    const led = working('tunnel', `The tunnel leads from ${baseUrl} to the counterpart.`)
    const isNew = registeredUrl !== undefined && registeredUrl !== baseUrl
    const other = `The config has ${registeredUrl} as the public address: register the addresses below ${baseUrl} at the target instead.`
    return { findings: [led, ...(isNew ? [note('tunnel', other)] : [])] }
  }
  return wrongSetUp(
    problem(
      'tunnel',
      `The tunnel printed ${baseUrl}, which does not lead to the counterpart: ${failure}.`,
      'The command of --tunnel must print its own address first, and lead to the port on which the counterpart listens: {port} in the command stands for it.',
    ),
  )
}

/**
 * Requests an unguessable path at the public address, and checks that the request arrived here, since any other server may answer there.
 * Returns why it did not arrive; undefined if it did.
 */
const wayFailure = async ({ baseUrl, journal }: Counterpart): Promise<string | undefined> => {
  const mark = randomUUID()
  const failure = await publicAddressFailure(baseUrl, `?${mark}`)
  if (journal.all.some(({ path }) => path.includes(mark))) return undefined
  return failure ?? 'another server answers there'
}
