import type { JsonObject } from '../protocol/json/json.ts'
import {
  currencies,
  decimals,
  type Example,
  type Fault,
  gone,
  integers,
  text,
  uris,
  wrong,
} from './faults.test.examples.ts'
import type { SchemaName } from './index.ts'
import { kycExamples } from './kyc.test.examples.ts'

const publicKey =
  '79be667ef9dcbbac55a06295ce870b07029bfcdb2dce28d959f2815b16f81798483ada7726a3c4655da4fbfc0e1108a8fd17b448a68554199c47d08ffb10d4b8'
const base = 'http://127.0.0.1:4900'

const item: JsonObject = { id: 'tea', name: 'Green tea', quantity: 2, price: '6.17' }
const request: JsonObject = { id: 'order-1', ocid: 2001, amount: '12.34', currency: 'USD' }
const wholeRequest: JsonObject = { ...request, reference: 'b-9', items: [item], memo: 'hi', expiresAt: 1700003600 }
const order: JsonObject = { ...wholeRequest, createdAt: 1700000000, accepts: [1001] }
const urls: JsonObject = { order: [`${base}/o/1`], completed: `${base}/done`, cancelled: `${base}/back` }
const from: JsonObject = { ocid: 3001 }
const to: JsonObject = { ocid: 2001, reference: 'order-1' }
const payment: JsonObject = { txid: 't-1', amount: '12.34', currency: 'USD' }
const proof: JsonObject = { ...payment, issuer: 1001, from, to, timestamp: 1700000000 }
const signedProof: JsonObject = { proof, signature: 'ab' }
const reference: JsonObject = { id: 'order-1', urls: [`${base}/o/1`] }
const transfer: JsonObject = { from, to, amount: '12.34', currency: 'USD' }
const completed: JsonObject = { status: 'completed', ...signedProof }
const pending: JsonObject = { status: 'pending', ...payment, createdAt: 1700000000, expiresAt: 1700003600 }

const orderFaults: Fault[] = [
  ...['/id', '/ocid', '/amount', '/currency'].map(gone),
  ...['/id', '/reference', '/memo'].map(text),
  ...decimals('/amount'),
  ...currencies('/currency'),
  ...['/ocid', '/expiresAt'].flatMap(integers),
  wrong('/items', item, 'must be array'),
  wrong('/items/0/quantity', '2', 'must be integer'),
]
const proofFaults = (at: string): Fault[] => [
  ...Object.keys(proof).map(member => gone(`${at}/${member}`)),
  ...['/from/ocid', '/to/ocid'].map(party => gone(at + party)),
  ...decimals(`${at}/amount`),
  ...currencies(`${at}/currency`),
  ...['/issuer', '/timestamp', '/from/ocid'].flatMap(member => integers(at + member)),
  ...['/txid', '/to/reference'].map(member => text(at + member)),
  wrong(`${at}/memo`, null, 'must be string'),
]
const completedFaults: Fault[] = [...['/proof', '/signature'].map(gone), ...proofFaults('/proof'), text('/signature')]
const pendingFaults: Fault[] = [
  ...['/txid', '/amount', '/currency', '/createdAt', '/expiresAt'].map(gone),
  ...['/createdAt', '/expiresAt'].flatMap(integers),
  ...decimals('/amount'),
]

const metadata: JsonObject = {
  name: 'Example',
  config: {
    publicKey,
    endpoint: base,
    capabilities: ['verify.txid'],
    settlement: { currencies: ['USD'], accepts: [1] },
  },
  signature: 'ab',
}
const metadataFaults: Fault[] = [
  ...['/name', '/config', '/signature', '/config/publicKey', '/config/endpoint', '/config/capabilities'].map(gone),
  ...['/config/settlement/currencies', '/config/settlement/accepts'].map(gone),
  ...['/protocol', '/name', '/profile', '/contact', '/signature'].map(text),
  ...['/icon', '/config/endpoint'].flatMap(uris),
  wrong('/kyc', ['7001'], 'must be integer'),
  wrong('/config/capabilities', 'a,b', 'must be array'),
  wrong('/config/publicKey', `04${publicKey}`, 'must match'),
  wrong('/config/publicKey', publicKey.slice(2), 'must match'),
  ...currencies('/config/settlement/currencies/0'),
].map(fault => (fault.at === '/kyc' ? { ...fault, path: '/kyc/0' } : fault))

