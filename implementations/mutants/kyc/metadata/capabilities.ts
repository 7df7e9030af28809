import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changeDocument } from '../../support/metadata-document.ts'
import { refuseRequests } from '../../support/server-hooks.ts'
import { isGrantRequest, notFound } from '../support/consent.ts'

/** Declares other auto-KYC providers in the metadata. */
const declareKycProviders = (kyc: number[]): Pick<KycPolicies, 'metadata'> => ({
  metadata: (identity, key, profile) => kycPolicies.metadata({ ...identity, kyc }, key, profile),
})

/** Faults in the capabilities and the member `kyc` of the metadata (META-07, META-10). */
export const kycMetadataMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the provider accepts itself',
    breaks: 'META-10',
    story: 'It is an auto-KYC provider, after all.',
    policies: declareKycProviders([1003]),
  },
  {
    name: 'the provider names its partners',
    breaks: 'META-10',
    story: 'The gateway of the same company shares this configuration, and the list belongs to it.',
    policies: declareKycProviders([1003, 1103]),
  },
  {
    name: 'requests without a state are for a route that is not there',
    breaks: 'META-07',
    alsoBreaks: ['GRANT-01'],
    story: 'The route was declared with every query parameter, state included.',
    prepare: refuseRequests(
      ({ url }) => isGrantRequest(url) && url.includes('grants=') && !url.includes('state='),
      404,
      notFound,
    ),
  },
  {
    name: 'requests for one permission are not there yet',
    breaks: 'META-07',
    alsoBreaks: ['GRANT-01'],
    story: 'The page was designed for several permissions.',
    prepare: refuseRequests(({ url }) => isGrantRequest(url) && /grants=\w+(&|$)/.test(url), 501, {
      error: { code: 'INVALID_GRANT', message: 'Coming soon.', details: {} },
    }),
  },
  {
    name: 'the provider accepts another one',
    breaks: 'META-10',
    story: 'One metadata template serves every role.',
    policies: changeDocument(document => ({ ...document, kyc: [1001] })),
  },
  {
    name: 'the provider says that it accepts itself',
    breaks: 'META-10',
    story: 'It is an auto-KYC provider, after all.',
    policies: changeDocument(document => ({ ...document, kyc: [1003] })),
  },
]
