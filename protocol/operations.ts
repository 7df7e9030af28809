/** The part of an implementation in the network. Most clauses, suites and checks name the roles that they are for. */
export type Role = 'gateway' | 'merchant' | 'kyc'

/** The three roles of the document. */
export const roles: readonly Role[] = ['gateway', 'merchant', 'kyc']

/** An operation of a role, by the last two parts of its path. */
export type OperationName =
  | 'metadata'
  | 'orders.checkout'
  | 'verify'
  | 'transfer.create'
  | 'payment.create'
  | 'payment.settle'
  | 'orders.create'
  | 'transfer.webhook'
  | 'kyc.grant'
  | 'kyc.submit'

/**
 * An operation of the protocol. `path`: below {base_url}, with the document's path parameters in braces; `authenticated`:
 * carries the four headers; `capability`: the value of config.capabilities that declares it; `documented`: false where the
 * document names the operation without describing it.
 */
export type Operation = {
  role: Role | 'every'
  method: 'GET' | 'POST'
  path: string
  authenticated: boolean
  capability?: string
  documented: boolean
}

const documented = true

/** The operations of "Endpoints", by name. Clauses: AUTH-20, META-16. */
export const operations: Readonly<Record<OperationName, Operation>> = {
  metadata: { role: 'every', method: 'GET', path: '/metadata.json', authenticated: false, documented },
  'orders.checkout': {
    role: 'gateway',
    method: 'POST',
    path: '/orders/checkout',
    authenticated: true,
    capability: 'orders.checkout',
    documented,
  },
  verify: {
    role: 'gateway',
    method: 'GET',
    path: '/verify/{txid}',
    authenticated: false,
    capability: 'verify.txid',
    documented,
  },
  'transfer.create': {
    role: 'gateway',
    method: 'POST',
    path: '/transfer/create',
    authenticated: true,
    capability: 'transfer.create',
    documented,
  },
  'payment.create': {
    role: 'gateway',
    method: 'POST',
    path: '/payment/create',
    authenticated: true,
    capability: 'payment.create',
    documented,
  },
  'payment.settle': {
    role: 'gateway',
    method: 'POST',
    path: '/payment/settle',
    authenticated: true,
    capability: 'payment.settle',
    documented: false,
  },
  'orders.create': { role: 'merchant', method: 'POST', path: '/orders/create', authenticated: true, documented },
  'transfer.webhook': { role: 'merchant', method: 'POST', path: '/transfer/webhook', authenticated: true, documented },
  'kyc.grant': {
    role: 'kyc',
    method: 'GET',
    path: '/kyc/grant/{ocid}',
    authenticated: false,
    capability: 'kyc.grant',
    documented,
  },
  'kyc.submit': { role: 'kyc', method: 'POST', path: '/kyc/grant/{ocid}/submit', authenticated: false, documented },
}

/** The capability values that the document lists for each role ("Metadata document"); none for the merchant. Clause: META-12. */
export const capabilitiesOf: Readonly<Record<Role, readonly string[]>> = {
  gateway: [
    'orders.checkout',
    'transfer.create',
    'transfer.webhook',
    'payment.create',
    'payment.settle',
    'verify.txid',
  ],
  merchant: [],
  kyc: ['kyc.grant', 'kyc.validate', 'kyc.data'],
}