/** For each message: valid documents, and single faults of the first one. */
export const examples: Readonly<Partial<Record<SchemaName, Example>>> = {
  metadata: {
    valid: [
      metadata,
      {
        ...metadata,
        protocol: '0.1',
        profile: 'p',
        icon: 'https://a.example/i.png',
        kyc: [],
        contact: 'ops@a.example',
      },
      { ...metadata, ownName: '0.1' },
    ],
    faults: metadataFaults,
  },
  order: {
    valid: [order, request, { ...order, unknown: true }, { ...order, amount: '0' }, { ...order, amount: '0.005' }],
    faults: [...orderFaults, ...integers('/createdAt'), wrong('/accepts/0', '1001', 'must be integer')],
  },
  'order-request': { valid: [wholeRequest, request], faults: orderFaults },
  'order-item': {
    valid: [item],
    faults: [
      ...Object.keys(item).map(member => gone(`/${member}`)),
      ...['/id', '/name'].map(text),
      ...decimals('/price'),
      ...integers('/quantity'),
    ],
  },
  'order-urls': {
    valid: [urls],
    faults: [
      ...Object.keys(urls).map(member => gone(`/${member}`)),
      wrong('/order', `${base}/o/1`, 'must be array'),
      wrong('/order', [], 'must NOT have fewer than 1 items'),
      ...['/order/0', '/completed', '/cancelled'].flatMap(uris),
    ],
  },
  'signed-order': {
    valid: [{ order, signature: 'ab', urls }],
    faults: [...['/order', '/signature', '/urls', '/order/id', '/urls/completed'].map(gone), text('/signature')],
  },
  'order-reference': { valid: [reference, { id: 'order-1' }], faults: [gone('/id'), text('/id'), ...uris('/urls/0')] },
  party: { valid: [to, from], faults: [gone('/ocid'), ...integers('/ocid'), text('/reference')] },
  proof: { valid: [proof, { ...proof, memo: 'hi' }, { ...proof, fee: '0.10' }], faults: proofFaults('') },
  'signed-proof': { valid: [signedProof], faults: completedFaults },
  'checkout-request': {
    valid: [
      { order, signature: 'ab', urls },
      { order, signature: 'ab' },
    ],
    faults: [...['/order', '/signature'].map(gone), text('/signature'), ...uris('/urls/cancelled')],
  },
  'checkout-response': {
    valid: [{ redirect_url: `${base}/checkout/s1` }],
    faults: [gone('/redirect_url'), ...uris('/redirect_url')],
  },
  'transfer-request': {
    valid: [transfer, { ...transfer, memo: 'hi', order: reference }],
    faults: [
      ...['/from', '/to', '/amount', '/currency', '/from/ocid', '/to/ocid'].map(gone),
      ...decimals('/amount'),
      ...currencies('/currency'),
      ...['/memo', '/to/reference', '/from/reference'].map(text),
      wrong('/order', 'order-1', 'must be object'),
    ],
  },
  'payment-request': {
    valid: [
      { to: 2001, amount: '12.34', currency: 'USD' },
      { to: 2001, amount: '1', currency: 'USD', reference: 'r', memo: 'm', expiresAt: 1, order: reference },
    ],
    faults: [
      ...['/to', '/amount', '/currency'].map(gone),
      ...['/to', '/expiresAt'].flatMap(integers),
      ...['/memo', '/reference'].map(text),
      ...decimals('/amount'),
    ],
  },
  'payment-response': {
    valid: [
      { status: 'pending_settlement', ...payment, settlement: { accepts: [5001] } },
      { status: 'pending_settlement', ...payment, settlement: { accepts: [] }, expiresAt: 1 },
    ],
    faults: [
      ...['/status', '/txid', '/amount', '/currency', '/settlement', '/settlement/accepts'].map(gone),
      wrong('/status', 'pending', 'must be "pending_settlement"'),
      wrong('/settlement/accepts/0', '5001', 'must be integer'),
      wrong('/expiresAt', '1700000000', 'must be integer'),
    ],
  },
  'verify-completed': { valid: [completed], faults: [gone('/status'), ...completedFaults] },
  'verify-pending': { valid: [pending], faults: [gone('/status'), ...pendingFaults] },
  'verify-other': {
    valid: [
      { status: 'expired', txid: 't-1' },
      { status: 'refunded', txid: 't-1' },
    ],
    faults: [
      ...['/status', '/txid'].map(gone),
      ...['completed', 'pending', 'pending_settlement'].map(status => wrong('/status', status, 'reserved')),
    ],
  },
  'verify-response': {
    valid: [completed, pending, { status: 'failed', txid: 't-1' }],
    faults: [gone('/proof'), gone('/signature'), wrong('/status', 5, 'must be string')].map(fault =>
      fault.at === '/status' ? { ...fault, path: '*' } : fault,
    ),
  },
  'webhook-response': {
    valid: [
      { status: 'accepted', txid: 't-1' },
      { status: 'rejected', txid: 't-1', message: 'paid' },
    ],
    faults: [...['/status', '/txid'].map(gone), wrong('/status', 'ok', '"accepted", "rejected"'), text('/message')],
  },
  'settle-request': {
    valid: [{ txid: 't-0', ...signedProof }],
    faults: [gone('/txid'), text('/txid'), ...completedFaults],
  },
  'settle-response': { valid: [completed], faults: [gone('/status'), ...completedFaults] },
  error: {
    valid: [
      { error: { code: 'INVALID_SIGNATURE', message: 'no', details: {} } },
      { error: {} },
      { error: { message: 'no', details: { why: 1 } } },
    ],
    faults: [
      gone('/error'),
      wrong('/error', 'no', 'must be object'),
      ...['/error/code', '/error/message'].map(text),
      wrong('/error/details', 'why', 'must be object'),
    ],
  },
  ...kycExamples,
}
