import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** The variables that name a user's folder for the data of programs. */
const variables = ['XDG_DATA_HOME', 'LOCALAPPDATA'] as const

/**
 * Performs work with a folder of its own for the data of programs, which goes when the work is done. Vitest keeps a token there and cannot
 * start without one; a user may have no home, or one that takes no files.
 */
export const withDataHome = async <T>(work: () => Promise<T>): Promise<T> => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-conformance-data-'))
  const before = variables.map(name => [name, process.env[name]] as const)
  for (const name of variables) process.env[name] = folder
  try {
    return await work()
  } finally {
    for (const [name, value] of before) {
      if (value === undefined) delete process.env[name]
      else process.env[name] = value
    }
    await rm(folder, { recursive: true, force: true })
  }
}
