import querystring from 'node:querystring'
import { roles } from '../../../../protocol/operations.ts'
import { isMetadata, rewriteResponses } from '../../support/server-hooks.ts'
import type { SharedMutant } from '../shared-mutant.ts'

/** Cuts from the end of a string as many bytes as a quoted text has in excess of its characters. */
const cutToCharacters = (text: string, quoted: string): string => {
  const more = Buffer.byteLength(quoted) - quoted.length
  return more > 0 ? text.slice(0, -Math.min(more, 20)) : text
}

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
  {
    name: 'a refusal that quotes is as many bytes long as it has characters',
    roles,
    breaks: 'FMT-04',
    alsoBreaks: ['GRANT-02', 'GRANT-03', 'ERR-01'],
    needsOthers: true,
    story: 'Content-Length is the length of a string, and only the quoted part has non-ASCII letters.',
    prepare: rewriteResponses((text, { url, body }, { statusCode }) =>
      statusCode < 400 ? text : cutToCharacters(text, querystring.unescape(url) + String(body)),
    ),
  },
]
