import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { askForPassword, chooseUser, offerNews } from '../../support/logins.ts'
import type { Variant } from '../variant.ts'

/** Logins before the consent page: the document does not say how the provider identifies its users. */
export const loginVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'the user says who it is',
    story: 'The browser knows one user, who continues with one click.',
    ...chooseUser,
  },
  {
    name: 'news by e-mail are offered before',
    story: 'The box that marketing asked for is on a separate page, before anything else.',
    ...offerNews,
  },
  {
    name: 'the user gives a password, at an origin of its own',
    story: 'A bank has one login for all of its services.',
    ...askForPassword,
  },
]
