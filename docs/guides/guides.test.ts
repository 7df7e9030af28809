import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import type { Io } from '../../cli/io.ts'
import { main } from '../../cli/main.ts'
import { services } from '../../cli/services.ts'
import { selects } from '../../engine/checks/selection.ts'
import { openEvidence } from '../../engine/evidence/evidence.ts'
import { openRun } from '../../engine/open-run.ts'
import { reportFiles } from '../../engine/report/files.ts'
import { prepareFolder, writeReport } from '../../engine/report/write-report.ts'
import { runChecks } from '../../engine/runner/in-process.ts'
import { targetFactsOf } from '../../engine/target/target-facts.ts'
import { forwarder } from '../../engine/tunnel/scripts.test.support.ts'
import { withTunnel } from '../../engine/tunnel/with-tunnel.ts'
import { freePort } from '../../sandbox/free-port.ts'
import { violations } from '../../schemas/validate.ts'
import { checksOf } from '../../suites/index.ts'
import { documents, words } from '../documents.ts'

const guides = documents().filter(({ name }) => name.startsWith('docs/guides/'))
const blocksIn = (text: string, language: string): string[] =>
  [...text.matchAll(/^```(\w+)\n([\s\S]*?)^```$/gm)].flatMap(([, kind, block = '']) =>
    kind === language ? [block] : [],
  )

const ends: (() => unknown)[] = []
afterAll(async () => {
  for (const end of ends.reverse()) await end()
})

/** Certifies in this process, which is faster; of the checks one of them is run. */
const certify: Io['services']['certify'] = (given, { signal }) =>
  withTunnel({ ...given, only: ['META-01'] }, signal, async settings => {
    await prepareFolder(settings.reportDir)
    const evidence = openEvidence(join(settings.reportDir, reportFiles.exchanges), [])
    const open = await openRun(settings, evidence, signal)
    const checks = checksOf(open.run.role)
    const selected = settings.preflightOnly ? [] : checks.filter(check => selects(settings, check))
    const results = await runChecks(open, selected, signal)
    await evidence.close()
    return writeReport(settings, { facts: targetFactsOf(open), results, interrupted: false, checks }, new Date())
  })

/** Opens a folder for running command lines as in a terminal; runs try one clause, so that they are short. */
const openFolder = async () => {
  const folder = await mkdtemp(join(tmpdir(), 'oc-guide-'))
  ends.push(() => rm(folder, { recursive: true, force: true }))
  const run = async (argv: readonly string[], onOutput: (text: string) => void = () => undefined) => {
    const printed = { out: '', err: '' }
    const io: Io = {
      out: text => {
        printed.out += text
        onOutput(text)
      },
      err: text => {
        printed.err += text
      },
      env: {},
      folder,
      columns: 100,
      isTerminal: { out: false, err: false },
      onInterrupt: stop => {
        ends.push(stop)
        return () => undefined
      },
      services: { ...services, certify },
    }
    return { code: await main(argv, io), ...printed }
  }
  /** Runs a reference until the end of the tests; resolves when it is ready. */
  const serve = (argv: readonly string[]) =>
    new Promise<{ code: number }>(resolve => {
      void run(argv, () => resolve({ code: 0 })).then(resolve)
    })
  return { folder, run, serve }
}

/** Ports of this machine instead of those of the guides: one for each address, and one for each counterpart. */
const createPorts = () => {
  const taken = new Map<string, Promise<number>>()
  const portFor = (name: string): Promise<number> => {
    const port = taken.get(name) ?? freePort()
    taken.set(name, port)
    return port
  }
  return async (line: string): Promise<string> => {
    const isInit = line.includes(' init ')
    const dir = line.match(/--dir (\S+)/)?.[1] ?? ''
    const counterpart = await portFor(`counterpart ${dir}`)
    const moved = line.replace(/:4900/g, `:${counterpart}`)
    const withListen = isInit && !moved.includes('--listen') ? `${moved} --listen 127.0.0.1:${counterpart}` : moved
    const targets = [...withListen.matchAll(/(?:127\.0\.0\.1:|--port )(401\d)/g)].map(([, port = '']) => port)
    let text = withListen
    for (const port of targets) text = text.replaceAll(port, String(await portFor(port)))
    return text
  }
}

describe.each(guides)('$name', ({ text }) => {
  test('each of its commands works as described', { timeout: 120_000 }, async () => {
    const { folder, run, serve } = await openFolder()
    await writeFile(join(folder, 'tunnel.mjs'), forwarder)
    const move = createPorts()
    const lines = blocksIn(text, 'sh').flatMap(block => block.replaceAll('\\\n', ' ').trim().split('\n'))
    expect(lines.length).toBeGreaterThan(4)
    const isServed = lines.some(line => line.startsWith('oc-conformance serve'))
    const target = 'serve gateway --port 4010 --ocid 1001 --provisioning same-host/provisioning.json'
    for (const line of lines) {
      // A guide that is about no target has one from the first preflight on.
      if (!isServed && line.startsWith('oc-conformance preflight')) await serve(words(await move(target)))
      const tunneled = line.replace(
        /--tunnel "[^"]*"/,
        `--tunnel "'${process.execPath}' '${join(folder, 'tunnel.mjs')}' {port}"`,
      )
      const [program, ...argv] = words(await move(tunneled))
      const ran = argv[0] === 'serve' ? await serve(argv) : await run(argv)
      expect({ program, line, ...ran }).toMatchObject({ program: 'oc-conformance', line, code: 0 })
    }
  })

  test('its parts of a config are valid', () => {
    for (const block of blocksIn(text, 'json')) expect(violations('config', JSON.parse(block))).toEqual([])
  })
})

test('every reader has a guide, and certify.md lists them', () => {
  const certify = documents().find(({ name }) => name === 'docs/certify.md')?.text ?? ''
  expect(guides.map(({ name }) => name.replace('docs/guides/', ''))).toEqual([
    'gateway.md',
    'kyc.md',
    'merchant.md',
    'reach.md',
  ])
  for (const { name } of guides) expect(certify).toContain(name.replace('docs/', ''))
})
