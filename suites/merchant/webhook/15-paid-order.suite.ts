/**
 * WEBHOOK-15 · The order is marked paid with the txid and timestamp (that it is paid shows in WEBHOOK-06; with what,
 * only from inside: checked on the reference).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'

const { clause } = defineSuite({ id: 'webhook', roles: ['merchant'], operations: ['transfer.webhook'] })

clause('WEBHOOK-15', 'what a paid order holds', async () => endNotObservable('WEBHOOK-15'))
