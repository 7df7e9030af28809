import type { KycPolicies } from '../../../reference/kyc/contract.ts'
import { askInScript } from '../../support/scripted-login.ts'
import type { Variant } from '../variant.ts'
import { consentApp } from './support/consent-app.ts'

const [app, reviewed, inJson] = [consentApp({}), consentApp({ isReviewed: true }), consentApp({ isJson: true })]

/** Consent pages that only a browser can use. */
export const scriptedConsentVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'an application in script',
    story: 'The page is an empty element and a bundle, like most pages today.',
    ...app,
  },
  {
    name: 'an application in script that sends JSON, and has no token',
    story: 'A form on another site cannot send JSON, and its script must ask first.',
    ...inJson,
  },
  {
    name: 'an application in script, behind a login, with a review',
    story: 'The bank has one login for all of its services, and its lawyers want a second look.',
    ...reviewed,
    prepare: server => {
      reviewed.prepare(server)
      askInScript.prepare(server)
    },
    settings: askInScript.settings,
  },
]
