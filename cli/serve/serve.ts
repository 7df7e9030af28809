import { resolve } from 'node:path'
import { cannotWrite, MachineError } from '../../engine/machine/machine-error.ts'
import { makeFolder } from '../../engine/machine/make-folder.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { withValues } from '../../engine/with-values.ts'
import { entryOf } from '../../protocol/json/any-json.ts'
import { type Role, roles } from '../../protocol/operations.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { addOptions, optionsOf } from '../options.ts'
import { line } from '../text.ts'
import { clockOf, publicUrlOf, type ServeValues, serveOptions, storeOf } from './serve-options.ts'

export const addServe: AddCommand = (program, io, exit) => {
  const command = program
    .command('serve')
    .description('Runs the reference as a sandbox until interrupted; prints one line of JSON when ready.')
    .argument('[role...]', 'the roles to serve (default: all)')
  addOptions(command, serveOptions, { env: false }).action(async (names: string[]) => {
    const [wanted, values] = [servedRoles(names), optionsOf(command, serveOptions, io.env)]
    exit(values.listFaults ? await listFaults(wanted, values.json, io) : await serve(wanted, values, io))
  })
}

const servedRoles = (names: readonly string[]): readonly Role[] => {
  const stray = names.find(name => !roles.some(role => role === name))
  if (stray !== undefined)
    throw new UsageError(`${JSON.stringify(stray)} is not a role.`, `Expected one of ${roles.join(', ')}.`)
  return roles.filter(role => names.length === 0 || names.includes(role))
}

const highestPort = 65_535

const serve = async (wanted: readonly Role[], values: ServeValues, io: Io): Promise<number> => {
  const { data, provisioning, profile, port, ocid, environment, host, rateLimit, logs, inspect } = values
  const publicUrl = publicUrlOf(values, wanted)
  if (port !== undefined && port + wanted.length - 1 > highestPort)
    throw new UsageError(
      `the ${wanted.length} roles take the ports from ${port} on, and there are none above ${highestPort}.`,
      'Give a lower --port, or 0 for any free ones.',
    )
  const faults = await faultsIn(values, wanted)
  const served = await started(io, {
    roles: wanted,
    ...withValues({
      port,
      ocid,
      environment,
      host,
      publicUrl,
      rateLimit,
      logs,
      inspect,
      clock: clockOf(values, io.env),
      store: storeOf(values, io.env),
    }),
    print: io.err,
    disturbance: { slowMs: values.slow ?? 0, fail: values.fail ?? 0 },
    ...faults.options,
    ...(data === undefined ? {} : { dataDir: resolve(io.folder, data) }),
    ...(await documentsOf({ provisioning, profile }, io.folder)),
  })
  const interrupted = new Promise<void>(stop => io.onInterrupt(stop))
  io.err(faults.notice)
  io.out(`${JSON.stringify(shown(served.roles, publicUrl, faults.list))}\n`)
  // Without the printed line, nobody could find the sandbox.
  await Promise.race([interrupted, io.lost ?? interrupted])
  await served.stop()
  return 0
}

const listFaults = async (wanted: readonly Role[], json = false, io: Io): Promise<number> => {
  const { faultsAsJson, faultsAsText } = await import('./faults.ts')
  io.out(json ? await faultsAsJson(wanted) : await faultsAsText(wanted, io.columns))
  return 0
}

/** Returns the requested faults, the implementation that serves them, and the message about them. */
const faultsIn = async ({ fault, faultsByHeader }: ServeValues, wanted: readonly Role[]) => {
  if (fault === undefined && !faultsByHeader) return { list: [], options: {}, notice: '' }
  const { changesOf, chooser, faultNamed } = await import('./faults.ts')
  const list = fault === undefined ? [] : await faultNamed(fault, wanted)
  const notice = list.map(({ role, name, story, breaks }) =>
    line(`${role}: ${name} (${breaks ?? 'conformant'}). ${story}`),
  )
  const choose = faultsByHeader ? { choose: await chooser() } : {}
  return { list, options: { changes: changesOf(list), ...choose }, notice: notice.join('') }
}

type Roles = Awaited<ReturnType<Io['services']['serveReference']>>['roles']

/** Returns the addresses that callers use: the public ones, with the base path of a fault that has one. */
const shown = (
  served: Roles,
  publicUrl: ((role: Role) => string) | undefined,
  faults: readonly { role: Role; prefix: string }[],
): Roles =>
  Object.fromEntries(
    Object.entries(served).map(([name, { baseUrl, ...rest }]) => {
      const role = name as Role
      const prefix = faults.find(fault => fault.role === role)?.prefix ?? ''
      return [role, { baseUrl: (publicUrl?.(role) ?? baseUrl) + prefix, ...rest }]
    }),
  )

type Files = { provisioning: string[] | undefined; profile: string | undefined }

const documentsOf = async ({ provisioning, profile }: Files, folder: string) => {
  const [{ readDocument }, { readProfile }] = await Promise.all([
    import('../../engine/settings/json-file.ts'),
    import('../../engine/settings/config/profile-file.ts'),
  ])
  const documents = await Promise.all(
    (provisioning ?? []).map(name => readDocument('provisioning', resolve(folder, name), 'the provisioning')),
  )
  const [only] = documents
  return {
    ...(only === undefined
      ? {}
      : {
          provisioning: (role: Role) =>
            documents.find(document => document.target.role === role) ?? (documents.length > 1 ? undefined : only),
        }),
    ...(profile === undefined || profile === 'reference'
      ? {}
      : { profile: await readProfile(resolve(folder, profile)) }),
  }
}

type ServeOptions = Parameters<Io['services']['serveReference']>[0]

const listenRemedies: Record<string, string> = {
  EADDRINUSE: 'Give another --port, or 0 for any free one.',
  EADDRNOTAVAIL: 'Give a --host that is an address of this machine.',
  ENOTFOUND: 'Give a --host that is an address of this machine.',
  EACCES: 'Give a --port above 1023.',
}

const folderRemedies: Record<string, string> = {
  ENOENT: 'Give a --data folder that can be created.',
  EEXIST: 'Give a --data that is a folder.',
  ENOTDIR: 'Give a --data that is a folder.',
}

/** Returns the error for a reference that does not start, with its remedy; a bug stays unchanged. */
const reasonOf = (error: unknown, dataDir: string | undefined): unknown => {
  const { code = '', message, path } = error as NodeJS.ErrnoException
  const cause = `the reference cannot start: ${message}.`
  // state.ts refuses unusable state files; the remaining case is a disk without room for the first tables.
  if (code === 'ERR_SQLITE_ERROR') return new MachineError(cause, 'Make room on the disk of the --data folder.')
  // Only file errors have a path; its last part may be the file that was to be renamed.
  if (dataDir !== undefined && path !== undefined)
    return cannotWrite(dataDir, error, entryOf(folderRemedies, code) ?? 'Give a --data folder that is writable.')
  const remedy = entryOf(listenRemedies, code)
  return remedy === undefined ? error : new UsageError(cause, remedy)
}

const started = async ({ services }: Io, options: ServeOptions) => {
  try {
    if (options.dataDir !== undefined) await makeFolder(options.dataDir)
    return await services.serveReference(options)
  } catch (error) {
    // The reference is loaded only when it is served.
    const { UnreadableState } = await import('../../sandbox/state/unreadable-state.ts')
    throw error instanceof UnreadableState
      ? new UsageError(`${error.message}.`, error.remedy)
      : reasonOf(error, options.dataDir)
  }
}
