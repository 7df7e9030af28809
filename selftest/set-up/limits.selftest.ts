import type { FastifyInstance } from 'fastify'
import { describe, expect, test } from 'vitest'
import { responseLimits } from '../../harness/http/limits.ts'
import type { Role } from '../../protocol/operations.ts'
import { certifyImplementation, clausesThat } from '../certify.ts'

/** A conformant target that sends many additional headers. */
const withHeaders = (bytes: number) => ({
  name: `${bytes} bytes of headers`,
  story: 'Every response has the cookies and the policies of ten services.',
  prepare: (server: FastifyInstance) =>
    void server.addHook('onSend', async (_request, reply) => {
      for (let at = 0; at < bytes / 4_000; at++) reply.header(`x-policy-${at}`, 'x'.repeat(3_980))
    }),
})

const quick = { depth: 'quick' as const }

describe('a target with many headers', () => {
  test.each<Role>(['gateway', 'merchant', 'kyc'])('%s: 128 KiB are read, and nothing fails', async role => {
    const only = { gateway: ['META-*', 'TRANSFER-*'], merchant: ['META-*', 'ORDER-*'], kyc: ['META-*', 'GRANT-*'] }[
      role
    ]
    const certified = await certifyImplementation(role, withHeaders(131_072), { ...quick, only })
    expect(clausesThat(certified, 'fail', 'warn', 'blocked')).toEqual([])
  })

  test('beyond the limit the run is blocked, and says so', async () => {
    const certified = await certifyImplementation('gateway', withHeaders(400_000), quick)
    expect(clausesThat(certified, 'fail', 'warn')).toEqual([])
    expect(certified.exitCode).toBe(3)
    const said = certified.report.preflight?.map(({ message }) => message).join(' ')
    expect(said).toContain(responseLimits.headers.beyond)
    expect(said).toContain('a limit of the harness')
  })
})
