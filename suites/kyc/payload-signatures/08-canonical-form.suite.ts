/**
 * SIG-08 · Canonicalization of nested objects and arrays (sorted at every depth, top level only, the JSON.stringify
 * key-list pitfall that drops nested members): whether shuffled nested keys still verify. What its strings escape
 * beyond what JSON requires (`/`, everything beyond ASCII), as long as it is the same in every payload.
 */

import { defineSuite } from '../../../harness/clause.ts'
import { canonicalForms } from '../../../protocol/json/canonical.ts'
import { escapeWordsOf } from '../../../protocol/json/escapes.ts'
import { isVerifiedWith } from './signed-config.ts'

const { clause } = defineSuite({ id: 'kyc-signatures', roles: ['kyc'], operations: ['metadata'] })

clause.observe('SIG-08', 'canonical form of the metadata config', async context => {
  const verifying = canonicalForms.filter(canonicalJson => isVerifiedWith(context, { canonicalJson }))
  // Without nested members, several forms are the same text.
  context.observe({ 'forms that verify': verifying, escapes: escapeWordsOf(context.dialect.canonicalEscapes) })
})
