import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the KYC provider. */
export const kyc: readonly Reason[] = [
  ...reasonsFor('kyc/callback/query', [
    {
      at: ["const [head = '', ...fragment]"],
      kind: 'equivalent',
      reason: 'Every text has a part before its first separator.',
    },
  ]),
  ...reasonsFor('kyc/consent/page', [
    {
      at: ["path: pathOf('/kyc', provider)"],
      kind: 'open',
      reason: 'The path of a cookie is an implementation detail.',
    },
    {
      at: [
        'if (decision === undefined) return sendConsent(visit)',
        'return sendPage(reply, 200, { text: provider.policies.decidedPage',
      ],
      kind: 'open',
      reason: 'The document does not describe the page for a user who returns to a decided request.',
    },
  ]),
  ...reasonsFor('kyc/flow', [
    {
      at: [
        'now < createdAt + requestSeconds',
        'if (policies.isOpen(grantRequest, unixSeconds(ports)))',
        'return sendPage(reply, 410, {',
      ],
      kind: 'time',
      reason: 'A request waits 900 s for its user; the document does not name a limit.',
    },
  ]),
  ...reasonsFor('kyc/grant/parameters', [
    {
      at: ["new Refusal('INVALID_GRANT', 400, `${parameter}"],
      kind: 'redundant',
      reason: 'Any code outside the ten becomes INVALID_GRANT before it is written.',
    },
    {
      at: ["query.get(name) ?? ''"],
      kind: 'equivalent',
      reason: 'Neither text is a permission, an OCID or a URL.',
    },
    {
      at: ['return known.size === 0 ||'],
      kind: 'operation',
      reason: 'A provider without provisioned users; a run always provisions some.',
    },
  ]),
  ...reasonsFor('kyc/grant/request', [
    {
      at: ["[...new Set(grants.split(','))].filter(isPermission)"],
      kind: 'equivalent',
      reason: 'An unknown permission was refused before.',
    },
  ]),
  ...reasonsFor('kyc/consent/requester', [
    {
      at: ['if (keyOfDocument(text, profile) === undefined)'],
      kind: 'open',
      reason: 'Whether a page uses a document with a wrong signature, which covers neither name nor icon.',
    },
    {
      at: ["url?.protocol.startsWith('http')", 'return provisioned.has(url.origin) ||'],
      kind: 'notObservable',
      reason:
        'Which hosts an icon may come from: the icons of a run come from the counterpart, which is exempt. kyc/consent/page.test.ts proves the rest.',
    },
    {
      at: ["typeof name === 'string'"],
      kind: 'open',
      reason: 'The text that is shown instead of a name that is not a string (CONSENT-07 requires a clear page).',
    },
    {
      at: ['if (address === undefined) return'],
      kind: 'equivalent',
      reason: 'A missing address cannot be fetched either.',
    },
  ]),
  ...reasonsFor('kyc/store', [
    {
      at: ["table('"],
      kind: 'operation',
      reason: 'The names of the tables of a state that outlives the process.',
    },
    {
      at: ['decision(id: string)', 'this.#decisions.set(id, made)'],
      kind: 'notObservable',
      reason:
        'The stored decision, and which of two decisions counts, is not observable (CALLBACK-10); kyc/store.test.ts proves it.',
    },
    {
      at: ["const [oldest = '']", 'this.#requests.size > maxRequests'],
      kind: 'time',
      reason: 'Only ten thousand requests would reveal it.',
    },
  ]),
  ...reasonsFor('kyc/callback/submission', [
    {
      at: ["export const choicePrefix = 'choice_'"],
      kind: 'open',
      reason: 'The names of the fields are an implementation detail.',
    },
    {
      at: ["return isGranted ? 'granted' : 'denied'"],
      kind: 'open',
      reason:
        'A permission that is not granted is denied; which answers a repeated page keeps is an implementation detail.',
    },
    {
      at: ["new Refusal('INVALID_GRANT', 400, message)"],
      kind: 'redundant',
      reason: 'Any code outside the ten becomes INVALID_GRANT before it is written, and here the response is a page.',
    },
  ]),
]
