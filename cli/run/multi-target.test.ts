import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { PairSettings } from '../../engine/multi-target/cross-role.ts'
import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Report } from '../../schemas/messages.ts'
import { openTerminal, report } from '../terminal.test.support.ts'

const at = (port: number) => `http://127.0.0.1:${port}`

/** Opens a terminal that keeps the certified targets; the gateways list the KYC provider 1003, which declares kyc.grant. */
const open = async () => {
  const [alone, pairs]: [RunSettings[], PairSettings[]] = [[], []]
  const reportOf = ({ target }: RunSettings): Report => ({
    ...report,
    target: {
      role: target?.role ?? 'gateway',
      baseUrl: target?.baseUrl ?? '',
      ...(target?.ocid === undefined ? {} : { ocid: target.ocid }),
      declared: { capabilities: ['kyc.grant'], kyc: [1003] },
    },
  })
  const terminal = await openTerminal({
    certify: async settings => {
      alone.push(settings)
      return { report: reportOf(settings), exitCode: 0 }
    },
    certifyTogether: async pair => {
      pairs.push(pair)
      const { role, baseUrl } = reportOf(pair.partner).target
      return { report: { ...reportOf(pair.gateway), verdict: 'partial', partner: { role, baseUrl } }, exitCode: 0 }
    },
  })
  const config = async (name: string, target: Record<string, unknown>) => {
    await mkdir(join(terminal.folder, name))
    await writeFile(join(terminal.folder, name, 'c.json'), JSON.stringify({ target }))
    return ['--config', `${name}/c.json`]
  }
  return { ...terminal, alone, pairs, config }
}

const foldersOf = (folder: string, settings: readonly RunSettings[]) =>
  settings.map(({ reportDir }) => reportDir.replace(join(folder, 'conformance-report/'), ''))

describe('several gateways and merchants', () => {
  test('are certified once each, and then every gateway with every merchant, in folders with stable names', async () => {
    const { run, folder, alone, pairs } = await open()
    const targets = ['--gateway', at(1), '--gateway', at(2), '--merchant', at(3), '--merchant', at(4)]
    const { code, out } = await run('run', ...targets)
    expect(code).toBe(0)
    expect(foldersOf(folder, alone)).toEqual(['gateway', 'gateway-2', 'merchant', 'merchant-2'])
    expect(
      foldersOf(
        folder,
        pairs.map(({ gateway }) => gateway),
      ),
    ).toEqual(['together', 'together-1-2', 'together-2-1', 'together-2-2'])
    expect(pairs.map(({ gateway, partner }) => [gateway.target?.baseUrl, partner.target?.baseUrl])).toEqual([
      [at(1), at(3)],
      [at(1), at(4)],
      [at(2), at(3)],
      [at(2), at(4)],
    ])
    expect(out).toContain('All together: conformant. conformance-report/index.html links the reports.')
    expect(await readFile(join(folder, 'conformance-report/matrix.html'), 'utf8')).toContain('Conformance matrix')
    expect(await readFile(join(folder, 'conformance-report/index.html'), 'utf8')).toContain('href="matrix.html"')
  })

  test('each gets the config with its address, the others the next one of their role', async () => {
    const { run, alone, config } = await open()
    const configs = [
      ...(await config('a', { role: 'gateway', baseUrl: at(2), ocid: 12 })),
      ...(await config('b', { role: 'merchant', ocid: 13 })),
      ...(await config('c', { role: 'gateway', baseUrl: at(9), ocid: 11 })),
    ]
    await run('run', '--gateway', at(1), '--gateway', at(2), '--merchant', at(3), '--merchant', at(4), ...configs)
    expect(alone.map(({ target }) => target?.ocid)).toEqual([11, 12, 13, undefined])
  })

  test('the command that repeats a pair names its two targets alone', async () => {
    const { run, pairs, config } = await open()
    const first = await config('a', { role: 'gateway', baseUrl: at(1), ocid: 11 })
    const second = await config('b', { role: 'gateway', baseUrl: at(2), ocid: 12 })
    await run('run', '--gateway', at(1), '--gateway', at(2), '--merchant', at(3), ...first, ...second)
    expect(pairs[1]?.gateway.repeat).toEqual(['--gateway', at(2), '--merchant', at(3), ...second])
  })

  test('a variable holds several addresses, separated by spaces', async () => {
    const { run, alone } = await open()
    process.env.OC_CONFORMANCE_GATEWAY = `${at(1)} ${at(2)}`
    await run('run').finally(() => {
      delete process.env.OC_CONFORMANCE_GATEWAY
    })
    expect(alone.length).toBe(2)
  })

  test('one that is given twice is a mistake', async () => {
    const { run } = await open()
    const { code, err } = await run('run', '--gateway', at(1), '--gateway', `${at(1)}/`)
    expect({ code, err }).toEqual({
      code: 2,
      err: `error: --gateway ${at(1)} is given twice.\nGive each target once.\n`,
    })
  })
})

test('a KYC provider is tried with the gateways that list it', async () => {
  const { run, folder, pairs, config } = await open()
  const listed = await config('a', { role: 'kyc', baseUrl: at(5), ocid: 1003 })
  const other = await config('b', { role: 'kyc', baseUrl: at(6), ocid: 1004 })
  await run('run', '--gateway', at(1), '--kyc', at(5), '--kyc', at(6), ...listed, ...other)
  expect(pairs.map(({ kind, partner }) => [kind, partner.target?.baseUrl])).toEqual([['kyc', at(5)]])
  expect(
    foldersOf(
      folder,
      pairs.map(({ partner }) => partner),
    ),
  ).toEqual(['together-kyc'])
})
