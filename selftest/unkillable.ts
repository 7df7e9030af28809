import type { Role } from '../protocol/operations.ts'

const notObservable = 'Its clause is seen only from inside, and proven there.'

/** Clauses and checks of a role that no mutant can fail, with the reason. */
export const unkillable: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  gateway: { 'checkout/what-a-session-holds': notObservable },
  merchant: {
    'META-12': 'The document lists no capability of a merchant, so that there is none to leave out.',
    'metadata/capabilities-of-the-role': 'It looks at META-12, which does not apply to a merchant.',
    'webhook/what-a-paid-order-holds': notObservable,
  },
  kyc: { 'callback/stored-decision': notObservable },
}
