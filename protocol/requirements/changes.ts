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
