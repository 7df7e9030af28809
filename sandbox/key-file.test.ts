import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { roleKey } from './key-file.ts'
import { UnreadableState } from './state/unreadable-state.ts'

let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'oc-reference-'))
})

afterEach(() => {
  vi.unstubAllEnvs()
  rmSync(folder, { recursive: true })
})

test('a new key is saved in the folder, readable by its owner only, and read again', () => {
  const { publicKey } = roleKey('kyc', folder)
  expect(readFileSync(join(folder, 'kyc.key'), 'utf8')).toMatch(/^[0-9a-f]{64}\n$/)
  expect(roleKey('kyc', folder).publicKey).toBe(publicKey)
})

test.each(['', 'a secret', '0'.repeat(64)])('a malformed key is refused, and not shown: %o', text => {
  writeFileSync(join(folder, 'kyc.key'), text)
  const refused = expect(() => roleKey('kyc', folder))
  refused.toThrow(UnreadableState)
  refused.toThrow(/kyc\.key holds no key: a private key is (?:64 hex digits|from 1)/)
  vi.stubEnv('OC_REFERENCE_KYC_KEY', text)
  expect(() => roleKey('kyc', undefined)).toThrow(/^OC_REFERENCE_KYC_KEY holds no key: a private key is (?!.*secret)/)
})

test.runIf(process.platform === 'linux')('a key is read from a regular file only', () => {
  symlinkSync('/dev/zero', join(folder, 'kyc.key'))
  expect(() => roleKey('kyc', folder)).toThrow('kyc.key is not a regular file')
})
