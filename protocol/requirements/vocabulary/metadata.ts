import { answer, choice, each, listOf, type Vocabulary } from './observable.ts'

const declarations = choice(
  'declared, answered',
  'declared, not answered',
  'not declared, answered',
  'not declared, not answered',
)

/** Headings: Metadata document, GET /metadata.json, Versioning. */
export const metadata = {
  'META-14': {
    observables: {
      'name of the member': choice('protocol', 'another name', 'none'),
      'its value': choice('0.1', 'another value', 'none'),
    },
    proposal:
      'The version member is named `protocol` on the wire and its value is the string `0.1`; a reader takes any other value for a version that it does not speak.',
  },
  'META-15': {
    observables: {
      capabilities: listOf('orders.create', 'transfer.webhook', 'other names'),
      'config.capabilities': choice('an array', 'no array'),
    },
    proposal: 'A merchant declares its operations by the capability values `orders.create` and `transfer.webhook`.',
  },
  'META-16': {
    observables: each(
      ['below config.endpoint', "below the operator's address"],
      answer('the same identity', 'another identity', 'nothing listens there', 'no address'),
    ),
    proposal:
      'The address registered for an OCID is the full address of its metadata document, and {base_url}/metadata.json, {base_url} being its `config.endpoint`, answers with the same document.',
  },
  'META-17': {
    observables: each(
      ['transfer.webhook', 'payment.settle', 'orders.checkout', 'transfer.create', 'payment.create', 'verify'],
      declarations,
    ),
    proposal:
      'On a gateway `transfer.webhook` declares that it sends the Instant Transfer Notification; an operation that is not declared is answered 404.',
  },
} as const satisfies Record<string, Vocabulary>
