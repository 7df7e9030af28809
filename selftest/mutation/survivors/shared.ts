import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the code that all roles share. */
export const shared: readonly Reason[] = [
  ...reasonsFor('service/page', [
    {
      at: ["'content-security-policy': `default-src", "'x-frame-options': 'DENY'"],
      kind: 'second',
      reason: 'Either of the two headers keeps the page out of the frames of other sites (PAGE-10, CONSENT-06).',
    },
    {
      at: ["'referrer-policy':", "'x-content-type-options':"],
      kind: 'open',
      reason: 'Headers that no clause names.',
    },
  ]),
  ...reasonsFor('service/ports', [
    {
      at: ['reportBug: error => console.error(error)'],
      kind: 'operation',
      reason: 'A run brings about no bug that would be reported.',
    },
  ]),
  ...reasonsFor('every-role/errors', [
    {
      at: ['if (status < 500) return'],
      kind: 'equivalent',
      reason:
        'Every error that has a status of its own in a run has a 4xx; any other is a bug, which no request brings about.',
    },
  ]),
  ...reasonsFor('every-role/authentication/headers', [
    {
      at: ['rawHeaders.filter('],
      kind: 'equivalent',
      reason: 'No value is the name of one of the four headers, and before the first name there is none.',
    },
    {
      at: ['if (value === undefined || more.length > 0'],
      kind: 'second',
      reason: 'A header that is not there has no form, either, or makes another request than was signed.',
    },
  ]),
  ...reasonsFor('every-role/authentication/timestamp', [
    {
      at: ['now - sent <= clockDifference.pastSeconds'],
      kind: 'open',
      reason: 'The allowed clock difference, to the second (AUTH-22).',
    },
  ]),
  ...reasonsFor('every-role/authentication/signature', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a key that is not there.',
    },
  ]),
  ...reasonsFor('every-role/wire-format/bodies', [
    {
      at: ["new TextDecoder('utf-8'"],
      kind: 'open',
      reason:
        'Whether bytes that are no UTF-8 are repaired or refused on the way in; server.test.ts proves what the reference chose.',
    },
    {
      at: ['} catch {'],
      kind: 'second',
      reason: 'What cannot be read fits no schema.',
    },
  ]),
  ...reasonsFor('service/guarded-client', [
    {
      at: ['size += chunk.length', 'if (size > limitBytes) throw'],
      kind: 'second',
      reason: 'A document without an end is given up for its time as well (WEBHOOK-12, CONSENT-07).',
    },
    {
      at: ['body.dump()', "text: '' }"],
      kind: 'operation',
      reason: 'What becomes of an answer of which only the status counts.',
    },
    {
      at: ["method: 'GET'"],
      kind: 'equivalent',
      reason: 'No method is GET.',
    },
    {
      at: ['if (answer.status !== 200) throw'],
      kind: 'open',
      reason: 'Whether a signed metadata document counts that comes with another status than 200.',
    },
  ]),
  ...reasonsFor('every-role/authentication/nonce-memory', [
    {
      at: ['if (until > now) return'],
      kind: 'time',
      reason: 'The very millisecond in which a nonce lapses.',
    },
  ]),
  ...reasonsFor('every-role/metadata/published-key', [
    {
      at: ['if (address === undefined) return'],
      kind: 'equivalent',
      reason: 'No document can be fetched from nowhere.',
    },
    {
      at: ['if (!directory.metadataAddresses.has(ocid)) return'],
      kind: 'time',
      reason: 'That OCIDs which nobody has take no room shows after millions of them.',
    },
    {
      at: ['now - last.startedAt < policies.keyCacheTtlMs'],
      kind: 'time',
      reason: 'The very millisecond in which a key lapses.',
    },
  ]),
  ...reasonsFor('service/role', [
    {
      at: ["options.environment ?? 'test'"],
      kind: 'operation',
      reason: 'An option that a run always gives.',
    },
  ]),
  ...reasonsFor('service/server', [
    {
      at: ["'no-store'"],
      kind: 'open',
      reason: 'Whether answers may be kept on their way: the document does not show it. Of pages it is a clause.',
    },
    {
      at: ['const server = fastify({', 'forceCloseConnections: true'],
      kind: 'operation',
      reason: 'How long a connection lives, and what closing does to it; the body limit is that of Fastify.',
    },
    {
      at: ['server.removeAllContentTypeParsers()'],
      kind: 'second',
      reason: 'A body that is read as text is not the one that was signed.',
    },
  ]),
]
