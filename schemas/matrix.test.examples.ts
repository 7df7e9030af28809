import type { JsonObject } from '../protocol/json/json.ts'
import type { Fault } from './faults.test.examples.ts'

const implementations = [
  {
    number: 1,
    name: 'Acme Pay',
    role: 'gateway',
    baseUrl: 'https://acme.example',
    verdict: 'conformant',
    file: 'a/report.json',
    remarks: [],
  },
]

const ambiguity = {
  clause: 'SIG-07',
  part: 'Authentication',
  text: 'The encoding of signature values is not shown.',
  agreement: 'single',
  observed: [
    {
      observable: 'encoding',
      differs: false,
      choices: [{ value: 'der-hex', by: [{ implementation: 1, operations: ['transfer.create'] }] }],
    },
  ],
  unobserved: [{ implementation: 2, verdict: 'not-selected' }],
  proposal: 'A signature value is hex.',
}

export const matrix: JsonObject = {
  version: 1,
  register: '2',
  implementations,
  pairs: [
    {
      gateway: 1,
      partner: 2,
      role: 'merchant',
      together: 'no',
      reasons: [{ clauses: ['SIG-07'], text: 'They differ.' }],
    },
  ],
  clauses: [
    {
      clause: 'CHECKOUT-04',
      level: 'must',
      text: 'An expired order is refused.',
      kept: 'nobody',
      verdicts: [{ implementation: 1, verdict: 'fail' }],
    },
  ],
  dialects: [{ clause: 'SIG-07', choices: [{ value: 'der-hex', implementations: [1] }], unread: [2] }],
  ambiguities: { version: 1, register: '2', implementations, incompatibilities: [], ambiguities: [ambiguity] },
}

export const matrixFaults: Fault[] = [
  { at: '/pairs/0/together', to: 'maybe', says: 'must be one of "yes", "no", "in-doubt", "unrelated"' },
  { at: '/pairs/0/gateway', to: 0, says: 'must be >= 1' },
  { at: '/pairs/0/reasons', says: 'is required' },
  { at: '/clauses/0/kept', to: 'some of them', says: 'must be one of "nobody"' },
  { at: '/clauses/0/verdicts/0/verdict', to: 'ok', says: 'must be one of "fail"' },
  { at: '/dialects/0/unread/0', to: '2', says: 'must be integer' },
  { at: '/ambiguities/ambiguities/0/observed/0/choices/0/value', says: 'is required' },
]
