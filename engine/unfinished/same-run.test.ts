import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { referenceProfile } from '../../protocol/profile.ts'
import type { TargetReading } from '../preflight/read-target.ts'
import { certify } from '../run.ts'
import { plainSettings } from '../settings/plain-settings.test.support.ts'
import type { RunSettings } from '../settings/settings.ts'
import { startReference } from '../target/reference-target.ts'
import { factsFor } from './facts.test.support.ts'
import { hasUnfinished, openUnfinished, readUnfinished } from './file.ts'
import { settingsToResume } from './plan.ts'
import { checkSameProfile, headBy, withSameMetadata } from './same-run.ts'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'same-run-'))
})
afterAll(() => rm(folder, { recursive: true }))

test('a target with another key at the same address is found before any check', { timeout: 120_000 }, async () => {
  const reportDir = join(folder, 'rotated')
  const wanted = { ...plainSettings, only: ['META-*'], reportDir }
  const started = await startReference(wanted, 'kyc')
  const { repeat: _repeat, ...settings } = started.settings
  try {
    await certify(settings, { signal: AbortSignal.abort() })
    const keep = openUnfinished(settings, new Date())
    keep(
      { id: 'one', outcome: 'pass', seconds: 0, observations: [], exchanges: [] },
      factsFor(settings, { config: { publicKey: 'another' } }),
    )
    const resumed = settingsToResume(settings, await readUnfinished(reportDir))
    const tried: string[] = []
    const run = certify(resumed, { signal: new AbortController().signal, onCheck: ({ id }) => tried.push(id) })
    await expect(run).rejects.toThrow(/differ in key \("another" there, and now "[0-9a-f]{128}"\)/)
    expect(tried).toEqual([])
    expect(hasUnfinished(reportDir)).toBe(true)
  } finally {
    await started.close()
  }
})

describe('the facts that are known after the metadata was read', () => {
  const metadata = { name: 'A', icon: 'a.png', config: { publicKey: 'aa', capabilities: ['kyc.grant'] }, kyc: [1] }
  const facts = (changes: object) => factsFor(plainSettings, { ...metadata, ...changes })
  const target = { baseUrl: 'http://127.0.0.1:9', environment: 'test' } as const
  const settings: RunSettings = { ...plainSettings, target }
  const earlier = { starts: [''], seconds: 1, results: [], head: headBy(settings, facts({})) }
  const resumed = { ...settings, earlier }
  const reading = (changes: object) => {
    const { role, target: address, metadata: read } = facts(changes)
    const metadata = { ...read, headers: [], json: undefined, ms: 0 } as unknown as TargetReading['metadata']
    return { role, metadata, address, findings: [] }
  }

  test.each([
    ['key', { config: { ...metadata.config, publicKey: 'bb' } }],
    ['key', { config: {} }],
    ['capabilities', { config: { ...metadata.config, capabilities: [] } }],
    ['KYC providers', { kyc: [2] }],
    ['config of its metadata', { config: { ...metadata.config, settlement: { accepts: [1] } } }],
  ])('has the same %s: %j', (name, changes) => {
    expect(() => withSameMetadata(resumed, reading(changes))).toThrow(`differ in ${name} (`)
  })

  test('may have another icon, name and signature', () => {
    withSameMetadata(resumed, reading({ icon: 'b.png', name: 'B', signature: '00' }))
  })

  test('is not compared if the target cannot be read', () => {
    withSameMetadata(resumed, { ...reading({ config: {} }), stop: 3 })
    const preflight = { findings: [], obstacles: { identities: {} }, stop: 3 as const }
    checkSameProfile(resumed, { ...facts({}), preflight, profile: { ...referenceProfile, version: '9' } })
  })

  test('has the same profile, however it was discovered', () => {
    const profile = { ...referenceProfile, version: '9' }
    expect(() => checkSameProfile(resumed, { ...facts({}), profile })).toThrow('profile, at "version"')
    checkSameProfile(resumed, { ...facts({}), shownBy: { version: 'its metadata' } })
  })
})

test('metadata without a canonical text is compared like any other', () => {
  const read = (kyc: string) => {
    const facts = factsFor(plainSettings, {})
    const text = `{"config":{"b":"\\ud800","a":1e400,"__proto__":1},"kyc":[${kyc}]}`
    return headBy(plainSettings, { ...facts, metadata: { ...facts.metadata, text } }).configDigest
  }
  expect(read('1e400')).toBe(read('1e400'))
  expect(read('1')).not.toBe(read('2'))
})
