import { execFileSync } from 'node:child_process'
import { cp, mkdir, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { reportText, signReport } from '../../engine/certificate/sign-report.ts'
import { signer, targetKey, writeSignedReport } from '../../engine/certificate/signed-report.test.support.ts'
import { statementText } from '../../engine/certificate/statement.ts'
import { fromDer, toDer } from '../../protocol/signature/der.ts'
import { sha256Hex } from '../../protocol/signature/hash.ts'
import { decodeSignature, encodeSignature, highS } from '../../protocol/signature/signature.ts'
import type { Report } from '../../schemas/messages.ts'
import { services } from '../services.ts'
import { openTerminal } from '../terminal.test.support.ts'

const terminal = await openTerminal({ checks: services.checks })
const at = (...names: string[]) => join(terminal.folder, ...names)
const { report } = await writeSignedReport(at('run'), { role: 'merchant' })
const [firstCheck] = report.clauses.find(({ level }) => level === 'must')?.checks ?? []
await writeSignedReport(at('failing'), { role: 'merchant', ...(firstCheck ? { failed: firstCheck } : {}) })

/** Changes a signed report in a folder, and optionally how it is verified. */
type Break = (folder: string) => Promise<string[] | undefined>

const put = async (folder: string, changed: Report) => {
  await writeFile(join(folder, 'report.json'), reportText(changed))
  await writeFile(join(folder, 'report.intoto.json'), statementText(changed, signer))
}

/** A change by the signer of the report, who signs report and statement again. */
const signed =
  (changes: object): Break =>
  async folder =>
    void (await put(folder, signReport({ ...report, ...changes }, signer)))

const without =
  (name: string): Break =>
  folder =>
    rm(join(folder, name)).then(() => undefined)

const withText =
  (name: string, change: (text: string) => string): Break =>
  async folder => {
    const path = join(folder, name)
    await writeFile(path, change(await readFile(path, 'utf8')))
    return undefined
  }

/** Replaces a file by something that is not a regular file. */
const instead =
  (name: string, make: (path: string) => unknown): Break =>
  async folder => {
    await rm(join(folder, name))
    await make(join(folder, name))
    return undefined
  }

const pipe = (path: string) => execFileSync('mkfifo', [path])
const zero = (path: string) => symlink('/dev/zero', path)
const irregular = (name: string): [string, Break][] =>
  process.platform === 'linux'
    ? [
        [`${name} is a pipe`, instead(name, pipe)],
        [`${name} is a link to a device`, instead(name, zero)],
        [`${name} is a folder`, instead(name, mkdir)],
      ]
    : []

const { challenge, run, target, clauses, checks, profile } = report
const payload = challenge?.signed ?? expect.fail('nothing is signed')
const onChallenge = (changes: object) => signed({ challenge: { ...challenge, ...changes } })
const onPayload = (changes: Partial<typeof payload>) => onChallenge({ signed: { ...payload, ...changes } })
const onTarget = (changes: Partial<Report['target']>) => signed({ target: { ...target, ...changes } })
const onRun = (changes: Partial<Report['run']>) => signed({ run: { ...run, ...changes } })
const onFirst = (
  change: Partial<Report['clauses'][number]>,
  isWanted = (clause: Report['clauses'][number]) => clause.level === 'must',
) => {
  const index = clauses.findIndex(isWanted)
  return clauses.map((clause, place) => (place === index ? { ...clause, ...change } : clause))
}
/** A change of the evidence by the signer, who also updates the digest. */
const onEvidence =
  (change: (text: string) => string): Break =>
  async folder => {
    const text = change(await readFile(join(folder, 'exchanges.ndjson'), 'utf8'))
    await writeFile(join(folder, 'exchanges.ndjson'), text)
    return signed({ evidence: { file: 'exchanges.ndjson', digest: sha256Hex(text) } })(folder)
  }

const malleated = (compact: Uint8Array | undefined) => highS(compact ?? new Uint8Array(64))
const signature = report.signature ?? expect.fail('the report is not signed')
const highSignature = {
  ...signature,
  value: encodeSignature({ compact: malleated(decodeSignature(signature.value)), recovery: 0 }),
}
const { signature: _signature, ...unsigned } = report
const highStatement = (text: string): string => {
  const envelope = JSON.parse(text)
  const [{ keyid, sig }] = envelope.signatures
  const high = toDer(malleated(fromDer(Buffer.from(sig, 'base64'))))
  return `${JSON.stringify({ ...envelope, signatures: [{ keyid, sig: Buffer.from(high).toString('base64') }] })}\n`
}

/** For each line of `report verify`, a change that breaks it. */
const breaks: Record<string, [what: string, change: Break][]> = {
  signature: [
    ['unsigned', async folder => void (await writeFile(join(folder, 'report.json'), reportText(unsigned)))],
    ['changed', withText('report.json', text => text.replace('"seconds": 0.1', '"seconds": 0.2'))],
    ['by a different key than the one given', async () => ['--key', targetKey.publicKey]],
    ['with the other valid s', folder => put(folder, { ...report, signature: highSignature }).then(() => undefined)],
  ],
  layout: [['a blank more', withText('report.json', text => text.replace('\n', '\n '))]],
  evidence: [
    ['missing', without('exchanges.ndjson')],
    ['a line more', withText('exchanges.ndjson', text => `${text}{}\n`)],
    ['elsewhere', signed({ evidence: { file: '../exchanges.ndjson', digest: '' } })],
    ['none', signed({ evidence: undefined })],
    ...irregular('exchanges.ndjson'),
  ],
  pictures: [
    ['missing', without('pages/1.jpg')],
    ['changed', withText('pages/1.jpg', () => 'another')],
    ...irregular('pages/1.jpg'),
  ],
  metadata: [
    ['missing', without('target-metadata.json')],
    ['changed', withText('target-metadata.json', text => `${text} `)],
    ['with another key', onTarget({ publicKey: signer.publicKey })],
    ['elsewhere', onTarget({ metadataFile: '../run/target-metadata.json' })],
    ...irregular('target-metadata.json'),
  ],
  statement: [
    ['missing', without('report.intoto.json')],
    [
      'of another report',
      withText('report.intoto.json', () => statementText({ ...report, verdict: 'incomplete' }, signer)),
    ],
    ['by another key', withText('report.intoto.json', () => statementText(report, targetKey))],
    ['with the other valid s', withText('report.intoto.json', highStatement)],
    ...irregular('report.intoto.json'),
  ],
  register: [
    ['another edition', onRun({ register: '0' })],
    ['a clause is missing', signed({ clauses: clauses.slice(1) })],
    ['a clause is there twice', signed({ clauses: [...clauses, ...clauses.slice(0, 1)] })],
    ['a clause of another role', signed({ clauses: [...clauses, { ...clauses[0], id: 'CHECKOUT-01' }] })],
    ['another level', signed({ clauses: onFirst({ level: 'should' }) })],
  ],
  harness: [
    ['a check is missing', signed({ checks: checks.slice(1) })],
    ['a check that does not exist', signed({ checks: [...checks, { ...checks[0], id: 'a/b' }] })],
  ],
  profile: [
    ['an unknown choice', signed({ profile: { ...profile, signatureEncoding: { value: 'x', shownBy: 'y' } } })],
  ],
  verdict: [
    ['a part is selected', onRun({ selection: { only: ['ORDER-*'] } })],
    ['a shard', onRun({ shard: '1/2' })],
    ['interrupted', onRun({ interrupted: true })],
    ['a known failure', signed({ clauses: onFirst({ verdict: 'known' }) })],
    ['a failure', signed({ clauses: onFirst({ verdict: 'fail' }) })],
    ['blocked', signed({ clauses: onFirst({ verdict: 'blocked' }) })],
    ['other counts', signed({ counts: { ...report.counts, must: { pass: 1 } } })],
    ['a check that failed', signed({ checks: checks.map(check => ({ ...check, verdict: 'fail' as const })) })],
  ],
  challenge: [
    ['none', signed({ challenge: undefined })],
    ['another address', onTarget({ baseUrl: 'http://b.example' })],
    ['another OCID', onTarget({ ocid: 7 })],
    ['another environment', onTarget({ environment: 'production' })],
    ['another digest', onTarget({ metadataDigest: 'a'.repeat(64) })],
    ['another seed', onRun({ seed: 2 })],
    ['another depth', onRun({ depth: 'thorough' })],
    ['another version', onRun({ harness: '0.9.0' })],
    ['another time', onChallenge({ drawn: '2020-01-01T00:00:00.000Z' })],
    ['another nonce', onChallenge({ nonce: '0'.repeat(32) })],
    ['nothing is signed', onChallenge({ signed: undefined })],
    [
      'the signed document is from another run',
      onPayload({ canonical: payload.canonical.replace(challenge?.value ?? '', 'x') }),
    ],
    ['another signature', onPayload({ signature: payload.signature.replace(/^../, '00') })],
    ['another key', onPayload({ publicKey: signer.publicKey })],
    ['another encoding', onPayload({ encoding: 'der-hex' })],
    ['of a missing exchange', onPayload({ exchange: '2' })],
    ['evidence of another run', onEvidence(text => text.replaceAll(challenge?.value ?? '', '0'.repeat(20)))],
    ['evidence without the exchange', onEvidence(text => text.replace('{"id":"1"', '{"id":"3"'))],
    ['an exchange with something else', onEvidence(text => text.replace('1700000000', '1700000001'))],
  ],
}

/** Verifies a copy of a report after a change. */
const verifyAfter = async (change: Break, name = 'run') => {
  await rm(at('copy'), { recursive: true, force: true })
  await cp(at(name), at('copy'), { recursive: true })
  const argv = await change(at('copy'))
  return terminal.run('report', 'verify', 'copy', ...(argv ?? []))
}

test('each line that docs/certificate.md promises matches at first, and is then broken here', async () => {
  const text = await readFile(join(import.meta.dirname, '..', '..', 'docs', 'certificate.md'), 'utf8')
  const [, table = ''] =
    /^\| line .*?\n((?:\|.*\n)+)/m.exec(text.slice(text.indexOf('## What `report verify` checks'))) ?? []
  const names = [...table.matchAll(/^\| ([^|]+?) +\|/gm)].flatMap(([, cell = '']) => cell.match(/\w+/g) ?? [])
  expect(names.filter(name => name !== '').toSorted()).toEqual(Object.keys(breaks).toSorted())
  const { code, out } = await verifyAfter(async () => undefined)
  for (const name of names.filter(each => each !== 'pictures')) expect(out).toMatch(new RegExp(`✓ ${name}\\b`))
  expect(code).toBe(0)
})

describe('a misfit is a line, and 1', () => {
  const all = Object.entries(breaks).flatMap(([name, changes]) =>
    changes.map(([what, change]) => ({ name, what, change })),
  )

  test.each(all)('$name: $what', async ({ name, change }) => {
    const { code, out, err } = await verifyAfter(change, name === 'pictures' ? 'failing' : 'run')
    expect(err).toBe('')
    expect(out).toMatch(new RegExp(`✕ ${name}\\b`))
    expect(code).toBe(1)
  })

  test.runIf(process.platform === 'linux').each([
    ['a pipe', pipe],
    ['a link to a device', zero],
  ])('report.json is %s: 2', async (_, make) => {
    const { code, err } = await verifyAfter(instead('report.json', make))
    expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('is not a regular file') })
  })
})
