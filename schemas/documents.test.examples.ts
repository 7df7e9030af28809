import type { JsonObject } from '../protocol/json/json.ts'
import type { Fault } from './faults.test.examples.ts'

const base = 'http://127.0.0.1:4900'
const target = { role: 'gateway', baseUrl: 'http://127.0.0.1:4010', ocid: 1001 }
const publicKey = 'ab'.repeat(64)
const privateKey = '1'.padStart(64, '0')

export const config: JsonObject = {
  target: { ...target, environment: 'test' },
  profile: 'auto',
  counterpart: { listen: '127.0.0.1:4900', publicUrl: base, callbackUrl: 'https://requester.example/callback' },
  identities: {
    merchant: { ocid: 2001, privateKey, name: 'Conformance Merchant' },
    partner: { ocid: 3001, privateKey: 'env:OC_PARTNER_KEY' },
  },
  accounts: { treasury: 3001, purse1: 3011, foreign: 3009, till: 2001 },
  currency: 'USD',
  amounts: { USD: { min: '0.01', max: '100.00' } },
  items: [{ id: 'tea', name: 'Tea', quantity: 1, price: '7.95' }],
  pages: { checkout: { driver: 'forms', sessionSeconds: 1800 }, consent: { driver: 'forms' } },
}

export const moreConfigs: JsonObject[] = [
  {},
  { target: { baseUrl: 'http://127.0.0.1:4010' } },
  {
    profile: './dialect.json',
    only: 'AUTH-*',
    skip: ['PAGE-*', 'verify'],
    failOn: 'should',
    maxRps: 2.5,
    timeout: 5000,
  },
  { profile: { canonicalRequest: 'reference' }, depth: 'quick', budget: '90s', seed: -3, shard: '2/4', report: 'out' },
  { pages: { consent: { origins: ['https://login.example'], login: ['text:Password=env:PW', 'button:Sign in'] } } },
  { pages: { checkout: { pay: 'button:Pay now', fail: ['radio:Declined card', 'button:Pay'], cancel: 'link:Back' } } },
  {
    counterpart: { listen: '[::1]:0' },
    identities: { user: { ocid: 8001 }, app: { ocid: 1, privateKey: 'file:./k' } },
  },
]

const unknown = (at: string, known: string): Fault => ({
  at,
  to: 1,
  says: `is not a known member (known: $schema, ${known}`,
})

export const configFaults: Fault[] = [
  unknown('/identitys', 'target, profile'),
  {
    at: '/target/url',
    to: 'x',
    says: 'is not a known member (known: role, baseUrl, ocid, environment, origins, clock)',
  },
  { at: '/target/role', to: 'gate', says: 'must be one of "gateway", "merchant", "kyc"' },
  { at: '/target/ocid', to: '1001', says: "must be integer: The target's OCID" },
  { at: '/target/baseUrl', to: '127.0.0.1:4010', says: 'must be a valid uri' },
  { at: '/counterpart/listen', to: '4900', says: 'must look like "127.0.0.1:4900": HOST:PORT' },
  { at: '/identities/merchant/privateKey', to: 'abc', says: 'must look like "env:OC_PARTNER_KEY": 64 hex digits' },
  { at: '/identities/merchant/ocid', says: 'is required' },
  { at: '/identities/app', to: 'x', says: 'must be object' },
  { at: '/accounts/till', to: '2001', says: 'must be integer' },
  { at: '/amounts/usd', to: { min: '1', max: '2' }, says: 'is not an allowed name' },
  { at: '/amounts/USD/max', says: 'is required' },
  { at: '/items/0/price', to: '7,95', says: 'must look like' },
  { at: '/pages/checkout/driver', to: 'chrome', says: 'must be one of "auto", "forms", "browser", "person"' },
  {
    at: '/pages/checkout/pay',
    to: 'Pay now',
    says: 'must look like "button:Pay now": A step is button:NAME, link:NAME',
  },
  {
    at: '/pages/consent/login',
    to: ['press:Go'],
    says: 'option:NAME or text:LABEL=VALUE',
    path: '/pages/consent/login/0',
  },
  { at: '/pages/consent/login', to: 'text:Password', says: 'text:LABEL=VALUE' },
  { at: '/pages/consent/origins', to: ['login.example'], says: 'must look like', path: '/pages/consent/origins/0' },
  { at: '/profile', to: 3, says: 'must be string or object' },
  { at: '/profile', to: { versionMember: 1 }, says: 'must be string', path: '/profile/versionMember' },
  { at: '/shard', to: '0/4', says: 'must look like "1/4"' },
  { at: '/budget', to: '90', says: 'must look like "90s" or "5m"' },
  { at: '/maxRps', to: 0, says: 'must be > 0' },
]

export const provisioning: JsonObject = {
  version: 1,
  target,
  registry: {
    url: `${base}/registry.json`,
    entries: { 2001: `${base}/2001/metadata.json`, 3001: `${base}/3001/metadata.json` },
  },
  callers: [{ ocid: 3001, name: 'Conformance Partner', publicKey, metadata: `${base}/3001/metadata.json` }],
  gateway: {
    merchants: [{ ocid: 2001, name: 'Conformance Merchant', publicKey, endpoint: `${base}/2001` }],
    accounts: [
      { id: 'treasury', ocid: 3001, currency: 'USD', balance: '1000.00', debitableBy: [3001] },
      { id: 'foreign', ocid: 3009, currency: 'USD', balance: '50.00', debitableBy: [] },
      { id: 'till', ocid: 2001, currency: 'USD', balance: '0.00', debitableBy: [2001], webhook: `${base}/2001` },
    ],
    settlementProviders: [5001],
  },
}

const { gateway: _, ...common } = provisioning

