import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the code that all roles share. */
export const shared: readonly Reason[] = [
  ...reasonsFor('service/page', [
    {
      at: ['${header &&'],
      kind: 'text',
      reason: 'The header of a page, which only the inspector of a sandbox has.',
    },
    {
      at: ["'content-security-policy': `default-src", "'x-frame-options': 'DENY'"],
      kind: 'redundant',
      reason: 'Either header keeps the page out of foreign frames (PAGE-10, CONSENT-06).',
    },
    {
      at: ["'referrer-policy':", "'x-content-type-options':"],
      kind: 'open',
      reason: 'No clause names these headers.',
    },
  ]),
  ...reasonsFor('service/ports', [
    {
      at: ['const after = (ms: number'],
      kind: 'operation',
      reason: 'The real timer: a run brings its own, which it may move on.',
    },
    {
      at: ['if (reserve.length < size)'],
      kind: 'equivalent',
      reason: 'Random bytes are drawn sooner or a byte later.',
    },
    {
      at: ['reportBug: error => console.error(error)'],
      kind: 'operation',
      reason: 'A run causes no bug to report.',
    },
  ]),
  ...reasonsFor('every-role/errors', [
    {
      at: ['error instanceof StorageFailure'],
      kind: 'operation',
      reason: 'A state that cannot be kept; selftest/crash tries it.',
    },
    {
      at: ['if (status < 500) return'],
      kind: 'equivalent',
      reason: 'In a run, errors with a status have a 4xx; anything else is a bug, which no request causes.',
    },
  ]),
  ...reasonsFor('every-role/authentication/headers', [
    {
      at: ['rawHeaders.filter('],
      kind: 'equivalent',
      reason: 'No value is the name of one of the four headers, and nothing precedes the first name.',
    },
    {
      at: ['if (value === undefined || more.length > 0'],
      kind: 'redundant',
      reason: 'A missing header is malformed as well, or changes the request that was signed.',
    },
  ]),
  ...reasonsFor('every-role/authentication/timestamp', [
    {
      at: ['now - sent <= clockDifference.pastSeconds'],
      kind: 'open',
      reason: 'The exact second of the allowed clock difference (AUTH-22).',
    },
  ]),
  ...reasonsFor('every-role/authentication/signature', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a missing key.',
    },
  ]),
  ...reasonsFor('every-role/wire-format/bodies', [
    {
      at: ["new TextDecoder('utf-8'"],
      kind: 'open',
      reason:
        'Whether bytes that are not UTF-8 are repaired or refused; service/server.test.ts proves the choice of the reference.',
    },
    {
      at: ['} catch {'],
      kind: 'redundant',
      reason: 'A text that cannot be parsed matches no schema.',
    },
  ]),
  ...reasonsFor('service/guarded-client', [
    {
      at: ['size += chunk.length', 'if (size > limitBytes) throw'],
      kind: 'redundant',
      reason: 'A document without an end also runs into the timeout (WEBHOOK-12, CONSENT-07).',
    },
    {
      at: ['body.dump()', "text: '' }"],
      kind: 'operation',
      reason: 'How a response is discarded if only its status counts.',
    },
    {
      at: ["method: 'GET'"],
      kind: 'equivalent',
      reason: 'Without a method the client sends GET.',
    },
    {
      at: ['if (answer.status !== 200) throw'],
      kind: 'open',
      reason: 'Whether a signed metadata document counts if its status is not 200.',
    },
  ]),
  ...reasonsFor('every-role/authentication/nonce-memory', [
    {
      at: ['if (until > now) return'],
      kind: 'time',
      reason: 'The exact millisecond in which a nonce expires.',
    },
  ]),
  ...reasonsFor('every-role/metadata/published-key', [
    {
      at: ['if (address === undefined) return'],
      kind: 'equivalent',
      reason: 'No document can be fetched without an address.',
    },
    {
      at: ['if (!directory.metadataAddresses.has(ocid)) return'],
      kind: 'time',
      reason: 'Only millions of unknown OCIDs would prove that they use no memory.',
    },
    {
      at: ['now - last.startedAt < policies.keyCacheTtlMs'],
      kind: 'time',
      reason: 'The exact millisecond in which a key expires.',
    },
  ]),
  ...reasonsFor('service/role', [
    {
      at: ['options.serving ?? {}'],
      kind: 'operation',
      reason: 'How a sandbox serves, which a run does not show.',
    },
    {
      at: ["'nonces'"],
      kind: 'operation',
      reason: 'The name of a table of a state that outlives the process.',
    },
    {
      at: ["options.environment ?? 'test'"],
      kind: 'operation',
      reason: 'A run always passes this option.',
    },
  ]),
  ...reasonsFor('service/server', [
    {
      at: ['const reportBug = service.serving.logs', 'request.log.info(', 'if (service.serving.logs)'],
      kind: 'operation',
      reason: 'The logs of a sandbox.',
    },
    {
      at: ['handleInTurn(server'],
      kind: 'operation',
      reason: 'Several processes that share a state.',
    },
    {
      at: ['{ hook: false }'],
      kind: 'operation',
      reason: 'Whether the library reads cookies, too.',
    },
    {
      at: ["'no-store'"],
      kind: 'open',
      reason: 'Whether responses may be cached: the document only says so for pages.',
    },
    {
      at: ['const server = fastify({', 'forceCloseConnections: true'],
      kind: 'operation',
      reason: 'How long a connection lives, and how it is closed; Fastify has the same body limit.',
    },
    {
      at: ['server.removeAllContentTypeParsers()'],
      kind: 'redundant',
      reason: 'A body that is parsed as text is not the signed one.',
    },
  ]),
  ...reasonsFor('every-role/wire-format/values', [
    {
      at: ['now() - ahead()'],
      kind: 'operation',
      reason: 'The clock of a sandbox that was advanced, which this run does not do.',
    },
  ]),
  ...reasonsFor('service/forms', [
    {
      at: ["parseCookie(headers.cookie ?? '')", 'return value !== undefined && /'],
      kind: 'redundant',
      reason: 'A cookie that the page did not set fits no token.',
    },
    {
      at: ['httpOnly: true', "sameSite: 'lax'"],
      kind: 'redundant',
      reason: 'A page without script shows no cookie, and the token keeps other sites out (PAGE-10, CONSENT-06).',
    },
    {
      at: ['secure: endpoint.startsWith('],
      kind: 'notObservable',
      reason: 'The Secure attribute: a run on loopback uses http; the tests of both pages prove it.',
    },
  ]),
  ...reasonsFor('service/keyed-mutex', [
    {
      at: ['} finally {', 'if (!mutex.isLocked()'],
      kind: 'notObservable',
      reason: 'Mutexes that no task uses any more are forgotten, which spares memory.',
    },
  ]),
]
