import type { RunSettings } from '../../engine/settings/settings.ts'
import type { Implementation } from '../../implementations/implementation.ts'

type Driver = NonNullable<NonNullable<RunSettings['pages']['checkout']>['driver']>

/** Returns an implementation whose operator has the run operate its pages in one way. */
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

/** Returns an implementation whose sessions live so long, if it says how long they live: in a browser a payment takes longer. */
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
