import { answer, choice, each, listOf, measured, type Vocabulary } from './observable.ts'

const outcome = answer('accepted')

const returned = choice('as it came', 'left out', 'empty', 'another text', 'not redirected')

/** Heading: GET /kyc/grant/{ocid}, the request. */
const requests = {
  'GRANT-07': {
    observables: {
      ...each(['unknown permission', 'unknown one of two', 'permission in upper case', 'permission twice'], outcome),
      'grants where one was asked twice': choice('each once', 'as requested', 'another list'),
      ...each(['unknown requester', 'unknown user', 'user info', 'a fragment'], outcome),
      'fragment of the callback': choice('after the decision', 'before the decision', 'left out', 'not redirected'),
    },
    proposal:
      'A permission that this document does not name is answered 400 `INVALID_GRANT`, and one given twice counts once; an unknown requesting OCID is answered 400 `UNKNOWN_OCID` and an unknown user 400 `USER_NOT_FOUND`; a callback address with user info or a fragment is answered 400 `INVALID_CALLBACK_URL`.',
  },
  'GRANT-08': {
    observables: {
      ...each(['no grants', 'empty grants', 'no user_ocid', 'user_ocid no integer', 'path OCID no integer'], outcome),
      ...each(['user_ocid with a plus sign', 'user_ocid with a leading zero'], outcome),
      ...each(['no callback_url', 'empty callback_url', 'callback on another host'], outcome),
      ...each(['grants twice', 'user_ocid twice', 'callback_url twice', 'state twice'], outcome),
      ...each(['state that is no UTF-8', 'an empty state'], outcome),
      ...each(
        ['callback of a state that is no UTF-8', 'callback of a state with a line feed', 'callback of an empty state'],
        returned,
      ),
      ...each(['KYC not complete', 'absent user', 'absent requester', 'user that is a requester'], outcome),
      ...each(
        [
          'a blank after the comma',
          'blanks around',
          'an empty element',
          'a final comma',
          'only a comma',
          'only a blank',
        ],
        outcome,
      ),
    },
    proposal:
      'A missing, repeated or malformed parameter is answered 400 `INVALID_GRANT`, a missing `callback_url` 400 `INVALID_CALLBACK_URL`, an unknown user 400 `USER_NOT_FOUND`, a user whose KYC is not complete 400 `KYC_NOT_COMPLETE`; `grants` has neither blanks nor empty elements; an empty `state` comes back empty, and one that is not UTF-8 is malformed; `callback_url` must be below an address that the requester registered, else 400 `GRANT_NOT_AUTHORIZED`.',
  },
  'GRANT-10': {
    observables: each(['http on localhost', 'http on 127.0.0.1', 'https on localhost', 'https on 127.0.0.1'], outcome),
    proposal:
      'Outside production a callback address on localhost is valid and may use HTTP; every other callback address is HTTPS everywhere.',
  },
} as const satisfies Record<string, Vocabulary>

const left = choice('granted', 'denied', 'has to be decided', 'in neither list', 'cannot be left alone')

/** Heading: GET /kyc/grant/{ocid}, decision and callback. */
const decisions = {
  'CONSENT-08': {
    observables: {
      ...each(['left alone beside a granted one', 'left alone beside a denied one'], left),
      'a submission without a choice': choice('granted', 'partial', 'denied', 'has to be decided', 'another status'),
      'page without script': choice('can be decided', 'needs script'),
      'accessibility of the page': measured('findings'),
    },
    proposal:
      'A permission that the user did not explicitly grant is denied; the consent page works without script, and meets WCAG 2.2 AA.',
  },
  'CALLBACK-09': {
    observables: {
      encoding: choice(
        'application/x-www-form-urlencoded',
        'multipart/form-data',
        'text/plain',
        'application/json',
        'another',
        'none',
      ),
      'steps to a decision': measured('steps'),
      'documented fields': listOf('user_ocid', 'callback_url', 'state', 'granted_permissions', 'denied_permissions'),
      ...each(['further fields', 'further members of the callback'], choice('some', 'none')),
      'status of the redirect': measured('status', 'none'),
      'commas of the lists': choice('escaped', 'as they are', 'none'),
      'order of the lists': choice('as requested', 'as in the document', 'alphabetical', 'another'),
      ...each(
        [
          'another callback_url in the form',
          'another user_ocid in the form',
          'a permission in the form that was not requested',
          'documented lists for the own fields',
        ],
        choice('refused', 'passed over', 'taken'),
      ),
      'a permission in both lists': choice('refused', 'granted', 'denied', 'in neither list'),
    },
    proposal:
      'The submission is application/x-www-form-urlencoded, `granted_permissions` and `denied_permissions` being comma-separated lists, and may carry further fields; one that does not fit its request, or that has a permission in both lists, is refused; it is answered 303; the callback has no members beyond the five, and its lists are in the order of the request with unescaped commas.',
  },
  'CALLBACK-12': {
    observables: each(
      ['status', 'grants', 'denied', 'state', 'user_ocid'],
      answer(
        'not redirected',
        'both, its own first',
        'both, its own last',
        'its own',
        'that of the decision',
        'neither',
      ),
    ),
    proposal:
      'A callback address whose own query has `status`, `grants`, `denied`, `user_ocid` or `state` is answered 400 `INVALID_CALLBACK_URL`.',
  },
} as const satisfies Record<string, Vocabulary>

/** The observations of checks of a KYC provider. */
export const kyc = { ...requests, ...decisions } as const
