import { type Permission, permissions } from '../../../../protocol/states.ts'
import { choicePrefix, choicesWereRequested, submissionRules } from '../../../../reference/kyc/callback/submission.ts'
import type { ConsentSubmission, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { without } from '../../../support/changes.ts'
import type { Mutant } from '../../mutant.ts'

/** Returns the permissions that a form grants or denies, whatever was requested. */
const listedIn = ({ form }: ConsentSubmission, choice: 'granted' | 'denied') =>
  permissions.filter(
    permission =>
      form.getAll(`${choice}_permissions`).join().split(',').includes(permission) ||
      form.getAll(choicePrefix + permission).includes(choice),
  )

/** Returns whatever a form grants, under the names that it uses. */
const grantedNames = (form: URLSearchParams): string[] => [
  ...form.getAll('granted_permissions').join().split(',').filter(Boolean),
  ...[...form].flatMap(([name, value]) =>
    name.startsWith(choicePrefix) && value === 'granted' ? [name.slice(choicePrefix.length)] : [],
  ),
]

/** Grants some of the permissions that a form does not mention, by their positions in the request. */
const grantLeftAlone = (
  isGranted: (requested: readonly Permission[], at: number, chosen: readonly Permission[]) => boolean,
): Partial<KycPolicies> => ({
  undecided: () => [],
  newDecision: submission => {
    const { permissions: requested } = submission.grantRequest
    const [chosen, refused] = [listedIn(submission, 'granted'), listedIn(submission, 'denied')]
    const granted = requested.filter(
      (permission, at) =>
        chosen.includes(permission) || (!refused.includes(permission) && isGranted(requested, at, chosen)),
    )
    const denied = requested.filter(permission => !granted.includes(permission))
    return { ...kycPolicies.newDecision(submission), granted, denied }
  },
})

/** Faults in how a provider reads the lists of a form (CALLBACK-05, CALLBACK-08). */
export const submittedListMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'whatever is denied is denied',
    breaks: 'CALLBACK-08',
    story: 'Only the granted list is compared with the request: denying more seemed harmless.',
    policies: {
      submissionRules: without(submissionRules, choicesWereRequested),
      newDecision: submission => ({
        ...kycPolicies.newDecision(submission),
        denied: listedIn(submission, 'denied'),
      }),
    },
  },
  {
    name: 'a permission may be granted and denied',
    breaks: 'CALLBACK-05',
    story: 'Each list is compared with the request, but not with the other.',
    policies: {
      undecided: () => [],
      newDecision: submission => {
        const isRequested = (permission: string) =>
          submission.grantRequest.permissions.some(requested => requested === permission)
        return {
          ...kycPolicies.newDecision(submission),
          granted: listedIn(submission, 'granted').filter(isRequested),
          denied: listedIn(submission, 'denied').filter(isRequested),
        }
      },
    },
  },
  {
    name: 'what is granted is searched for in the list of the request',
    breaks: 'CALLBACK-08',
    story: 'The list is text, and includes() finds parts of a name.',
    policies: {
      newDecision: submission => {
        const requested = submission.grantRequest.permissions.join()
        const found = grantedNames(submission.form).filter(name => requested.includes(name)) as Permission[]
        const decision = kycPolicies.newDecision(submission)
        return { ...decision, granted: [...new Set([...decision.granted, ...found])] }
      },
    },
  },
  {
    name: 'of what is left alone the last is granted',
    breaks: 'CALLBACK-05',
    story: 'A form without a value for the last field gets a default that was left from a test.',
    policies: grantLeftAlone(({ length }, at) => at === length - 1),
  },
  {
    name: 'of what is left alone all but the first is granted',
    breaks: 'CALLBACK-05',
    story: 'The loop over missing answers returns at the first, and the rest keeps its preset.',
    policies: grantLeftAlone((_requested, at) => at > 0),
  },
  {
    name: 'a form without a choice grants the last permission',
    breaks: 'CALLBACK-05',
    story: 'An empty list split at commas has one element, and the index of a missing element is -1.',
    policies: grantLeftAlone(({ length }, at, chosen) => chosen.length === 0 && at === length - 1),
  },
]
