import { roles } from '../../../../protocol/operations.ts'
import { isMetadata, rewriteResponses } from '../../support/server-hooks.ts'
import type { SharedMutant } from '../shared-mutant.ts'

/** Faults in how responses are written (FMT-04). */
export const responseMutants: readonly SharedMutant[] = [
  {
    name: 'answers begin with a byte-order mark',
    roles,
    breaks: 'FMT-04',
    story: 'The template was saved by an editor that adds one.',
    prepare: rewriteResponses(text => (text.startsWith('{') ? `\ufeff${text}` : text)),
  },
  {
    name: 'answers are text/plain',
    roles,
    breaks: 'FMT-04',
    story: 'send(JSON.stringify(body)) sends text.',
    prepare: rewriteResponses((text, request, reply) => {
      if (!isMetadata(request) && text.startsWith('{')) reply.type('text/plain; charset=utf-8')
      return text
    }),
  },
]
