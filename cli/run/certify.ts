import type { RunHooks } from '../../engine/hooks.ts'
import type { PairSettings } from '../../engine/multi-target/cross-role.ts'
import type { Planned } from '../../engine/multi-target/side-by-side.ts'
import type { LoadRequest } from '../../engine/settings/config/index.ts'
import { baseUrl, readOption } from '../../engine/settings/options/readers.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { withValues } from '../../engine/with-values.ts'
import { reportTrouble } from '../errors.ts'
import { type Io, isColored } from '../io.ts'
import type { Certified } from '../services.ts'
import { line } from '../text.ts'
import { openOnDesktop } from './open-on-desktop.ts'
import { runOptionsIn } from './run-options.ts'

/** The options of a command that start a run; the folder and the environment come from the io. */
export type CertifyPlan = Pick<LoadRequest, 'options' | 'config' | 'reference' | 'preflightOnly'>

/** Loads the settings of a run and prints warnings. UsageError if nothing names a target. */
export const settingsFor = async (io: Io, plan: CertifyPlan): Promise<RunSettings> => {
  const { loadSettings } = await import('../../engine/settings/config/index.ts')
  const { sandboxWarning } = await import('../../engine/settings/browser-sandbox.ts')
  const checkIds = async () => (await io.services.checks()).map(({ id }) => id)
  const { settings, warnings } = await loadSettings({
    ...plan,
    folder: io.folder,
    command: io.command,
    env: io.env,
    checkIds,
  })
  // A job that has lost its config must not pass.
  if (settings.target === undefined && plan.reference !== true)
    throw new UsageError(
      'no target is named, and there is no config here.',
      'Give its base URL or --config FILE (oc-conformance init writes one), or run --reference to certify the bundled reference.',
    )
  for (const warning of [...warnings, sandboxWarning(settings, io.user)])
    if (warning !== undefined) io.err(line(`warning: ${warning}`))
  return { isPersonThere: io.isTerminal.err, ...settings }
}

/** Loads the settings of a command that stops after the preflight; `address` replaces the config's base URL. */
export const preflightSettings = (
  io: Io,
  values: Parameters<typeof runOptionsIn>[0] & { config?: string | undefined },
  address: string | undefined,
): Promise<RunSettings> => {
  const target = address === undefined ? {} : { baseUrl: readOption(baseUrl, address, 'base-url') }
  return settingsFor(io, {
    options: { ...runOptionsIn(values, io.folder), ...target },
    ...withValues({ config: values.config }),
    preflightOnly: true,
  })
}

/**
 * Runs the engine with progress on standard error; signals make it finish with an incomplete report. `provisionings`: the settings of each worker, if
 * there is more than one.
 */
export const certify = (
  io: Io,
  settings: RunSettings,
  provisionings: readonly RunSettings[] = [],
): Promise<Certified> =>
  interruptible(io, async signal => {
    const { hooksOf, end } = await openProgress(io)
    const hooks = settings.preflightOnly ? {} : hooksOf({ settings })
    try {
      if (settings.workers === undefined || settings.preflightOnly)
        return printTrouble(io, await io.services.certify(settings, { ...hooks, signal }))
      return printTrouble(io, await certifyInWorkers(io, { settings, hooks, provisionings }, signal))
    } finally {
      end()
    }
  })

/** Prints why a run ended early, if the machine has run out of something. */
const printTrouble = (io: Io, certified: Certified): Certified => {
  if (certified.trouble) reportTrouble(certified.trouble, io)
  return certified
}

const certifyInWorkers = async (io: Io, plan: Planned, signal: AbortSignal): Promise<Certified> => {
  const { promise, resolve } = Promise.withResolvers<Certified>()
  await io.services.certifySideBySide([plan], signal, (_index, certified) => resolve(certified))
  return promise
}

/** Lets SIGINT, SIGTERM and SIGHUP abort the signal of a run, which then writes incomplete reports. */
export const interruptible = async <T>(io: Io, run: (signal: AbortSignal) => Promise<T>): Promise<T> => {
  const controller = new AbortController()
  const removeListener = io.onInterrupt(() => {
    io.err('\nInterrupted: writing an incomplete report.\n')
    controller.abort()
  })
  try {
    return await run(controller.signal)
  } finally {
    removeListener()
  }
}

/** The target of a run, and its title if it is one of several. */
type Part = { title?: string; settings: RunSettings }

/** Certifies several targets side by side with one progress; prints what `summarize` says of each, in their order. */
export const certifyEach = async <P extends Part>(
  io: Io,
  { parts, signal }: { parts: readonly P[]; signal: AbortSignal },
  summarize: (part: P, certified: Certified) => Promise<string>,
): Promise<(P & Certified)[]> => {
  const { progress, hooksOf, end } = await openProgress(io)
  const done: (P & Certified)[] = []
  let printed = 0
  const printNext = async (): Promise<void> => {
    for (let next = done[printed]; next; next = done[printed]) {
      const text = await summarize(next, next)
      progress.between(() => io.out(text))
      printed += 1
    }
  }
  let printing = Promise.resolve()
  const plans = parts.map(part => ({ settings: part.settings, hooks: hooksOf(part) }))
  try {
    await io.services.certifySideBySide(plans, signal, (index, certified) => {
      const part = parts[index]
      if (part) done[index] = { ...part, ...certified }
      if (certified.trouble) progress.between(() => printTrouble(io, certified))
      printing = printing.then(printNext)
    })
    await printing
    return done
  } finally {
    end()
  }
}

/** Certifies two targets together, like `certify` for one. */
export const certifyPair = async (
  io: Io,
  { title, signal, ...pair }: PairSettings & { title: string; signal: AbortSignal },
): Promise<Certified> => {
  const { hooksOf, end } = await openProgress(io)
  try {
    const hooks = hooksOf({ title, settings: pair.gateway })
    return printTrouble(io, await io.services.certifyTogether(pair, { ...hooks, signal }))
  } finally {
    end()
  }
}

const openProgress = async (io: Io) => {
  const { createProgress } = await import('../../reports/progress.ts')
  const stream = { write: io.err, columns: io.columns }
  const progress = createProgress({ stream, tty: io.isTerminal.err, color: isColored(io, 'err') })
  const hooksOf = ({ title, settings: { target } }: Part): Omit<RunHooks, 'signal'> => ({
    onStart: total =>
      progress.start(total, [target?.baseUrl ?? 'the bundled reference', ...(title ? [title] : [])].join(', ')),
    onCheck: outcome => progress.checked({ ...outcome, id: titled(outcome.id, title) }),
    onReported: text => progress.between(() => io.err(text)),
    onWaiting: ids => progress.waits(ids.map(id => titled(id, title))),
    onPerson: url => {
      const what = line(`A person must use some pages of the target. What to do: ${url}`)
      progress.between(() => io.err(what))
      void openOnDesktop(url, io.env)
    },
  })
  progress.begin()
  return { progress, hooksOf, end: () => progress.end() }
}

/** Returns the id of a check, with the title of its target if that is one of several. */
const titled = (id: string, title: string | undefined): string => (title ? `${title}: ${id}` : id)
