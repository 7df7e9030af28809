import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach } from 'vitest'
import { generatePrivateKey } from '../../../protocol/signature/keys.ts'
import type { UsageError } from '../usage-error.ts'
import { type LoadRequest, loadSettings } from './index.ts'

export const key = generatePrivateKey()
export const merchant = { ocid: 2001, privateKey: key.reveal() }
export const target = { role: 'gateway', baseUrl: 'http://127.0.0.1:4010', ocid: 1001 }

/** The empty folder of each test, below the folder for temporary files. */
export let folder: string
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'oc-config-'))
  return () => rm(folder, { recursive: true, force: true })
})

/** Writes a file into the folder; returns its path. */
export const file = async (name: string, content: unknown, mode = 0o600) => {
  const path = join(folder, name)
  await writeFile(path, typeof content === 'string' ? content : JSON.stringify(content), { mode })
  await chmod(path, mode)
  return path
}

export const config = (content: unknown, mode?: number) => file('oc-conformance.config.json', content, mode)

export const load = (request: Partial<LoadRequest> = {}) => loadSettings({ folder, env: {}, options: {}, ...request })

/** Returns the error that loading throws. */
export const refusal = (request: Partial<LoadRequest> = {}) =>
  load(request).then(
    () => new Error('the settings were loaded'),
    (error: UsageError) => error,
  )