export const moreProvisionings: JsonObject[] = [
  { ...common, target: { ...target, role: 'merchant' }, merchant: { issuers: [4001, 4003, 4004], callers: [6001] } },
  {
    ...common,
    target: { ...target, role: 'kyc' },
    callers: [],
    kyc: { requesters: [7001, 7003], users: [8001], incompleteUsers: [8002] },
  },
]

export const provisioningFaults: Fault[] = [
  { at: '/version', to: 2, says: 'must be 1' },
  { at: '/registry/entries/abc', to: base, says: 'is not an allowed name' },
  { at: '/registry/entries/2001', to: '/2001', says: 'must be a valid uri' },
  { at: '/callers/0/publicKey', to: `04${publicKey}`, says: 'must match' },
  { at: '/callers/0/privateKey', to: privateKey, says: 'is not a known member' },
  { at: '/gateway', says: 'is required' },
  { at: '/gateway/accounts/0/balance', to: 1000, says: 'must be string' },
  { at: '/gateway/accounts/0/debitable', to: [], says: 'is not a known member' },
  { at: '/target/role', to: 'kyc', says: 'is required', path: '/kyc' },
]

export const profile: JsonObject = {
  signatureEncoding: 'der-base64',
  canonicalJson: 'top-level',
  canonicalRequest: { template: '${method} ${path} ${bodyHash}' },
  versionMember: 'protocol',
  version: '0.1',
  clockDifference: { pastSeconds: 300, futureSeconds: 0 },
  nonceSeconds: 600,
  refusalStatus: 401,
  sessionSeconds: 1800,
  notification: { timeoutMs: 10000, redirectWaitMs: 0, retrySeconds: [1, 0.5] },
  bodyLimit: 1048576,
}

export const moreProfiles: JsonObject[] = [
  {},
  { canonicalRequest: { members: true } },
  { canonicalRequest: 'reference' },
]

export const profileFaults: Fault[] = [
  { at: '/signatureEncoding', to: 'hex', says: 'must be one of "compact-hex"' },
  { at: '/canonicalRequest', to: { template: 1 }, says: 'must have exactly one of the documented forms' },
  { at: '/canonicalRequest', to: { members: true, body: true }, says: 'must have exactly one of the documented forms' },
  { at: '/canonicalRequest', to: '', says: 'must not be empty' },
  { at: '/clockDifference/past', to: 1, says: 'is not a known member (known: pastSeconds, futureSeconds)' },
  { at: '/refusalStatus', to: 500, says: 'must be <= 499: HTTP status' },
]

export const report: JsonObject = {
  version: 1,
  verdict: 'non-conformant',
  target: { ...target, name: 'Example', publicKey, metadataDigest: 'ab'.repeat(32) },
  profile: { signatureEncoding: { value: 'compact-hex', shownBy: 'the signature of the metadata' } },
  run: {
    harness: '1.0.0',
    register: '1',
    started: '2025-01-01T00:00:00.000Z',
    seconds: 4.2,
    seed: 1,
    depth: 'standard',
    requests: 1234,
  },
  counts: { must: { pass: 0, fail: 1, blocked: 0 }, should: {}, open: { 'not-applicable': 1 } },
  clauses: [{ id: 'CHECKOUT-04', level: 'must', verdict: 'fail', checks: ['checkout/expired-order'] }],
  checks: [
    {
      id: 'checkout/expired-order',
      title: 'expired a day ago',
      clauses: ['CHECKOUT-04'],
      verdict: 'fail',
      seconds: 0.01,
      expected: '400 ORDER_EXPIRED',
      actual: '200',
      message: 'accepted',
      counterexample: { seed: 1, path: '0:1', replayPath: 'AB', value: {}, steps: [] },
      observations: [],
      exchanges: ['17', '18'],
      reproduce: 'oc-conformance replay report.json checkout/expired-order',
    },
  ],
  observations: [{ clause: 'SIG-07', value: 'compact-hex' }],
  evidence: { file: 'exchanges.ndjson', digest: 'ab'.repeat(32) },
  signature: { value: 'ab', publicKey },
}

export const reportFaults: Fault[] = [
  { at: '/verdict', to: 'ok', says: 'must be one of "conformant"' },
  { at: '/run/seconds', to: '4.2', says: 'must be number' },
  { at: '/run/started', to: 'today', says: 'must be a valid date-time' },
  { at: '/counts/must/failed', to: 1, says: 'is not a known member' },
  { at: '/counts/must/pass', to: -1, says: 'must be >= 0' },
  { at: '/clauses/0/verdict', to: 'skipped', says: 'must be one of "fail"' },
  { at: '/checks/0/exchanges/0', to: 17, says: 'must be string' },
  { at: '/observations/0/value', says: 'is required' },
  { at: '/signature/publicKey', says: 'is required' },
]

export const knownFailures: JsonObject = {
  known: [
    {
      clause: 'CHECKOUT-04',
      reason: 'Orders do not expire yet.',
      link: 'https://tracker.example/1234',
      owner: 'payments',
      expires: '2027-01-31',
    },
    'checkout/expired-order',
  ],
}

export const knownFailureFaults: Fault[] = [
  { at: '/known', says: 'is required' },
  { at: '/known/0/reason', says: 'is required' },
  { at: '/known/0/reason', to: '', says: 'must not be empty' },
  { at: '/known/0/expires', to: '31.1.2027', says: 'must be a valid date, such as "2027-01-31"' },
  { at: '/known/0/expires', to: '2027-02-30', says: 'must be a valid date' },
  { at: '/known/0/link', to: 'ticket 7', says: 'must be a valid uri' },
  { at: '/known/0/claus', to: 'X', says: 'is not a known member' },
  { at: '/known/1', to: 7, says: 'must be string or object' },
  { at: '/entries', to: [], says: 'is not a known member' },
]
