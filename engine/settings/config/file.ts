import { existsSync } from 'node:fs'
import { basename, dirname, extname, resolve } from 'node:path'
import type { Config } from '../../../schemas/messages.ts'
import { isReadableByOthers, readText } from '../files.ts'
import { asDocument, parseJson } from '../json-file.ts'
import { isRawKey } from '../keys/read-key.ts'
import { importDefault } from './module.ts'

/** The file names of a config; the first existing one is used. */
const configNames = ['oc-conformance.config.json', 'oc-conformance.config.ts', 'oc-conformance.config.js']

/** A valid config, and the folder that its paths are relative to. */
export type ConfigFile = { config: Config; path: string; folder: string; warnings: string[] }

/** Returns the path of the config in a folder; undefined if the folder has no config. */
export const findConfig = (folder: string): string | undefined =>
  configNames.map(name => resolve(folder, name)).find(path => existsSync(path))

/** Reads a config: JSON, or a module with a default export. Throws UsageError if it is not valid. */
export const readConfig = async (path: string): Promise<ConfigFile> => {
  const isModule = /^\.[cm]?[jt]s$/.test(extname(path))
  const text = await readText(path, 'the config', { pipes: true })
  const config = asDocument('config', isModule ? await importDefault(path) : parseJson(text, path), path)
  return { config, path, folder: dirname(path), warnings: await warningsOf(config, path) }
}

const warningsOf = async ({ identities = {} }: Config, path: string): Promise<string[]> => {
  const holdsKeys = Object.values(identities).some(({ privateKey }) => privateKey !== undefined && isRawKey(privateKey))
  if (!holdsKeys || !(await isReadableByOthers(path))) return []
  return [`${path} holds private keys and others may read it: chmod 600 ${basename(path)}`]
}
