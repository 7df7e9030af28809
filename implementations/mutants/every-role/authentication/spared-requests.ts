import { authenticationRules } from '../../../../reference/every-role/authentication/authenticate.ts'
import { nonceIsNew } from '../../../../reference/every-role/authentication/nonce.ts'
import { requestIsSigned } from '../../../../reference/every-role/authentication/signature.ts'
import type { AuthenticationRule } from '../../../../reference/every-role/contract.ts'
import { replace } from '../../../support/changes.ts'
import { authenticatedRoles, type SharedMutant } from '../shared-mutant.ts'

type Spared = (...given: Parameters<AuthenticationRule>) => boolean

/** Exempts some requests from a rule. */
const spare = (rule: AuthenticationRule, isSpared: Spared): readonly AuthenticationRule[] =>
  replace(authenticationRules, rule, (...given) => (isSpared(...given) ? undefined : rule(...given)))

const hasNoMemo: Spared = ({ request: { body } }) => !Buffer.from(body).includes('"memo"')

const isInEuros: Spared = ({ request: { body } }) => Buffer.from(body).includes('"EUR"')

/** The OCID of a partner in the provisioning of the self-test. */
const partner = '3012'

/** Faults in the authentication of requests with unusual members or callers. */
export const sparedRequestMutants: readonly SharedMutant[] = [
  {
    name: 'the signature of a request without a memo is not verified',
    roles: authenticatedRoles,
    breaks: 'AUTH-06',
    alsoBreaks: ['AUTH-26'],
    story: 'Requests of the first version had no memo, and no signature.',
    policies: { authenticationRules: spare(requestIsSigned, hasNoMemo) },
  },
  {
    name: 'the nonce of a request without a memo is not kept',
    roles: authenticatedRoles,
    breaks: 'AUTH-14',
    story: 'The cache key consists of nonce and memo, so a request without a memo has no key.',
    policies: { authenticationRules: spare(nonceIsNew, hasNoMemo) },
  },
  {
    name: 'the signature of a request in euros is not verified',
    roles: ['gateway'],
    breaks: 'AUTH-06',
    story: 'The service for the second currency is behind the first, which had verified everything that reached it.',
    policies: { authenticationRules: spare(requestIsSigned, isInEuros) },
  },
  {
    name: 'the nonce of a request in euros is not kept',
    roles: ['gateway'],
    breaks: 'AUTH-14',
    story: 'Each currency has its own store, and one of them lacks a nonce table.',
    policies: { authenticationRules: spare(nonceIsNew, isInEuros) },
  },
  {
    name: 'the signature of one partner is not verified',
    roles: ['gateway'],
    breaks: 'AUTH-06',
    story: 'A partner could not sign for a week, and the exception is still there.',
    policies: { authenticationRules: spare(requestIsSigned, ({ claims }) => claims.ocid === partner) },
  },
]
