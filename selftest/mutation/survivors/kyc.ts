import { type Reason, reasonsFor } from './reason.ts'

/** Survivors in the KYC provider. */
export const kyc: readonly Reason[] = [
  ...reasonsFor('kyc/callback/address', [
    {
      at: ["const [head = '', ...fragment]"],
      kind: 'equivalent',
      reason: 'Every text has a part before its first mark.',
    },
  ]),
  ...reasonsFor('kyc/consent/page', [
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
  ]),
  ...reasonsFor('kyc/flow', [
    {
      at: [
        'now < createdAt + requestSeconds',
        'if (policies.isOpen(grantRequest, unixSeconds(ports)))',
        'return sendPage(reply, 410, {',
      ],
      kind: 'time',
      reason: 'A request waits 900 s for its user; the document names no time.',
    },
  ]),
  ...reasonsFor('kyc/grant/rules', [
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
  ]),
  ...reasonsFor('kyc/grant/request', [
    {
      at: ["[...new Set(grants.split(','))].filter(isPermission)"],
      kind: 'equivalent',
      reason: 'An unknown permission has been refused before.',
    },
  ]),
  ...reasonsFor('kyc/consent/requester', [
    {
      at: ['if (keyOfDocument(text, profile) === undefined)'],
      kind: 'open',
      reason: 'Whether a page shows what a wrongly signed document says: its signature covers neither name nor icon.',
    },
    {
      at: ['return provisioned.has(url.origin) ||'],
      kind: 'notObservable',
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
  ...reasonsFor('kyc/store', [
    {
      at: ['decision(id: string)', 'this.#decisions.set(id, made)'],
      kind: 'notObservable',
      reason: 'That a decision is stored, and which of two counts, is seen from inside (CALLBACK-10): store.test.ts.',
    },
    {
      at: ["const [oldest = '']", 'this.#requests.size > maxRequests'],
      kind: 'time',
      reason: 'Ten thousand requests.',
    },
  ]),
  ...reasonsFor('kyc/callback/submission', [
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
]
