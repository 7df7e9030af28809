import type { RunSettings } from '../engine/settings/settings.ts'
import type { Implementation, OperatorSettings } from '../implementations/implementation.ts'
import { referenceProfile } from '../protocol/profile.ts'

/** Returns the settings to certify an implementation: those of the served reference, and the hints of its operator. */
export const runSettingsOf = <Policies>(
  served: RunSettings,
  { profile, prefix = '', settings = {}, isDiscovered }: Implementation<Policies>,
): RunSettings => ({
  ...served,
  ...withHints(served, typeof settings === 'function' ? settings(served.target?.baseUrl ?? '') : settings),
  ...(profile ? { profile: { ...referenceProfile, ...profile } } : {}),
  ...(isDiscovered ? { profile: 'auto' } : {}),
  ...(served.target ? { target: { ...served.target, baseUrl: served.target.baseUrl + prefix } } : {}),
})

const withHints = ({ pages }: RunSettings, hints: OperatorSettings): OperatorSettings => ({
  ...hints,
  pages: {
    checkout: { ...pages.checkout, ...hints.pages?.checkout },
    consent: { ...pages.consent, ...hints.pages?.consent },
  },
})
