import { Refusal } from '../../../../protocol/errors.ts'
import {
  callbackIsTheSame,
  choicesIn,
  choicesWereRequested,
  submissionRules,
  userIsTheSame,
} from '../../../../reference/kyc/callback/submission.ts'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Sends a request in the background and ignores the result. */
const sendInBackground = (url: string, method: string): void => {
  fetch(url, { method }).catch(() => undefined)
}

/** Builds the callback on the address in the form. */
const takeFromForm: KycPolicies['callbackOf'] = (submission, decision) => {
  const { grantRequest, form } = submission
  const callbackUrl = form.get('callback_url') ?? grantRequest.callbackUrl
  return kycPolicies.callbackOf({ ...submission, grantRequest: { ...grantRequest, callbackUrl } }, decision)
}

const decoded = (address: string): string => {
  try {
    return decodeURIComponent(address)
  } catch {
    return address
  }
}

/** Faults in the link between a decision and its request, and in who learns of it (CALLBACK-08, CALLBACK-11). */
export const callbackSecurityMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the callback address is taken from the form',
    breaks: 'CALLBACK-08',
    story: 'The address is a hidden field, and the handler reads the form.',
    policies: {
      submissionRules: without(submissionRules, callbackIsTheSame),
      callbackOf: takeFromForm,
    },
  },
  {
    name: 'callback addresses are decoded before they are compared',
    breaks: 'CALLBACK-08',
    story: 'Some proxy encoded them again, and the comparison was made lenient.',
    policies: {
      submissionRules: [
        ...without(submissionRules, callbackIsTheSame),
        ({ form, grantRequest }) =>
          decoded(form.get('callback_url') ?? '') === decoded(grantRequest.callbackUrl)
            ? undefined
            : new Refusal('INVALID_GRANT', 400, 'The callback address is not that of the request.'),
      ],
      callbackOf: takeFromForm,
    },
  },
  {
    name: 'of two callback addresses in a form the first is checked and the last is used',
    breaks: 'CALLBACK-08',
    story: 'One library reads the first value of a field, the other the last.',
    policies: {
      callbackOf: (submission, decision) => {
        const { grantRequest, form } = submission
        const callbackUrl = form.getAll('callback_url').at(-1) ?? grantRequest.callbackUrl
        return kycPolicies.callbackOf({ ...submission, grantRequest: { ...grantRequest, callbackUrl } }, decision)
      },
    },
  },
  {
    name: 'of two users in a form the first is checked and the last is used',
    breaks: 'CALLBACK-08',
    story: 'The form becomes an object, which keeps the last value of a name.',
    policies: {
      newDecision: submission => ({
        ...kycPolicies.newDecision(submission),
        user: Number(submission.form.getAll('user_ocid').at(-1)),
      }),
    },
  },
  {
    name: 'the user is taken from the form',
    breaks: 'CALLBACK-08',
    story: 'The documented field contains the user, so it was read from there.',
    policies: {
      submissionRules: without(submissionRules, userIsTheSame),
      newDecision: submission => ({
        ...kycPolicies.newDecision(submission),
        user: Number(submission.form.get('user_ocid')),
      }),
    },
  },
  {
    name: 'whatever is granted is granted',
    breaks: 'CALLBACK-08',
    story: 'Every ticked permission is granted, without a check that it was requested.',
    policies: {
      submissionRules: without(submissionRules, choicesWereRequested),
      newDecision: submission => ({
        ...kycPolicies.newDecision(submission),
        granted: [...choicesIn(submission.form)]
          .filter(([, verdict]) => verdict === 'granted')
          .map(([permission]) => permission),
      }),
    },
  },
  {
    name: 'the requester is called directly as well',
    breaks: 'CALLBACK-11',
    story: 'Browsers get lost, so the decision is also posted.',
    policies: {
      record: (submission, decision) => {
        sendInBackground(kycPolicies.callbackOf(submission, decision), 'POST')
        return kycPolicies.record(submission, decision)
      },
    },
  },
  {
    name: 'the callback address is tried out',
    breaks: 'CALLBACK-11',
    story: 'A dead link at the end is worse than an error at the start.',
    policies: {
      newRequest: grantQuery => {
        const grantRequest = kycPolicies.newRequest(grantQuery)
        sendInBackground(grantRequest.callbackUrl, 'HEAD')
        return grantRequest
      },
    },
  },
]
