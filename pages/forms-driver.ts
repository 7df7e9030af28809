import type { PageDriver, Pages } from '../harness/pages.ts'
import { createCustomer } from './checkout/page.ts'
import { createUser } from './consent/page.ts'

/** HTML forms over HTTP, as a browser without script sends them. */
export const formsDriver: PageDriver = { name: 'forms', customer: createCustomer, user: createUser }

/** HTML forms for every page. */
export const formsDrivers: Pages['drivers'] = { checkout: formsDriver, consent: formsDriver }
