import type { KycPolicies } from '../../../reference/kyc/policies.ts'
import type { Mutant } from '../mutant.ts'
import { refusedAtTheDoor } from '../shared/answered.ts'
import { documentWith } from '../shared/documents.ts'

const isGrant = (url: string): boolean => url.startsWith('/kyc/grant/')

const notFound = { error: { code: 'INVALID_GRANT', message: 'There is nothing here.', details: {} } }

/** Faults in what a KYC provider says of itself beyond every role's metadata, and in what of it is public. */
export const kycMetadataMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'requests without a state are for a route that is not there',
    breaks: 'META-07',
    story: 'The route was declared with every parameter of the query, state included.',
    prepare: refusedAtTheDoor(
      ({ url }) => isGrant(url) && url.includes('grants=') && !url.includes('state='),
      404,
      notFound,
    ),
  },
  {
    name: 'requests for one permission are not there yet',
    breaks: 'META-07',
    story: 'The page has one design, for several of them.',
    prepare: refusedAtTheDoor(({ url }) => isGrant(url) && /grants=\w+(&|$)/.test(url), 501, {
      error: { code: 'INVALID_GRANT', message: 'Coming soon.', details: {} },
    }),
  },
  {
    name: 'the provider accepts another one',
    breaks: 'META-10',
    story: 'One template of the metadata serves every role.',
    policies: documentWith(document => ({ ...document, kyc: [1001] })),
  },
  {
    name: 'the provider says that it accepts itself',
    breaks: 'META-10',
    story: 'It is an auto-KYC provider, after all.',
    policies: documentWith(document => ({ ...document, kyc: [1003] })),
  },
  {
    name: 'requests for permissions are forbidden to whom the firewall does not know',
    breaks: 'AUTH-20',
    story: 'Requests without Accept look like those of robots.',
    prepare: refusedAtTheDoor(({ url, headers }) => isGrant(url) && headers.accept === undefined, 403, notFound),
  },
]
