import { execFile } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { describe, expect, test } from 'vitest'

const bin = fileURLToPath(new URL('bin.ts', import.meta.url))

const pretendNode = (version: string) =>
  `Object.defineProperty(process, 'versions', { value: { ...process.versions, node: '${version}' } })`

const tellImports = `import { registerHooks } from 'node:module'
registerHooks({ resolve(specifier, context, next) { const found = next(specifier, context); console.error(found.url); return found } })`

/** Runs the command in a process of its own, after a module that is given as text. */
const run = async (argv: string[], first?: string) => {
  const imports = first === undefined ? [] : ['--import', `data:text/javascript,${encodeURIComponent(first)}`]
  return promisify(execFile)(process.execPath, [...imports, bin, ...argv]).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({ code, stdout, stderr }),
  )
}

describe('the command', () => {
  test.each(['20.20.2', '22.12.0', '18.0.0'])('says what it needs on Node %s', async version => {
    const { code, stderr } = await run(['--version'], pretendNode(version))
    expect(code).toBe(2)
    expect(stderr).toContain(`oc-conformance needs Node 22.13 or later; this is ${version}.`)
  })

  test.each(['22.13.0', '23.0.0'])('starts on Node %s', async version => {
    expect(await run(['--version'], pretendNode(version))).toEqual({ code: 0, stdout: '1.0.0\n', stderr: '' })
  })

  test('wrong usage leaves the process with 2', async () => {
    const { code, stdout, stderr } = await run(['explain', 'AUTH-99'])
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' })
    expect(stderr).toContain('is neither a clause nor a check')
  })

  test('help loads none of the heavy packages', async () => {
    const { code, stderr } = await run(['run', '--help'], tellImports)
    expect(code).toBe(0)
    expect(stderr).toContain('node_modules/commander')
    expect(stderr).not.toMatch(
      /node_modules\/(vitest|vite|fastify|undici|ajv|msw|fast-check|@noble|tiny-secp256k1|secp256k1)\//,
    )
  })
})
