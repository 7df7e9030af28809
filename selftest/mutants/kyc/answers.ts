import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../protocol/errors.ts'
import { refuse } from '../../../reference/every-role/errors.ts'
import { type KycPolicies, kycPolicies, refuseInTen } from '../../../reference/kyc/policies.ts'
import type { Mutant } from '../mutant.ts'

/** One of the ten codes in other words. */
const renamed = (code: string, by: string): Pick<KycPolicies, 'refuse'> => ({
  refuse: (refusal, operation) =>
    refusal.code === code
      ? refuse(new Refusal(by, refusal.status, refusal.message, refusal.details), operation)
      : refuseInTen(refusal, operation),
})

/** A metadata document with other auto-KYC providers. */
const accepting = (kyc: number[]): Pick<KycPolicies, 'metadata'> => ({
  metadata: (identity, key, profile) => kycPolicies.metadata({ ...identity, kyc }, key, profile),
})

/** Refusals of submissions in JSON, with a code for each status. */
const formErrorsWithCode = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method, url }, reply, payload) => {
    if (method !== 'POST' || !url.endsWith('/submit') || reply.statusCode < 400) return payload
    reply.type('application/json')
    return JSON.stringify({ error: { code: `FORM_${reply.statusCode}`, message: 'That did not work.', details: {} } })
  })
}

/** Faults of what a KYC provider says of itself, and of how it says no, in the rows that are its alone. */
export const kycAnswerMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a code of the framework',
    breaks: 'ERR-03',
    story: 'The framework validates, and its code was passed on.',
    policies: renamed('INVALID_GRANT', 'VALIDATION_ERROR'),
  },
  {
    name: 'a code as in OAuth',
    breaks: 'ERR-03',
    story: 'The code was written in lower case, as the authorization library has it.',
    policies: renamed('INVALID_GRANT', 'invalid_grant'),
  },
  {
    name: 'a code of its own for the requester',
    breaks: 'ERR-03',
    story: 'UNKNOWN_OCID does not say whose, so another code was invented.',
    policies: renamed('UNKNOWN_OCID', 'REQUESTER_NOT_FOUND'),
  },
  {
    name: 'a code of the form handler',
    breaks: 'ERR-03',
    story: 'The ten codes were taken for those of the interface, and the submission for a part of the page.',
    prepare: formErrorsWithCode,
  },
  {
    name: 'the provider accepts itself',
    breaks: 'META-10',
    story: 'It is an auto-KYC provider, after all.',
    policies: accepting([1003]),
  },
  {
    name: 'the provider names its partners',
    breaks: 'META-10',
    story: 'One configuration serves the gateway of the house as well, whose list this is.',
    policies: accepting([1003, 1103]),
  },
]
