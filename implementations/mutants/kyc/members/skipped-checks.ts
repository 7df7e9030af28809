import { permissions } from '../../../../protocol/states.ts'
import {
  callbackIsTheSame,
  choicesIn,
  choicesWereRequested,
  submissionRules,
  userIsTheSame,
} from '../../../../reference/kyc/callback/submission.ts'
import type { ConsentSubmission, GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import {
  callbackIsValid,
  grantRules,
  grantsAreKnown,
  userIsKnown,
  userIsOcid,
} from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import { replace } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

type Condition = (submission: ConsentSubmission) => boolean

/** Skips a rule for some submissions. */
const skipIf = (rule: Rule<ConsentSubmission>, isSkipped: Condition): Pick<KycPolicies, 'submissionRules'> => ({
  submissionRules: replace(submissionRules, rule, submission => (isSkipped(submission) ? undefined : rule(submission))),
})

const callbackIn = ({ form, grantRequest }: ConsentSubmission): string =>
  form.get('callback_url') ?? grantRequest.callbackUrl

/** Trusts the callback address in some forms. */
const believeCallbackIf = (isBelieved: Condition): Pick<KycPolicies, 'submissionRules' | 'callbackOf'> => ({
  ...skipIf(callbackIsTheSame, isBelieved),
  callbackOf: (submission, decision) => {
    const { grantRequest } = submission
    const callbackUrl = isBelieved(submission) ? callbackIn(submission) : grantRequest.callbackUrl
    return kycPolicies.callbackOf({ ...submission, grantRequest: { ...grantRequest, callbackUrl } }, decision)
  },
})

/** Treats whatever some forms grant as requested. */
const believeGrantsIf = (isBelieved: Condition): Pick<KycPolicies, 'submissionRules' | 'newDecision'> => ({
  ...skipIf(choicesWereRequested, isBelieved),
  newDecision: submission => {
    const decision = kycPolicies.newDecision(submission)
    if (!isBelieved(submission)) return decision
    const chosen = [...choicesIn(submission.form)]
    return {
      ...decision,
      granted: chosen.flatMap(([permission, choice]) => (choice === 'granted' ? [permission] : [])),
    }
  },
})

/** Skips rules of the request for some queries. */
const skipGrantIf = (
  rules: readonly Rule<GrantQuery>[],
  isSkipped: (query: URLSearchParams) => boolean,
): Pick<KycPolicies, 'grantRules'> => ({
  grantRules: grantRules.map(rule =>
    rules.includes(rule) ? subject => (isSkipped(subject.query) ? undefined : rule(subject)) : rule,
  ),
})

const permissionsIn = (query: URLSearchParams): string[] => (query.get('grants') ?? '').split(',')

const hasNoState: Condition = ({ grantRequest: { state } }) => state === null

const choicesOf = ({ form }: ConsentSubmission) => new Set(choicesIn(form).values())

/** Checks that compare only a part, or are skipped for some requests and decisions. */
export const kycSkippedCheckMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'a callback address at the same host is as good',
    breaks: 'CALLBACK-08',
    story: 'new URL(field).origin === new URL(requested).origin.',
    policies: believeCallbackIf(
      submission => URL.parse(callbackIn(submission))?.origin === new URL(submission.grantRequest.callbackUrl).origin,
    ),
  },
  {
    name: 'a callback address is compared by its beginning',
    breaks: 'CALLBACK-08',
    story: 'field.startsWith(requested), so that requesters may add a query.',
    policies: believeCallbackIf(submission => callbackIn(submission).startsWith(submission.grantRequest.callbackUrl)),
  },
  {
    name: 'without a state the callback address is taken from the form',
    breaks: 'CALLBACK-08',
    story: 'The state finds the request again, and without one there is only the form.',
    policies: believeCallbackIf(hasNoState),
  },
  {
    name: 'who denies everything is sent to the address in the form',
    breaks: 'CALLBACK-08',
    story: 'Nothing was given away, so nothing is compared.',
    policies: believeCallbackIf(submission => !choicesOf(submission).has('granted')),
  },
  {
    name: 'without a state the user is taken from the form',
    breaks: 'CALLBACK-08',
    story: 'The state finds the request again, and without one there is only the form.',
    policies: {
      ...skipIf(userIsTheSame, hasNoState),
      newDecision: submission => {
        const decision = kycPolicies.newDecision(submission)
        return hasNoState(submission) ? { ...decision, user: Number(submission.form.get('user_ocid')) } : decision
      },
    },
  },
  {
    name: 'whatever is granted on a request for one permission is granted',
    breaks: 'CALLBACK-08',
    story: 'A single permission is a string and not a list, which the comparison does not handle.',
    policies: believeGrantsIf(({ grantRequest: { permissions } }) => permissions.length === 1),
  },
  {
    name: 'whatever is granted beside a denied permission is granted',
    breaks: 'CALLBACK-08',
    story: 'The number of granted permissions is compared with the requested number if none was denied.',
    policies: believeGrantsIf(submission => choicesOf(submission).size > 1),
  },
  {
    name: 'the callback address of a request for every permission is not looked at',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-02'],
    story: 'Only banks ask for everything, and banks are known.',
    policies: skipGrantIf([callbackIsValid], query => permissionsIn(query).length === permissions.length),
  },
  {
    name: 'the callback address of a request for one permission is not looked at',
    breaks: 'GRANT-04',
    alsoBreaks: ['GRANT-02'],
    story: 'The shortcut for one permission was written first, and has no checks yet.',
    policies: skipGrantIf([callbackIsValid], query => permissionsIn(query).length === 1),
  },
  {
    name: 'without a state no grants means the name',
    breaks: 'GRANT-02',
    story: 'Requests of the first version had neither a state nor grants.',
    policies: {
      ...skipGrantIf([grantsAreKnown], query => !query.has('state') && !query.get('grants')),
      permissionsOf: grants => kycPolicies.permissionsOf(grants || 'name'),
    },
  },
  {
    name: 'without a state the user may be anything',
    breaks: 'GRANT-03',
    alsoBreaks: ['GRANT-02'],
    story: 'A request of the first version names its user by email, and has no state.',
    policies: skipGrantIf([userIsOcid, userIsKnown], query => !query.has('state')),
  },
]
