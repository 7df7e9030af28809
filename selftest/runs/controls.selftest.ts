import { execFile } from 'node:child_process'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:https'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, test } from 'vitest'
import { plainSettings } from '../../engine/settings/plain-settings.test.support.ts'
import { startReference } from '../../engine/target/reference-target.ts'
import { roles } from '../../protocol/operations.ts'
import type { CommonPolicies } from '../../reference/every-role/contract.ts'
import { certifyImplementation, certifyTarget, clausesThat } from '../certify.ts'

describe('a run that tried nothing does not pass', () => {
  test.concurrent.for(roles)('%s', async (role, { expect }) => {
    const reference = await startReference(plainSettings, role)
    const certified = await certifyTarget({ ...reference.settings, skip: ['*'] }).finally(reference.close)
    expect(certified.report.verdict).toBe('incomplete')
    expect(certified.exitCode).toBe(3)
  })
})

/** Policies without the checks that every role makes. */
const withoutVerification: Partial<CommonPolicies> = {
  authenticationRules: [],
  verifyRequest: () => true,
  verifyPayload: () => true,
  shapeViolations: () => [],
}

const withoutChecks = {
  gateway: { ...withoutVerification, checkoutRules: [], transferRules: [], paymentRules: [] },
  merchant: { ...withoutVerification, orderRules: [], webhookRules: [], objections: [] },
  kyc: { grantRules: [], submissionRules: [], isFromPage: () => true },
} as const

describe('a target that accepts everything is non-conformant', () => {
  test.concurrent.for(roles)('%s', async (role, { expect }) => {
    const policies = withoutChecks[role] as Partial<CommonPolicies>
    const certified = await certifyImplementation(role, {
      name: 'accepts everything',
      story: 'Nothing is checked.',
      policies,
      // Unchecked input also makes the reference's own code fail.
      ports: { reportBug: () => undefined },
    })
    expect(certified.report.verdict).toBe('non-conformant')
    expect(certified.exitCode).toBe(1)
    expect(clausesThat(certified, 'fail')).not.toEqual([])
  })
})

/** Runs the command line in a separate process, since certificates are read at start-up. */
const runCommandLine = (args: string[], env: NodeJS.ProcessEnv): Promise<{ code: number; out: string }> =>
  new Promise(resolve => {
    const file = fileURLToPath(new URL('../../bin.ts', import.meta.url))
    execFile(process.execPath, [file, ...args], { env: { ...process.env, ...env } }, (error, stdout, stderr) =>
      resolve({ code: typeof error?.code === 'number' ? error.code : 0, out: stdout + stderr }),
    )
  })

test('a certificate for another name is named as the cause, and nothing fails', async ({ expect }) => {
  const fixture = (name: string) => new URL(`fixtures/other.example.${name}.pem`, import.meta.url)
  const [key, cert] = await Promise.all(['key', 'cert'].map(name => readFile(fixture(name))))
  const server = createServer({ key, cert }, (_request, response) => response.end('{}'))
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve))
  const folder = await mkdtemp(join(tmpdir(), 'oc-conformance-'))
  const baseUrl = `https://127.0.0.1:${(server.address() as AddressInfo).port}`
  try {
    const { code, out } = await runCommandLine(
      ['run', baseUrl, '--role', 'gateway', '--ocid', '1001', '--report', folder],
      {
        NODE_EXTRA_CA_CERTS: fileURLToPath(fixture('cert')),
      },
    )
    expect(code).toBe(3)
    expect(out).toMatch(/altname|certificate/i)
    const report = JSON.parse(await readFile(join(folder, 'report.json'), 'utf8'))
    expect(report.counts.must.fail).toBe(0)
  } finally {
    server.closeAllConnections()
    server.close()
    await rm(folder, { recursive: true })
  }
})
