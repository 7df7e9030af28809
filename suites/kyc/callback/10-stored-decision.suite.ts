/**
 * CALLBACK-10 · The decision is stored with user OCID, requesting OCID, granted list, denied list and time (seen only
 * from inside: checked on the reference).
 */

import { defineSuite } from '../../../harness/clause.ts'
import { endNotObservable } from '../../../harness/not-observable.ts'

const { clause } = defineSuite({ id: 'callback', roles: ['kyc'], operations: ['kyc.grant', 'kyc.submit'] })

clause('CALLBACK-10', 'stored decision', async () => endNotObservable('CALLBACK-10'))
