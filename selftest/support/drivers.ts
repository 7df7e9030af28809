import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Implementation } from '../../implementations/implementation.ts'

type Driver = NonNullable<NonNullable<RunSettings['pages']['checkout']>['driver']>

/** Returns an implementation whose operator configures a driver for its pages. */
export const withDriver = <Policies>(
  driver: Driver,
  { settings = {}, ...implementation }: Implementation<Policies>,
): Implementation<Policies> => ({
  ...implementation,
  settings: baseUrl => {
    const { pages, ...others } = typeof settings === 'function' ? settings(baseUrl) : settings
    return {
      ...others,
      pages: { checkout: { ...pages?.checkout, driver }, consent: { ...pages?.consent, driver } },
    }
  },
})

/** Replaces the lifetime of sessions, if an implementation sets one: payments take longer in a browser. */
export const withSessionsOf = <Policies>(
  sessionSeconds: number,
  implementation: Implementation<Policies>,
): Implementation<Policies> => {
  const { profile, settings = {} } = implementation
  if (profile?.sessionSeconds === undefined) return implementation
  return {
    ...implementation,
    profile: { ...profile, sessionSeconds },
    settings: baseUrl => {
      const { pages, ...others } = typeof settings === 'function' ? settings(baseUrl) : settings
      return { ...others, pages: { ...pages, checkout: { ...pages?.checkout, sessionSeconds } } }
    },
  }
}
