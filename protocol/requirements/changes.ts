import type { Requirement } from './requirement.ts'

/** A row that differs from the first edition of the register. */
export type Change = {
  id: string
  /** The edition that changed it. */
  edition: string
  /** What the first edition said instead; `undefined` for a row that it does not have. */
  was: Partial<Pick<Requirement, 'roles' | 'level' | 'part' | 'text' | 'commonMistake'>> | undefined
  /** The sentence of the protocol document that decides, word for word. */
  sentence: string
  /** What follows from the sentence, for whoever relied on the first edition. */
  reason: string
}

/** Every row that differs from the first edition, in document order. An id is never used again. */
export const changes: readonly Change[] = [
  {
    id: 'SIG-06',
    edition: '2',
    was: { commonMistake: 'ASCII-escaping canonicalizer; Unicode normalization' },
    sentence:
      'Payload signatures (orders, proofs, metadata config): canonical text is the JSON serialization of the object with its keys sorted alphabetically;',
    reason:
      'JSON has several serializations of one text, and the document prefers none: escapes that are the same in every payload are a choice (SIG-08), and only differing ones break the clause.',
  },
  {
    id: 'SIG-08',
    edition: '2',
    was: {
      text: 'Canonicalization of nested objects and arrays (sorted at every depth, top level only, the JSON.stringify key-list pitfall that drops nested members): whether shuffled nested keys still verify.',
    },
    sentence:
      'Payload signatures (orders, proofs, metadata config): canonical text is the JSON serialization of the object with its keys sorted alphabetically;',
    reason: 'How the serialization escapes its strings is as open as how it sorts nested keys.',
  },
  {
    id: 'PAGE-06',
    edition: '2',
    was: {
      text: 'An expired session is not paid. How long a session lives is not shown: tried where the config gives its lifetime (pages.checkout.sessionSeconds) and the depth has time for it, else not applicable (an order that expires while the page is open: PAGE-13).',
    },
    sentence: 'It must check that the session has not expired and has not already been paid before processing.',
    reason:
      'A config that is silent on the lifetime is no condition of the document: the clause is blocked, not spared.',
  },
  {
    id: 'GRANT-03',
    edition: '2',
    was: { text: 'The path OCID and user_ocid are integers: anything else 400 (or 404 for the path).' },
    sentence: '400: JSON Error for invalid parameters.',
    reason:
      'A browser gets JSON, too: a page in its place breaks the statement for every parameter, not only for missing ones.',
  },
  {
    id: 'CALLBACK-06',
    edition: '2',
    was: { level: 'should' },
    sentence: 'After the decision the user is redirected to `callback_url` with query parameters:',
    reason: 'An address that lost its path or its own members is not callback_url: the decision goes elsewhere.',
  },
]
