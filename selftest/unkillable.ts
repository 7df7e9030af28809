import type { Role } from '../protocol/operations.ts'

const notObservable = 'Its clause is not observable from outside; a unit test proves it.'

/** The clauses and checks of a role that no mutant can fail, with the reason. */
export const unkillable: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  gateway: {
    'checkout/what-a-session-holds': notObservable,
    'authentication-nonce/nonce-of-payment-create-at-another-operation':
      'The app has no account and is not a merchant, so it may call no other operation.',
  },
  merchant: {
    'META-12': 'The document does not list capabilities for merchants, so none can be missing.',
    'metadata/capabilities-of-the-role': 'It checks META-12, which does not apply to merchants.',
    'webhook/what-a-paid-order-holds': notObservable,
  },
  kyc: { 'callback/stored-decision': notObservable },
}
