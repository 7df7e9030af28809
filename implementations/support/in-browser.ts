/** What the operator of pages that need script writes into the config. */
export const inBrowser = { pages: { checkout: { driver: 'browser' }, consent: { driver: 'browser' } } } as const
