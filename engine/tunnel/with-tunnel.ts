import { waits } from '../../harness/patience.ts'
import type { RunSettings } from '../settings/settings.ts'
import { UsageError } from '../settings/usage-error.ts'
import { withValues } from '../with-values.ts'
import { environmentWithout } from './environment.ts'
import { openTunnel } from './open-tunnel.ts'
import { tunnelWords } from './words.ts'

type Run<T> = (settings: RunSettings, signal: AbortSignal) => Promise<T>

/**
 * Runs with the tunnel of the settings, if they have one: its address becomes the public address of the counterpart. Closes it at the end.
 * UsageError if the tunnel cannot be used; if it ends during the run, the run ends early with a UsageError.
 */
export const withTunnel = async <T>(settings: RunSettings, signal: AbortSignal, run: Run<T>): Promise<T> => {
  const { tunnel: command } = settings.counterpart
  if (command === undefined || signal.aborted) return run(settings, signal)
  if (!settings.hasConfig || settings.target === undefined)
    throw new UsageError(
      '--tunnel leads to nothing: only a run with a config has a counterpart.',
      'Write a config with `oc-conformance init`, or leave out --tunnel.',
    )
  const { listen } = settings.counterpart
  // A run without a tunnel loads nothing of the reference.
  const { freePort } = await import('../../sandbox/free-port.ts')
  const port = listen.port === 0 ? await freePort() : listen.port
  const env = environmentWithout(settings)
  const tunnel = await openTunnel(tunnelWords(command, port), signal, waits.tunnel.ms, env).catch((error: unknown) => {
    if (signal.aborted) return undefined
    throw error
  })
  if (tunnel === undefined) return run(settings, signal)
  const { publicUrl: registeredUrl } = settings.counterpart
  const counterpart = {
    ...settings.counterpart,
    listen: { ...listen, port },
    publicUrl: tunnel.url,
    ...withValues({ registeredUrl }),
  }
  try {
    const result = await run({ ...settings, counterpart }, AbortSignal.any([signal, tunnel.ended]))
    if (tunnel.ended.aborted) throw tunnel.ended.reason
    return result
  } finally {
    await tunnel.close()
  }
}
