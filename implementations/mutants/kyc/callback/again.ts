import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changePage } from '../support/consent.ts'

type Marking = (mark: (id: string) => void) => Partial<KycPolicies>

/** Loses the state of each request that is marked. */
const loseState = (marking: Marking): Partial<KycPolicies> => {
  const marked = new Set<string>()
  return {
    ...marking(id => marked.add(id)),
    membersOf: (grantRequest, decision) => {
      const members = kycPolicies.membersOf(grantRequest, decision)
      return marked.has(grantRequest.id) ? members.filter(([name]) => name !== 'state') : members
    },
  }
}

const whenShownTwice: Marking = mark => {
  const shown = new Set<string>()
  return {
    show: visit => {
      const { id } = visit.grantRequest
      if (shown.has(id)) mark(id)
      shown.add(id)
      return kycPolicies.show(visit)
    },
  }
}

/** A page that allows answers to be left out. */
const optional = changePage(page => page.replaceAll(' required', ''))

const whenLeftOut: Marking = mark => ({
  ...optional,
  undecided: submission => {
    const undecided = kycPolicies.undecided(submission)
    if (undecided.length > 0) mark(submission.grantRequest.id)
    return undecided
  },
})

/** Grants only the permissions that were left unanswered at first. */
const forgetFirstAnswers = (): Partial<KycPolicies> => {
  const asked = new Map<string, readonly string[]>()
  return {
    ...optional,
    undecided: submission => {
      const undecided = kycPolicies.undecided(submission)
      if (undecided.length > 0) asked.set(submission.grantRequest.id, undecided)
      return undecided
    },
    newDecision: submission => {
      const decision = kycPolicies.newDecision(submission)
      const left = asked.get(submission.grantRequest.id)
      const granted = decision.granted.filter(permission => left?.includes(permission) ?? true)
      const lost = decision.granted.filter(permission => !granted.includes(permission))
      return { ...decision, granted, denied: [...decision.denied, ...lost] }
    },
  }
}

/** Faults that show when a page is shown a second time (CALLBACK-04, CALLBACK-05). */
export const callbackAgainMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the state of a page that is loaded again is lost',
    breaks: 'CALLBACK-04',
    story: 'The session returns the state only once, so a reloaded page has one hidden field less.',
    policies: loseState(whenShownTwice),
  },
  {
    name: 'the state is lost where answers were left out',
    breaks: 'CALLBACK-04',
    story: 'The template of the error page was copied before the state was added.',
    policies: loseState(whenLeftOut),
  },
  {
    name: 'where answers were left out only those count that came later',
    breaks: 'CALLBACK-05',
    story: 'The second submission is compared with the permissions that the page still asked for.',
    policies: forgetFirstAnswers(),
  },
]
