import { execFile } from 'node:child_process'
import { cp, readFile, rm, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { signReport } from '../../engine/certificate/sign-report.ts'
import { signer, targetKey, writeSignedReport } from '../../engine/certificate/signed-report.test.support.ts'
import type { Report } from '../../schemas/messages.ts'
import { services } from '../services.ts'
import { openTerminal } from '../terminal.test.support.ts'

const terminal = await openTerminal({ checks: services.checks })
const at = (...names: string[]) => join(terminal.folder, ...names)
const verify = (...argv: string[]) => terminal.run('report', 'verify', ...argv)
const original = await writeSignedReport(at('run'), { role: 'merchant' })

const copied = async (name: string) => {
  await rm(at(name), { recursive: true, force: true })
  await cp(at('run'), at(name), { recursive: true })
}

/** Replaces the signed report with a changed text. */
const changed = async (name: string, change: (text: string) => string) => {
  await copied(name)
  await writeFile(at(name, 'report.json'), change(await readFile(at(name, 'report.json'), 'utf8')))
  return verify(name)
}

/** Verifies a report that its own signer signed again, with changes. */
const signedAgain = async (name: string, changes: Partial<Report>) => {
  await copied(name)
  await rm(at(name, 'report.intoto.json'))
  const report = signReport({ ...original.report, ...changes }, signer)
  await writeFile(at(name, 'report.json'), `${JSON.stringify(report, null, 2)}\n`)
  return verify(name)
}

describe('report verify', () => {
  test('a signed report of a conformant run fits', async () => {
    const { code, out } = await verify('run', '--key', signer.publicKey.toUpperCase())
    expect(out).not.toMatch(/✕/)
    expect(out).toMatch(/✓ signature By the key [0-9a-f]{128}, the one given\./)
    expect(out).toMatch(/✓ challenge Its key signed the order of exchange 1/)
    expect(out).toMatch(/report\.html is not verified: report render REPORT --to html writes it again\./)
    expect(out).toMatch(/Everything fits\. The verdict is conformant/)
    expect(code).toBe(0)
  })

  test('prints JSON for programs', async () => {
    const { code, out } = await verify('run', '--json')
    const { findings, ...head } = JSON.parse(out)
    expect([code, head]).toEqual([0, { version: 1, fits: true, verdict: 'conformant', target: original.report.target }])
    expect(findings[0]).toMatchObject({ name: 'signature', fits: true })
  })

  test('one changed byte anywhere is found', { timeout: 120_000 }, async () => {
    const names = ['report.json', 'exchanges.ndjson', 'target-metadata.json', 'report.intoto.json', 'pages/1.jpg']
    const files = await Promise.all(names.map(async name => ({ name, bytes: await readFile(at('run', name)) })))
    await copied('flipped')
    const flip = fc.record({ file: fc.constantFrom(...files), place: fc.nat(), by: fc.integer({ min: 1, max: 255 }) })
    await fc.assert(
      fc.asyncProperty(flip, async ({ file: { name, bytes }, place, by }) => {
        const flipped = Buffer.from(bytes)
        const index = place % bytes.length
        flipped[index] = (bytes[index] ?? 0) ^ by
        await writeFile(at('flipped', name), flipped)
        const { code, out, err } = await verify('flipped')
        await writeFile(at('flipped', name), bytes)
        expect([1, 2]).toContain(code)
        expect(out + err).toMatch(/✕|error:/)
      }),
      { numRuns: 120, seed: 1 },
    )
  })

  test.each([
    ['a blank in another place', (text: string) => text.replace('\n', '\n ')],
    [
      'an upper-case digit in the signature',
      (text: string) => text.replace(/"value": "[0-9a-f]{128}/, hex => hex.toUpperCase().replace('VALUE', 'value')),
    ],
    ['no end of line', (text: string) => text.trimEnd()],
    ['an escape', (text: string) => text.replace('merchant', '\\u006derchant')],
    ['another verdict of a check', (text: string) => text.replace('"verdict": "pass"', '"verdict": "fail"')],
    ['a byte order mark', (text: string) => `\uFEFF${text}`],
  ])('%s', async (_what, change) => {
    const { code, out } = await changed('changed', change)
    expect(out).toMatch(/✕ (signature|layout)/)
    expect(code).toBe(1)
  })

  test('a file that is missing', async () => {
    await copied('missing')
    await rm(at('missing', 'target-metadata.json'))
    const { code, out } = await verify('missing')
    expect([code, out]).toEqual([
      1,
      expect.stringMatching(/✕ metadata {2}target-metadata\.json is not beside the report/),
    ])
  })

  test('a different key than the one given', async () => {
    const { code, out } = await verify('run', '--key', original.report.target.publicKey ?? '')
    expect([code, out]).toEqual([1, expect.stringMatching(/✕ signature It is by a different key/)])
  })

  test('a report that is not signed says so, and its files are verified', async () => {
    const { signature: _signature, ...report } = original.report
    const { code, out } = await changed('unsigned', () => `${JSON.stringify(report, null, 2)}\n`)
    expect(code).toBe(1)
    expect(out).toMatch(/✕ signature The report is not signed/)
    expect(out).toMatch(/✓ evidence/)
  })

  const { challenge, run, clauses, target } = original.report

  test.each<[string, Partial<Report>, RegExp]>([
    [
      'another metadata digest',
      { target: { ...target, metadataDigest: 'a'.repeat(64) } },
      /✕ challenge It is from another run/,
    ],
    ['another seed', { run: { ...run, seed: 2 } }, /✕ challenge It is from another run/],
    ['another edition', { run: { ...run, register: '1' } }, /✕ register {2}It is in edition "1"/],
    ['a missing clause', { clauses: clauses.slice(1) }, /✕ register {2}The clause \S+ is missing/],
    ['a missing check', { checks: original.report.checks.slice(1) }, /✕ harness {3}The check \S+ is missing/],
    [
      'a selected part',
      { run: { ...run, selection: { only: ['ORDER-*'] } } },
      /✕ verdict {3}It says conformant, but only/,
    ],
    ['an unknown dialect', { profile: { signatureEncoding: { value: 'x', shownBy: 'y' } } }, /✕ profile/],
    [
      'a verdict that its clauses do not have',
      { verdict: 'non-conformant' },
      /✕ verdict {3}It says non-conformant, and no/,
    ],
    ['no challenge', { challenge: undefined } as unknown as Partial<Report>, /✕ challenge The report has none/],
  ])('a change by its own signer, %s, does not fit', async (_what, changes, line) => {
    const { code, out } = await signedAgain('again', changes)
    expect(out).toMatch(line)
    expect(code).toBe(1)
  })

  test('a challenge of another run does not pass', async () => {
    const { report } = await writeSignedReport(at('other'), { role: 'merchant' })
    const both = await signedAgain('foreign', { ...(report.challenge && { challenge: report.challenge }) })
    expect([both.code, both.out]).toEqual([1, expect.stringMatching(/✕ challenge It is from another run/)])
    const { signed } = report.challenge ?? {}
    const payload = await signedAgain('payload', challenge && signed ? { challenge: { ...challenge, signed } } : {})
    expect([payload.code, payload.out]).toEqual([1, expect.stringMatching(/✕ challenge .* the challenge is not in it/)])
  })

  test('a report that names files elsewhere has none read', async () => {
    const { code, out } = await signedAgain('elsewhere', { evidence: { file: '../../etc/passwd', digest: '0' } })
    expect([code, out]).toEqual([1, expect.stringMatching(/✕ evidence {2}"\.\.\/.*is not the name of a file beside/)])
  })

  test('hostile texts are made visible', async () => {
    const { out } = await signedAgain('hostile', { target: { ...target, baseUrl: 'http://a/\u001b[2J\u202e<b>' } })
    expect(out).toMatch(/⟨U\+001B⟩/)
    expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u)
  })
})

test('the program in docs/certificate.md verifies the document that the target signed', async () => {
  await cp(at('run'), at('conformance-report'), { recursive: true })
  const text = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'certificate.md'), 'utf8')
  const [, program = ''] = /```js\n([\s\S]*?)```/.exec(text) ?? []
  const { stdout } = await promisify(execFile)(process.execPath, ['-e', program], { cwd: terminal.folder })
  expect(stdout).toBe('true\n')
})

describe('report verify, of other runs', () => {
  test('a failure fits, and is not a certificate', async () => {
    const [failed] = original.report.clauses.find(({ level }) => level === 'must')?.checks ?? []
    await writeSignedReport(at('failing'), { role: 'merchant', ...(failed ? { failed } : {}) })
    const { code, out } = await verify('failing')
    expect(out).toMatch(/✓ pictures/)
    expect(out).toMatch(/the verdict is non-conformant: this is not a certificate/)
    expect(code).toBe(0)
    expect((await verify('failing', '--conformant')).code).toBe(1)
  })

  test('a report that its own target signed says so', async () => {
    await writeSignedReport(at('own'), { role: 'merchant', settings: { signWith: targetKey } })
    const { code, out } = await verify('own')
    expect([code, out]).toEqual([0, expect.stringMatching(/✓ signature .* It is the key of the target itself/)])
  })

  test('a part is partial', async () => {
    await writeSignedReport(at('part'), { role: 'merchant', settings: { only: ['ORDER-*'] } })
    const { code, out } = await verify('part')
    expect(code).toBe(0)
    expect(out).toMatch(/✓ harness .* Only a part was selected/)
    expect(out).toMatch(/the verdict is partial: this is not a certificate/)
    expect((await verify('part', '--conformant')).code).toBe(1)
  })

  test('a KYC provider signs its metadata alone', async () => {
    await writeSignedReport(at('kyc'), { role: 'kyc' })
    const { code, out } = await verify('kyc')
    expect(out).toMatch(/✓ metadata .* its own key signed it/)
    expect(out).toMatch(/✓ challenge A KYC provider signs its metadata alone/)
    expect(code).toBe(0)
  })

  test('a gateway that signs nothing of the run has no certificate', async () => {
    await writeSignedReport(at('silent'), { role: 'gateway', signs: () => ({ txid: '1' }) })
    const { code, out } = await verify('silent')
    expect([code, out]).toEqual([1, expect.stringMatching(/✕ challenge The target signed nothing with it/)])
  })

  test.each([
    ['cut', (text: string) => text.slice(0, 1_000), /is not JSON/],
    ['of another version', (text: string) => text.replace('"version": 1', '"version": 2'), /is not of version 1/],
    ['no report', () => '[]', /is not a report/],
  ])('a report that is %s cannot be read', async (_what, change, cause) => {
    const { code, err } = await changed('unreadable', change)
    expect([code, err]).toEqual([2, expect.stringMatching(cause)])
  })

  test('files of gigabytes are not read', async () => {
    await copied('large')
    await truncate(at('large', 'exchanges.ndjson'), 3 * 1_073_741_824)
    expect(await verify('large')).toMatchObject({ code: 2, err: expect.stringMatching(/larger than 1 GiB/) })
    await truncate(at('large', 'report.json'), 3 * 1_073_741_824)
    expect(await verify('large')).toMatchObject({ code: 2, err: expect.stringMatching(/larger than 16 MiB/) })
  })

  test('--key accepts only a public key', async () =>
    expect(await verify('run', '--key', '12')).toMatchObject({ code: 2, err: expect.stringMatching(/128 hex digits/) }))
})
