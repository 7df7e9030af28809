/** The config for pages that need script. */
export const inBrowser = { pages: { checkout: { driver: 'browser' }, consent: { driver: 'browser' } } } as const
