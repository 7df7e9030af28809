import type { Role } from '../protocol/operations.ts'

/** Clauses and checks that no mutant of a role breaks, each with the reason. */
export const unkilled: Readonly<Record<Role, Readonly<Record<string, string>>>> = {
  gateway: {},
  merchant: {
    'META-12': 'The document lists no capability of a merchant, so that there is none to leave out.',
    'metadata/capabilities-of-the-role': 'It looks at META-12, which does not apply to a merchant.',
  },
  kyc: {},
}
