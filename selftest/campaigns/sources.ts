import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** The sources of every certification. */
export const sourcesOfCertifications: readonly string[] = [
  'package-lock.json',
  '{protocol,schemas,reference,harness,sandbox,pages,mocks,suites,engine}/**/*.{ts,json}',
  'implementations/*.ts',
  'implementations/support/*.ts',
  'selftest/*.ts',
  'selftest/support/**/*.ts',
]

/** Returns a short digest of the files that match the globs, without tests and scripts, which do not affect verdicts. */
export const digestOf = (globs: readonly string[]): string => {
  const hash = createHash('sha256')
  const files = globs.flatMap(pattern => globSync(pattern, { cwd: root })).sort()
  for (const file of files.filter(name => !/\.(test|selftest)\.ts$/.test(name)))
    hash.update(`${file}\n`).update(readFileSync(join(root, file)))
  return hash.digest('hex').slice(0, 16)
}

/** Returns the commit that is checked out, with `-dirty` if a file was changed since; or `unknown` outside of git. */
export const commitOfSources = (): string => {
  try {
    return execFileSync('git', ['describe', '--always', '--abbrev=12', '--dirty', '--exclude=*'], {
      cwd: root,
      encoding: 'utf8',
    }).trim()
  } catch {
    return 'unknown'
  }
}
