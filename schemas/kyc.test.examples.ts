import type { JsonObject } from '../protocol/json/json.ts'
import { type Example, gone, text, uris, wrong } from './faults.test.examples.ts'
import type { SchemaName } from './index.ts'

const grantQuery: JsonObject = { grants: 'name,email', user_ocid: '8001', callback_url: 'https://requester.example/cb' }
const kycError: JsonObject = { error: { code: 'INVALID_CALLBACK_URL', message: 'no', details: {} } }

/** The messages of a KYC provider: valid documents, and single faults of the first one. */
export const kycExamples = {
  'kyc-error': {
    valid: [kycError, { error: { code: 'INVALID_GRANT', message: 'no' } }],
    faults: [
      ...['/error', '/error/code', '/error/message'].map(gone),
      wrong('/error/code', 'VALIDATION_ERROR', '"INVALID_CALLBACK_URL"'),
      wrong('/error/details', [], 'must be object'),
    ],
  },
  'kyc-grant-query': {
    valid: [grantQuery, { ...grantQuery, state: '' }],
    faults: [
      ...Object.keys(grantQuery).map(member => gone(`/${member}`)),
      wrong('/grants', '', 'must not be empty'),
      ...['', '8001.5', 'abc', '8001abc', '-1'].map(ocid => wrong('/user_ocid', ocid, 'must look like "8001"')),
      ...uris('/callback_url'),
    ],
  },
  'kyc-callback-query': {
    valid: [
      { status: 'partial', grants: 'name', denied: 'email', user_ocid: '8001' },
      { status: 'granted', grants: 'name', user_ocid: '8001', state: 's' },
      { status: 'denied', user_ocid: '8001' },
    ],
    faults: [
      ...['/status', '/user_ocid', '/grants', '/denied'].map(gone),
      wrong('/status', 'granted', 'must not be present'),
      wrong('/status', 'refused', 'must be one of'),
    ].map(fault => (fault.to === 'granted' ? { ...fault, path: '/denied' } : fault)),
  },
  'consent-submission': {
    valid: [
      { user_ocid: '8001', callback_url: 'https://a.example', granted_permissions: 'name', denied_permissions: '' },
      { user_ocid: '8001', callback_url: 'https://a.example', state: 's', token: 't' },
    ],
    faults: [...['/user_ocid', '/callback_url'].map(gone), text('/granted_permissions'), text('/state')],
  },
} satisfies Partial<Record<SchemaName, Example>>
