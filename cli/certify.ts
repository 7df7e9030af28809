import type { RunHooks } from '../engine/hooks.ts'
import type { LoadRequest } from '../engine/settings/config.ts'
import type { RunSettings } from '../engine/settings/settings.ts'
import { type Io, isColored } from './io.ts'
import type { Certified } from './services.ts'
import { line } from './text.ts'

/** The options of a command that start a run; the folder and the environment come from the io. */
export type CertifyPlan = Pick<LoadRequest, 'options' | 'config' | 'reference' | 'preflightOnly'>

/** Loads the settings of a run and prints warnings. */
export const settingsFor = async (io: Io, plan: CertifyPlan): Promise<RunSettings> => {
  const { loadSettings } = await import('../engine/settings/config.ts')
  const checkIds = async () => (await io.services.checks()).map(({ id }) => id)
  const { settings, warnings } = await loadSettings({
    ...plan,
    folder: io.folder,
    command: io.command,
    env: io.env,
    checkIds,
  })
  for (const warning of warnings) io.err(line(`warning: ${warning}`))
  return settings
}

/** Runs the engine with progress on standard error; SIGINT and SIGTERM make it finish with an incomplete report. */
export const certify = (io: Io, settings: RunSettings): Promise<Certified> =>
  withProgress(io, settings, hooks => io.services.certify(settings, hooks))

/** Certifies a gateway and a merchant together, like `certify` for one target. */
export const certifyPair = (io: Io, gateway: RunSettings, merchant: RunSettings): Promise<Certified> =>
  withProgress(io, gateway, async hooks =>
    (await import('../engine/cross-role.ts')).certifyTogether(gateway, merchant, hooks),
  )

const withProgress = async (
  io: Io,
  settings: RunSettings,
  run: (hooks: RunHooks) => Promise<Certified>,
): Promise<Certified> => {
  const controller = new AbortController()
  const removeListener = io.onInterrupt(() => {
    io.err('\nInterrupted: writing an incomplete report.\n')
    controller.abort()
  })
  const progress = await createRunProgress(io, settings)
  try {
    return await run({ signal: controller.signal, ...progress.hooks })
  } finally {
    progress.end()
    removeListener()
  }
}

const createRunProgress = async (io: Io, { target, preflightOnly }: RunSettings) => {
  if (preflightOnly) return { hooks: {}, end: () => undefined }
  const { createProgress } = await import('../reports/progress.ts')
  const stream = { write: io.err, columns: io.columns }
  const progress = createProgress({ stream, tty: io.isTerminal.err, color: isColored(io, 'err') })
  let isStarted = false
  const hooks: Omit<RunHooks, 'signal'> = {
    onStart: total => {
      isStarted = true
      progress.start(total, target?.baseUrl ?? 'the bundled reference')
    },
    onCheck: progress.checked,
  }
  return { hooks, end: () => (isStarted ? progress.end() : undefined) }
}
