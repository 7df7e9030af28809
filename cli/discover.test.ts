import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { referenceProfile } from '../protocol/profile.ts'
import { freePort } from '../sandbox/free-port.ts'
import { serveReference } from '../sandbox/serve.ts'
import { openTerminal } from './terminal.test.support.ts'

describe('discover', { timeout: 60_000 }, () => {
  test('prints a profile that a run can be given, and the evidence of each choice', async () => {
    const terminal = await openTerminal()
    const port = await freePort()
    const baseUrl = `http://127.0.0.1:${port}`
    await terminal.run('init', baseUrl, '--role', 'merchant', '--ocid', '1002')
    const { readDocument } = await import('../engine/settings/json-file.ts')
    const provisioning = await readDocument('provisioning', join(terminal.folder, 'provisioning.json'), 'provisioning')
    const profile = {
      ...referenceProfile,
      signatureEncoding: 'der-hex' as const,
      canonicalEscapes: ['slash', 'non-ascii'] as const,
      canonicalRequest: { template: '${timestamp}|${nonce}|${method}|${path}|${bodyHash}' },
    }
    const served = await serveReference({ roles: ['merchant'], provisioning, port, profile })
    try {
      const text = await terminal.run('discover')
      expect(text.out).toContain(`The profile of the merchant at ${baseUrl}:`)
      expect(text.out).toMatch(/^signatureEncoding +der-hex\n +the signature of its metadata$/m)
      expect(text.out).toMatch(
        /^canonicalRequest +timestamp, nonce, method, path, body; joined by bars; hash of the body$/m,
      )
      expect(text.out).toMatch(/^headerSignatureEncoding +der-hex$/m)
      expect(text.out).toMatch(/^canonicalEscapes +slash, non-ascii$/m)
      expect(text.out.replace(/\s+/g, ' ')).toContain(
        'anyone who verifies its signatures, or signs for it, must escape the same way',
      )
      expect(text.code).toBe(0)
      const found = JSON.parse((await terminal.run('discover', '--json')).out)
      const { signatureEncoding, canonicalEscapes, canonicalRequest } = profile
      expect(found.profile).toMatchObject({ signatureEncoding, canonicalEscapes, canonicalRequest })
      await writeFile(join(terminal.folder, 'found.json'), JSON.stringify(found.profile))
      await terminal.run('run', '--profile', 'found.json')
      expect(terminal.settings().profile).toMatchObject({ canonicalRequest: profile.canonicalRequest })
    } finally {
      await served.close()
    }
  })

  test('reports without a config the choices that metadata shows, and the settings that are missing for more', async () => {
    const served = await serveReference({ roles: ['gateway'] })
    try {
      const terminal = await openTerminal()
      const { code, out } = await terminal.run('discover', served.roles.gateway?.baseUrl ?? '')
      expect(out).toMatch(/^signatureEncoding +compact-hex$/m)
      expect(out).toMatch(/^canonicalRequest +not found$/m)
      expect(out).toContain('Needs identities')
      expect(code).toBe(3)
    } finally {
      await served.close()
    }
  })

  test('exits with 3 if nothing answers', async () => {
    const { code, out } = await (await openTerminal()).run('discover', 'http://127.0.0.1:9', '--role', 'gateway')
    expect(out).toContain('cannot be read')
    expect(code).toBe(3)
  })
})
