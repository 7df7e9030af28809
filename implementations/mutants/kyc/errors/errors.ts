import type { FastifyInstance } from 'fastify'
import { Refusal } from '../../../../protocol/errors.ts'
import { refuse } from '../../../../reference/every-role/errors.ts'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { refuseInTen } from '../../../../reference/kyc/errors.ts'
import type { Mutant } from '../../mutant.ts'

/** Renames one of the ten codes. */
const renameCode = (code: string, by: string): Pick<KycPolicies, 'refuse'> => ({
  refuse: (refusal, operation) =>
    refusal.code === code
      ? refuse(new Refusal(by, refusal.status, refusal.message, refusal.details), operation)
      : refuseInTen(refusal, operation),
})

/** Refuses submissions in JSON, with a code for each status. */
const writeFormErrorsAsJson = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method, url }, reply, payload) => {
    if (method !== 'POST' || !url.endsWith('/submit') || reply.statusCode < 400) return payload
    reply.type('application/json')
    return JSON.stringify({ error: { code: `FORM_${reply.statusCode}`, message: 'That did not work.', details: {} } })
  })
}

/** Refuses tampered submissions in JSON, with an undocumented code. */
const writeChangedFormsAsJson = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ method, url, body }, reply, payload) => {
    const isFilledIn = body instanceof URLSearchParams && body.has('user_ocid')
    const isForm = method === 'POST' && url.endsWith('/submit') && reply.statusCode === 400 && isFilledIn
    if (!isForm || String(payload).includes('<form')) return payload
    reply.type('application/json')
    return JSON.stringify({ error: { code: 'FORM_CHANGED', message: 'The form was changed.', details: {} } })
  })
}

const changeRefusals = (change: (refusal: Refusal) => Refusal): Pick<KycPolicies, 'refuse'> => ({
  refuse: (refusal, operation) => refuse(change(refusal), operation),
})

const refuseInTenCodes: KycPolicies['refuse'] = (refusal, operation) => refuseInTen(refusal, operation)

const renameCodes = (codes: Readonly<Record<string, string>>): Pick<KycPolicies, 'refuse'> =>
  changeRefusals(({ code, status, message, details }) => new Refusal(codes[code] ?? code, status, message, details))

/** Faults in the error codes of a KYC provider (ERR-02, ERR-03). */
export const kycErrorMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a code of the framework',
    breaks: 'ERR-03',
    story: 'The framework validates, and its error code was passed on.',
    policies: renameCode('INVALID_GRANT', 'VALIDATION_ERROR'),
  },
  {
    name: 'a code as in OAuth',
    breaks: 'ERR-03',
    story: 'The code is in lower case, as in the authorization library.',
    policies: renameCode('INVALID_GRANT', 'invalid_grant'),
  },
  {
    name: 'a code of its own for the requester',
    breaks: 'ERR-03',
    story: 'UNKNOWN_OCID does not say whose OCID, so another code was invented.',
    policies: renameCode('UNKNOWN_OCID', 'REQUESTER_NOT_FOUND'),
  },
  {
    name: 'a code of the form handler',
    breaks: 'ERR-03',
    story: 'The ten codes were assumed to apply only to the API, and the submission to be part of the page.',
    prepare: writeFormErrorsAsJson,
  },
  {
    name: 'a code of its own for a changed form',
    breaks: 'ERR-03',
    story: 'A client that changes the callback address in the form is an attacker, not an API caller.',
    prepare: writeChangedFormsAsJson,
  },
  {
    name: 'unknown users and requesters get a page',
    breaks: 'ERR-01',
    story: 'The lookup throws in the page controller, whose error handler responds.',
    prepare: server => {
      server.addHook('onSend', async ({ url }, reply, payload) => {
        if (reply.statusCode !== 400 || !/\/kyc\/grant\/7999|user_ocid=8999/.test(url)) return payload
        reply.type('text/html; charset=utf-8')
        return '<h1>Sorry</h1>'
      })
    },
  },
  {
    name: 'an invalid callback address is unprocessable',
    breaks: 'ERR-02',
    alsoBreaks: ['GRANT-02', 'GRANT-04', 'GRANT-09'],
    story: 'Our API guideline says 422.',
    policies: {
      refuse: (refusal, operation) => ({
        ...refuseInTenCodes(refusal, operation),
        ...(refusal.code === 'INVALID_CALLBACK_URL' ? { status: 422 } : {}),
      }),
    },
  },
  {
    name: 'an invalid callback address is an invalid grant',
    breaks: 'ERR-02',
    alsoBreaks: ['GRANT-04', 'GRANT-09'],
    story: 'One validator reads all parameters, and has one error code.',
    policies: renameCodes({ INVALID_CALLBACK_URL: 'INVALID_GRANT' }),
  },
  {
    name: 'parameters are refused with a code of the framework',
    breaks: 'ERR-03',
    story: 'The framework validates, and its error code was passed on.',
    policies: renameCodes({ INVALID_GRANT: 'VALIDATION_ERROR' }),
  },
  {
    name: 'an unknown user has an undocumented code',
    breaks: 'ERR-03',
    story: 'The list of ten was copied from memory.',
    policies: renameCodes({ USER_NOT_FOUND: 'UNKNOWN_USER', UNKNOWN_OCID: 'UNKNOWN_REQUESTER' }),
  },
]
