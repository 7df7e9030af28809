/**
 * CHECKOUT-14 · A session holds its id, the merchant OCID, the order, the merchant's signature, the urls, status
 * pending and a creation time (seen only from inside: checked on the reference).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'

const { clause } = defineSuite({ id: 'checkout', roles: ['gateway'], operations: ['orders.checkout'] })

clause('CHECKOUT-14', 'what a session holds', async () => endNotObservable('CHECKOUT-14'))
