import { type Member, membersOf } from '../member.ts'

/** The members of GET /metadata.json, which only the target sets. Heading: Metadata document. */
export const metadataMembers: readonly Member[] = membersOf(
  { operation: 'metadata', message: 'response', in: 'body', setBy: 'target' },
  [
    ['protocol', 'text'],
    ['name', 'text'],
    ['profile', 'text', { optional: true }],
    ['icon', 'address', { optional: true }],
    ['config', 'object'],
    ['config.publicKey', 'text'],
    ['config.endpoint', 'address'],
    ['config.capabilities', 'texts'],
    ['config.settlement.currencies', 'texts', { optional: true }],
    ['config.settlement.accepts', 'ocids', { optional: true }],
    ['kyc', 'ocids', { optional: true }],
    ['signature', 'signature', { finds: 'config.publicKey', cells: { confusables: ['metadata/signature-of-config'] } }],
    ['contact', 'text', { optional: true }],
  ],
)
