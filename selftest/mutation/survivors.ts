/** Why a mutant that nothing notices may live. */
export const kinds = {
  equivalent: 'Equivalent: no request can tell the mutant from the original',
  second: 'A second line: another check of the reference catches the same, on purpose',
  open: 'Open: the document leaves the choice to the implementation',
  inside: 'From inside: seen only by whoever runs the reference, and proven by its unit tests',
  operation: 'Operation: starting, closing, registering and reporting, which are no part of the protocol',
  time: 'Time and size: it would show only after longer, or with more, than a run takes',
  text: 'Texts: of messages and pages, which are free',
} as const

export type Kind = keyof typeof kinds

/** Survivors with one reason: mutants of lines in `file` that have `at` in them; with `only`, those whose replacement has that in it. */
export type Reason = { file: string; at: readonly string[]; only?: readonly string[]; kind: Kind; reason: string }

const of = (file: string, reasons: readonly Omit<Reason, 'file'>[]): Reason[] =>
  reasons.map(reason => ({ file: `reference/${file}.ts`, ...reason }))

export const reasons: readonly Reason[] = [
  ...of('merchant/issuer-keys', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a key that is not there.',
    },
  ]),
  ...of('merchant/order', [
    {
      at: ['encodeURIComponent(id).length <= longestId'],
      only: ['.length < '],
      kind: 'time',
      reason: 'The very character at which an id is too long: maximum sizes are not shown.',
    },
    {
      at: ["id !== ''"],
      kind: 'open',
      reason:
        'An empty id would be the order of every proof that names none (WEBHOOK-08), so a run makes no such order; order.test.ts.',
    },
    {
      at: ['orderCurrencyIsSupported'],
      kind: 'open',
      reason:
        'Which currencies a merchant takes orders in is its own; a code that is none is refused by the schema (ORDER-06).',
    },
    {
      at: ['(expiresAt ?? Number.POSITIVE_INFINITY) < unixSeconds(ports)'],
      only: ['<='],
      kind: 'time',
      reason: 'An order that expires in the very second in which it is made.',
    },
  ]),
  ...of('merchant/store', [
    {
      at: ['if (known === undefined || known.payment !== undefined'],
      only: ['false'],
      kind: 'second',
      reason: 'The webhook has looked the order up a moment before, and no order goes away.',
    },
  ]),
  ...of('merchant/webhook', [
    {
      at: ["store.order(proof.to.reference ?? '')"],
      kind: 'equivalent',
      reason: 'No order has the one id nor the other.',
    },
  ]),
  ...of('kyc/callback', [
    {
      at: ["const [head = '', ...fragment]"],
      kind: 'equivalent',
      reason: 'Every text has a part before its first mark.',
    },
  ]),
  ...of('kyc/consent', [
    {
      at: ["path: pathOf('/kyc', provider)"],
      kind: 'open',
      reason: 'How far a cookie goes is the own affair of a page.',
    },
    {
      at: [
        'if (decision === undefined) return sendConsent(visit)',
        'return sendPage(reply, 200, { text: provider.policies.decidedPage',
      ],
      kind: 'open',
      reason: 'What a user sees who comes back to a decided request is not shown in the document.',
    },
    {
      at: [
        'now < createdAt + requestSeconds',
        'if (policies.isOpen(asked, unixSeconds(ports)))',
        'return sendPage(reply, 410, {',
      ],
      kind: 'time',
      reason: 'A request waits 900 s for its user; the document names no time.',
    },
  ]),
  ...of('kyc/grant', [
    {
      at: ["new Refusal('INVALID_GRANT', 400, `${parameter}"],
      kind: 'second',
      reason: 'Whatever code is none of the ten becomes INVALID_GRANT before it is written.',
    },
    {
      at: ["query.get(name) ?? ''"],
      kind: 'equivalent',
      reason: 'Neither text is a permission, an OCID or an address.',
    },
    {
      at: ['return known.size === 0 ||'],
      kind: 'operation',
      reason: 'A provider without provisioned users; a run provisions them.',
    },
    {
      at: ["[...new Set(grants.split(','))].filter(isPermission)"],
      kind: 'equivalent',
      reason: 'An unknown permission has been refused before.',
    },
  ]),
  ...of('kyc/requester', [
    {
      at: ['if (keyOfDocument(text, profile) === undefined)'],
      kind: 'open',
      reason: 'Whether a page shows what a wrongly signed document says: its signature covers neither name nor icon.',
    },
    {
      at: ['return provisioned.has(url.origin) ||'],
      kind: 'inside',
      reason:
        "Which addresses a browser is sent to for an icon: the icons of a run are the counterpart's, which is exempt. consent.test.ts proves the rest.",
    },
    {
      at: ["typeof name === 'string'"],
      kind: 'open',
      reason: 'What is shown in place of a name that is no text (CONSENT-07 asks for a clear page).',
    },
    {
      at: ['if (address === undefined) return'],
      kind: 'equivalent',
      reason: 'An address that is not there cannot be fetched, either.',
    },
  ]),
  ...of('kyc/store', [
    {
      at: ['decision(id: string)', 'this.#decisions.set(id, made)'],
      kind: 'inside',
      reason: 'That a decision is stored, and which of two counts, is seen from inside (CALLBACK-10): store.test.ts.',
    },
    {
      at: ["const [oldest = '']", 'this.#requests.size > mostRequests'],
      kind: 'time',
      reason: 'Ten thousand requests.',
    },
  ]),
  ...of('kyc/submission', [
    {
      at: ["export const choicePrefix = 'choice_'"],
      kind: 'open',
      reason: 'What the fields of a page are called is its own affair.',
    },
    {
      at: ["return isGranted ? 'granted' : 'denied'"],
      kind: 'open',
      reason: 'What is not granted is denied; which answers a page keeps that is shown again is its own affair.',
    },
    {
      at: ["new Refusal('INVALID_GRANT', 400, message)"],
      kind: 'second',
      reason: 'Whatever code is none of the ten becomes INVALID_GRANT before it is written, and here it is a page.',
    },
  ]),
  ...of('gateway/build', [
    {
      at: ['if (minor === undefined) throw new RangeError(`account'],
      kind: 'operation',
      reason: 'A gateway that is started with a balance that is no amount; build.test.ts.',
    },
  ]),
  ...of('gateway/checkout', [
    {
      at: ["gateway.directory.merchants.get(caller)?.publicKey ?? ''"],
      kind: 'equivalent',
      reason: 'Who is no merchant has been refused before.',
    },
    {
      at: ['export const isPast ='],
      kind: 'time',
      reason: 'An order that expires in the very second of the request.',
    },
    {
      at: ['const nowhere: OrderUrls'],
      kind: 'equivalent',
      reason: 'A request without urls has been refused before.',
    },
  ]),
  ...of('gateway/hosted-page', [
    {
      at: ['directory.merchants.get(merchant)?.name ??'],
      kind: 'equivalent',
      reason: 'A session is of a merchant that is registered.',
    },
    {
      at: ['cookie: { name: cookieName, path }'],
      kind: 'open',
      reason:
        'What the cookie of the page is called, and how far it is sent: how a form is guarded is its own affair (PAGE-10).',
    },
  ]),
  ...of('page', [
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
  ...of('ports', [
    {
      at: ['reportBug: error => console.error(error)'],
      kind: 'operation',
      reason: 'A run brings about no bug that would be reported.',
    },
  ]),
  ...of('gateway/money', [
    {
      at: ['minor <= mostMinorUnits'],
      kind: 'open',
      reason: 'The range of the fraud checks (FMT-10), to the last minor unit.',
    },
  ]),
  ...of('gateway/payment', [
    {
      at: ['return expiresAt <= unixSeconds(ports)'],
      kind: 'time',
      reason: 'A payment that expires in the very second of the request.',
    },
  ]),
  ...of('gateway/proof', [
    {
      at: ['value === undefined ? {}'],
      kind: 'equivalent',
      reason: 'A member that is undefined is not written.',
    },
    {
      at: ["...given('memo', order.memo)"],
      kind: 'open',
      reason: 'Whether the proof of a hosted payment repeats the memo of the order.',
    },
  ]),
  ...of('gateway/announce', [
    {
      at: ['directory.merchants.get(ocid)?.endpoint'],
      kind: 'operation',
      reason: 'A merchant that is no longer registered when its order or payment is paid.',
    },
  ]),
  ...of('gateway/session', [
    {
      at: ["{ id: 'card'", "{ id: 'declined'"],
      kind: 'text',
      reason: 'What the form of the page calls a payment option.',
    },
    {
      at: ['const isOver = now >= session.createdAt'],
      kind: 'time',
      reason: 'The very second in which a session ends.',
    },
  ]),
  ...of('gateway/store', [
    {
      at: ['this.order(orderKey(session))?.txid'],
      kind: 'equivalent',
      reason: 'A session is kept with its order.',
    },
    {
      at: ['if (account !== undefined) account.balance'],
      kind: 'operation',
      reason: 'A merchant without an account in the currency of its order; those of a run have one.',
    },
    {
      at: ['this.credit(session.merchant'],
      kind: 'inside',
      reason: "The merchant's account after a hosted payment is not shown in the document; hosted-page.test.ts.",
    },
  ]),
  ...of('gateway/settle', [
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a key that is not there.',
    },
  ]),
  ...of('gateway/transfer', [
    {
      at: ['account?.debitableBy'],
      kind: 'equivalent',
      reason: 'The account has been found before.',
    },
  ]),
  ...of('gateway/verify', [
    {
      at: ["expiresAt <= unixSeconds(ports) ? 'expired'"],
      kind: 'time',
      reason: 'The very second in which a payment expires.',
    },
    {
      at: ["return status === 'pending' ?"],
      kind: 'open',
      reason: 'Members beside the status and the txid of what is neither pending nor completed.',
    },
  ]),
  ...of('answers', [
    {
      at: ['if (status < 500) return'],
      kind: 'equivalent',
      reason:
        'Every error that has a status of its own in a run has a 4xx; any other is a bug, which no request brings about.',
    },
  ]),
  ...of('authentication', [
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
    {
      at: ['now - sent <= clockDifference.pastSeconds'],
      kind: 'open',
      reason: 'The allowed clock difference, to the second (AUTH-22).',
    },
    {
      at: ['publicKey !== undefined &&'],
      kind: 'equivalent',
      reason: 'No signature verifies with a key that is not there.',
    },
  ]),
  ...of('body', [
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
  ...of('guarded-client', [
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
  ...of('nonces', [
    {
      at: ['if (until > now) return'],
      kind: 'time',
      reason: 'The very millisecond in which a nonce lapses.',
    },
  ]),
  ...of('published-key', [
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
      at: ['now - last.startedAt < policies.keyHeldMs'],
      kind: 'time',
      reason: 'The very millisecond in which a key lapses.',
    },
  ]),
  ...of('role', [
    {
      at: ["options.environment ?? 'test'"],
      kind: 'operation',
      reason: 'An option that a run always gives.',
    },
  ]),
  ...of('server', [
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
