import type { PageDriver, Pages } from '../harness/pages.ts'
import { createCustomer } from './checkout/page.ts'
import { createUser } from './consent/page.ts'

/** Sends HTML forms over HTTP, like a browser without script. */
export const formsDriver: PageDriver = { name: 'forms', customer: createCustomer, user: createUser }

/** The forms driver for every page. */
export const formsDrivers: Pages['drivers'] = { checkout: formsDriver, consent: formsDriver }
