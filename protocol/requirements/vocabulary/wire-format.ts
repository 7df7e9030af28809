import { answer, choice, each, listOf, type Vocabulary } from './observable.ts'

const amounts = [
  'zero',
  'leading zeros',
  'a plus sign',
  'more digits than the currency has',
  'more digits, all zero',
  'no whole digits',
  'no digits behind the point',
  'a billion',
] as const

/** Headings: Resources and their fields, Error, Errors. */
export const wireFormat = {
  'FMT-10': {
    observables: each(amounts, answer('accepted', 'rejected')),
    proposal:
      'An amount is greater than zero and is written `(0|[1-9][0-9]*)(\\.[0-9]+)?`, with no more significant decimal places than the ISO 4217 minor unit of its currency; any other is refused with 400.',
  },
  'ERR-05': {
    observables: {
      ...each(
        ['details of a documented condition', 'details of the authentication layer', 'details of a malformed request'],
        choice('absent', 'empty', 'with members', 'no object', 'differs'),
      ),
      ...each(['GET /no/such/path', 'POST /no/such/path', 'DELETE /metadata.json', 'GET /'], answer()),
    },
    proposal:
      '`details` is an object, empty unless a body or parameter is malformed: then its member `violations` is an array of `{ path, message }`; an unknown path is answered 404 and an unknown method 405, both with the error body.',
  },
  'ERR-06': {
    observables: { 'always sent': listOf('code', 'message', 'details') },
    proposal: '`code`, `message` and `details` are required in the error body of every role.',
  },
} as const satisfies Record<string, Vocabulary>
