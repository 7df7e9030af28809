import { resolve } from 'node:path'
import { text } from '../engine/settings/options/readers.ts'
import { UsageError } from '../engine/settings/usage-error.ts'
import type { AddCommand } from './command.ts'
import type { Io } from './io.ts'
import { verbatim } from './neutral.ts'
import { addOptions, type OptionValues, optionsOf, valued } from './options.ts'
import { settingsFor } from './run/certify.ts'
import { runOptionsIn, targetOptions } from './run/run-options.ts'
import { wrapped } from './text.ts'

const header = {
  expected: 'a text without control characters',
  read: (value: string) => (isPlain(value) ? value : undefined),
}

const isPlain = (value: string): boolean => !/\p{Cc}/u.test(value)

const { config, profile } = targetOptions

const options = {
  config,
  profile: { ...profile, about: 'how the target signs: reference, a profile file, or the report.json of a run' },
  identity: valued('--identity <name>', text('the name of an identity'), 'identity of the config that signs'),
  caller: valued('--caller <ocid>', header, 'X-OC-ID instead of the OCID of the identity'),
  timestamp: valued('--timestamp <seconds>', header, 'X-OC-Timestamp: now, now-600, or any text (default: now)'),
  nonce: valued('--nonce <text>', header, 'X-OC-Nonce (default: a fresh one)'),
}

const form = `The request is an HTTP message: a line such as POST /path HTTP/1.1 with the path or the whole address, any headers, an empty line, the body. The output is what curl --header @- reads: printf 'POST /orders/create HTTP/1.1\\n\\n{}' | oc-conformance sign | curl --header @- --data-raw '{}' URL`

export const addSign: AddCommand = (program, io, exit) => {
  const command = program
    .command('sign')
    .description('Signs a request on standard input with a key of the config, and prints its four headers.')
  addOptions(command, options, { env: true })
    .addHelpText('after', `\n${wrapped(form, io.columns)}`)
    .action(async () => {
      await sign(io, optionsOf(command, options, io.env))
      exit(0)
    })
}

const sign = async (io: Io, values: OptionValues<typeof options>): Promise<void> => {
  const { config: path, profile, identity, caller, timestamp, nonce } = values
  const [{ readRequest, signedHeaders, signerIn }, { findConfig }] = await Promise.all([
    import('../engine/sign-request.ts'),
    import('../engine/settings/config/file.ts'),
  ])
  if (path === undefined && findConfig(io.folder) === undefined) throw noIdentities()
  const settings = await settingsFor(io, {
    options: runOptionsIn({ ...(profile === undefined ? {} : { profile }) }, io.folder),
    ...(path === undefined ? {} : { config: resolve(io.folder, path) }),
  })
  if (!settings.hasConfig) throw noIdentities()
  const signer = signerIn(settings.identities, identity)
  const request = readRequest(await standardInput(io))
  const given = { ...(caller === undefined ? {} : { ocid: caller }), ...(nonce === undefined ? {} : { nonce }) }
  const whole = { ...given, ...(timestamp === undefined ? {} : { timestamp }) }
  // curl leaves out a header whose line ends with its colon.
  for (const [name, value] of signedHeaders(settings, signer, { request, values: whole }))
    io.out(verbatim(value === '' ? `${name};\n` : `${name}: ${value}\n`))
}

const noIdentities = (): UsageError =>
  new UsageError('there is no config with identities here.', 'oc-conformance init writes one; --config names it.')

/** Maximum size of a request, in bytes. */
const largest = 16 * 1_048_576

const standardInput = async ({ input }: Io): Promise<Uint8Array> => {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of input?.() ?? []) {
    chunks.push(chunk)
    size += chunk.length
    if (size > largest) throw new UsageError('the request is larger than 16 MiB.', 'Is it the right file?')
  }
  return Buffer.concat(chunks)
}
