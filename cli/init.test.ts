import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { openTerminal } from './terminal.test.support.ts'

const files = ['PROVISIONING.md', 'oc-conformance.config.json', 'provisioning.json']

describe('init', () => {
  test('writes three files and says what to do next', async () => {
    const terminal = await openTerminal()
    const { code, out, err } = await terminal.run('init', '--role', 'gateway', '--ocid', '1001')
    expect({ code, err }).toEqual({ code: 0, err: '' })
    expect((await readdir(terminal.folder)).toSorted()).toEqual(files)
    expect(out).toMatchInlineSnapshot(`
      "Wrote oc-conformance.config.json (private keys: keep it secret), provisioning.json and PROVISIONING.md.
      No address was given: http://127.0.0.1:4010 is a placeholder (target.baseUrl).

      Next:
        1. Register at the target what PROVISIONING.md lists (provisioning.json: the same for programs).
        2. oc-conformance preflight checks that everything is registered.
        3. oc-conformance run certifies the target.
      "
    `)
  })

  test('names commands as this program was started, and does not set the driver of pages', async () => {
    for (const role of ['gateway', 'kyc']) {
      const { folder, run } = await openTerminal({}, 100, 'npx node bin.ts')
      const { out } = await run('init', '--role', role, '--ocid', '1001', '--dir', 'a b')
      expect(out).toContain("2. npx node bin.ts preflight --config 'a b/oc-conformance.config.json' checks")
      expect(out).toContain("3. npx node bin.ts run --config 'a b/oc-conformance.config.json' certifies")
      const { pages } = JSON.parse(await readFile(join(folder, 'a b', 'oc-conformance.config.json'), 'utf8'))
      expect(Object.values(pages)).toMatchObject([{ driver: 'auto' }])
      const { err } = await run('run', '--config', 'absent.json', '--frob')
      expect(err).toContain('npx node bin.ts run --help shows the usage.')
    }
  })

  test('--dir, --identity and --currency, several times', async () => {
    const terminal = await openTerminal()
    const argv =
      'init https://pay.example --role gateway --ocid 1 --dir a/b --identity merchant=2050 --identity partner=3050 --currency EUR --currency JPY'
    const { code, out } = await terminal.run(...argv.split(' '))
    expect(code).toBe(0)
    const written = JSON.parse(await readFile(join(terminal.folder, 'a/b/oc-conformance.config.json'), 'utf8'))
    expect(written).toMatchObject({ accounts: { treasury: 3050, till: 2050 }, currency: 'EUR', secondCurrency: 'JPY' })
    expect(out).toContain('The target cannot reach http://127.0.0.1:4900: give --public-url.')
    expect(out).toContain(`oc-conformance run --config ${join('a', 'b', 'oc-conformance.config.json')} certifies`)
  })

  test('a second time is refused, and with --force --from keeps the keys', async () => {
    const terminal = await openTerminal()
    const config = join(terminal.folder, 'oc-conformance.config.json')
    await terminal.run('init', '--role', 'gateway', '--ocid', '1001')
    const before = await readFile(config, 'utf8')
    const again = await terminal.run('init', '--role', 'gateway', '--ocid', '1001')
    expect(again.code).toBe(2)
    expect(again.err).toContain('exist already; nothing was written.')
    expect((await terminal.run('init', '--from', 'oc-conformance.config.json', '--force')).code).toBe(0)
    expect(await readFile(config, 'utf8')).toBe(before)
  })

  test.runIf(process.platform !== 'win32')('its output and its documents hold no key', async () => {
    const terminal = await openTerminal()
    const { out } = await terminal.run('init', '--role', 'kyc', '--ocid', '9')
    const config = join(terminal.folder, 'oc-conformance.config.json')
    expect(out).not.toMatch(/[0-9a-f]{32}/)
    expect((await stat(config)).mode & 0o777).toBe(0o600)
  })
})
