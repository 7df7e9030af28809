import { resolve } from 'node:path'
import { baseUrl, listen, ocid, oneOf, type Reader, readOption, text } from '../engine/settings/options/readers.ts'
import type { AddCommand } from './command.ts'
import { nextSteps } from './next-steps.ts'
import { addOptions, flag, optionsOf, repeated, valued } from './options.ts'

type Assignment = { id: string; ocid: number }

const assignment: Reader<Assignment[]> = {
  expected: 'NAME=OCID such as merchant=2001',
  read: text => {
    const [, id, digits] = /^([A-Za-z][A-Za-z0-9]*)=(\d+)$/.exec(text) ?? []
    const number = digits === undefined ? undefined : ocid.read(digits)
    return id === undefined || number === undefined ? undefined : [{ id, ocid: number }]
  },
}

const currency: Reader<string[]> = {
  expected: 'an ISO 4217 code such as USD',
  read: text => (/^[A-Z]{3}$/.test(text) ? [text] : undefined),
}

const options = {
  role: valued(
    '--role <role>',
    oneOf('gateway', 'merchant', 'kyc'),
    'role of the target (default: read from its metadata)',
  ),
  ocid: valued('--ocid <n>', ocid, 'OCID of the target; its metadata does not carry it'),
  identities: repeated('--identity <name=ocid>', assignment, 'OCID that an identity was assigned (repeatable)'),
  from: valued('--from <config>', text('the name of a config file'), 'keep the keys, OCIDs and settings of a config'),
  force: flag('--force', 'overwrite existing files'),
  listen: valued('--listen <host:port>', listen, 'where the counterpart will listen (default: 127.0.0.1:4900)'),
  publicUrl: valued('--public-url <url>', baseUrl, 'address at which the target will reach the counterpart'),
  currencies: repeated('--currency <code>', currency, 'currency of the accounts (repeat for a second currency)'),
  environment: valued('--environment <name>', oneOf('test', 'production'), 'test or production (default: test)'),
  dir: valued('--dir <dir>', text('the name of a folder'), 'folder to write to (default: the current one)'),
}

export const addInit: AddCommand = (program, io, exit) => {
  const command = program
    .command('init')
    .description('Writes a config with fresh private keys, and the list of what to register at the target.')
    .argument('[base-url]', 'address of the target; not contacted if --role and --ocid are given')
  addOptions(command, options, { env: false }).action(async (address?: string) => {
    const { identities = [], force = false, dir, from, ...given } = optionsOf(command, options, io.env)
    const { initialize, isOutOfReach } = await import('../engine/provisioning/init.ts')
    const written = await initialize({
      ...given,
      ...(address === undefined ? {} : { baseUrl: readOption(baseUrl, address, 'base-url') }),
      ...(from === undefined ? {} : { from: resolve(io.folder, from) }),
      assigned: Object.fromEntries(identities.map(({ id, ocid }) => [id, ocid])),
      folder: resolve(io.folder, dir ?? '.'),
      env: io.env,
      force,
    })
    io.out(nextSteps(written, io, isOutOfReach(written.config)))
    exit(0)
  })
}
