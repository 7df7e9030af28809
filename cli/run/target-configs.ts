import { resolve } from 'node:path'
import { findConfig, readConfig } from '../../engine/settings/config/file.ts'
import { baseUrl } from '../../engine/settings/options/readers.ts'
import type { RunOptions } from '../../engine/settings/options/run-options.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Io } from '../io.ts'

/** A target of the command line. */
export type GivenTarget = Pick<RunOptions, 'baseUrl' | 'role'>

type Config = { path: string; role: Role | undefined; baseUrl: string | undefined }

/**
 * Returns the path of the config of each target: the one with its role and address, or else the next of its role with an address
 * that no target has. A target without one has `undefined`.
 */
export const configsFor = async (
  { folder }: Pick<Io, 'folder'>,
  targets: readonly GivenTarget[],
  names: readonly string[],
): Promise<(string | undefined)[]> => {
  const found = findConfig(folder)
  const paths = names.length > 0 ? names.map(name => resolve(folder, name)) : found === undefined ? [] : [found]
  const left = await Promise.all(paths.map(configAt))
  const take = (isWanted: (config: Config) => boolean): string | undefined => {
    const at = left.findIndex(isWanted)
    return at < 0 ? undefined : left.splice(at, 1)[0]?.path
  }
  const byAddress = targets.map(target =>
    take(config => config.role === target.role && config.baseUrl === target.baseUrl),
  )
  return targets.map(({ role }, at) => byAddress[at] ?? take(config => config.role === role))
}

const configAt = async (path: string): Promise<Config> => {
  const { target = {} } = (await readConfig(path)).config
  return { path, role: target.role, baseUrl: target.baseUrl === undefined ? undefined : baseUrl.read(target.baseUrl) }
}
