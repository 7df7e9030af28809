import { resolve } from 'node:path'
import { integer, ocid, oneOf, text } from '../engine/settings/readers.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import { type Role, roles } from '../protocol/operations.ts'
import { UnreadableState } from '../reference/serve/state/unreadable-state.ts'
import type { AddCommand } from './command.ts'
import type { Io } from './io.ts'
import { addOptions, type OptionValues, optionsOf, repeated, valued } from './options.ts'

const file = text('the name of a file')

const options = {
  provisioning: repeated(
    '--provisioning <file>',
    { ...file, read: text => [text] },
    'provisioning.json with what the role has registered (repeatable: one for each role)',
  ),
  data: valued('--data <dir>', text('the name of a folder'), 'keep keys and state in a folder'),
  port: valued('--port <n>', integer(0, 65_535, 'a port'), 'port of the first role (default: 0, any free one)'),
  ocid: valued('--ocid <n>', ocid, 'OCID of the first role'),
  profile: valued('--profile <profile>', text('reference, or the name of a file'), 'reference, or a profile file'),
  environment: valued('--environment <name>', oneOf('test', 'production'), 'test or production (default: test)'),
}

export const addServe: AddCommand = (program, io, exit) => {
  const command = program
    .command('serve')
    .description('Runs the reference as a sandbox until interrupted; prints one line of JSON when ready.')
    .argument('[role...]', 'the roles to serve (default: all)')
  addOptions(command, options, { env: false }).action(async (names: string[]) => {
    exit(await serve(servedRoles(names), optionsOf(command, options, io.env), io))
  })
}

const servedRoles = (names: readonly string[]): readonly Role[] => {
  const stray = names.find(name => !roles.some(role => role === name))
  if (stray !== undefined)
    throw new UsageError(`${JSON.stringify(stray)} is not a role.`, `It takes ${roles.join(', ')}.`)
  return roles.filter(role => names.length === 0 || names.includes(role))
}

const serve = async (wanted: readonly Role[], values: OptionValues<typeof options>, io: Io): Promise<number> => {
  const { data, provisioning, profile, ...rest } = values
  const served = await started(io, {
    ...rest,
    roles: wanted,
    ...(data === undefined ? {} : { dataDir: resolve(io.folder, data) }),
    ...(await documentsOf({ provisioning, profile }, io.folder)),
  })
  const interrupted = new Promise<void>(stop => io.onInterrupt(stop))
  io.out(`${JSON.stringify(served.roles)}\n`)
  await interrupted
  await served.close()
  return 0
}

type Files = { provisioning: string[] | undefined; profile: string | undefined }

const documentsOf = async ({ provisioning, profile }: Files, folder: string) => {
  const [{ readDocument }, { readProfile }] = await Promise.all([
    import('../engine/settings/json-file.ts'),
    import('../engine/settings/profile-file.ts'),
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

const remedies: Record<string, string> = {
  EADDRINUSE: 'Give another --port, or 0 for any free one.',
  EACCES: 'Give a --port above 1023, and a --data folder that is writable.',
}

const started = async ({ services }: Io, options: ServeOptions) => {
  try {
    return await services.serveReference(options)
  } catch (error) {
    if (error instanceof UnreadableState) throw new UsageError(`${error.message}.`, error.remedy)
    const { code = '', message } = error as NodeJS.ErrnoException
    const remedy = remedies[code]
    throw remedy === undefined ? error : new UsageError(`the reference cannot start: ${message}.`, remedy)
  }
}
