import { type Permission, permissions } from '../../../../protocol/states.ts'
import type { CallbackMember, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { html } from '../../../../reference/service/html.ts'
import { notice, pageHeaders, sendPage } from '../../../../reference/service/page.ts'
import type { Mutant } from '../../mutant.ts'
import {
  addMember,
  addSubmissionRoute,
  changeMember,
  changeMembers,
  changePage,
  outcomeOf,
} from '../support/consent.ts'

/** Drops a member of the callback for one outcome. */
const dropMember = (name: CallbackMember[0], outcome: string) =>
  changeMembers(members => members.filter(member => member[0] !== name || outcomeOf(members) !== outcome))

const isDenied = (address: string): boolean => new URL(address).searchParams.get('status') === 'denied'

/** Applies the verdicts, in page order, to the permissions in code order. */
const decideByPosition: KycPolicies['newDecision'] = submission => {
  const { grantRequest } = submission
  const decision = kycPolicies.newDecision(submission)
  const verdicts = grantRequest.permissions.map(permission => decision.granted.includes(permission))
  const listed: Permission[] = permissions.filter(permission => grantRequest.permissions.includes(permission))
  return {
    ...decision,
    granted: listed.filter((_, at) => verdicts[at]),
    denied: listed.filter((_, at) => !verdicts[at]),
  }
}

/** Faults in how a decision is reported to the requester (CALLBACK-01 to CALLBACK-03, CALLBACK-05, CALLBACK-07). */
export const callbackDecisionMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'denied is there although nothing was denied',
    breaks: 'CALLBACK-01',
    story: 'The list is joined, and an empty list gives an empty string.',
    policies: addMember(['denied', ''], members => outcomeOf(members) === 'granted'),
  },
  {
    name: 'the user is not named where everything is granted',
    breaks: 'CALLBACK-01',
    story: 'Three branches build the callback, and only two of them got user_ocid.',
    policies: dropMember('user_ocid', 'granted'),
  },
  {
    name: 'some is as good as all',
    breaks: 'CALLBACK-02',
    story: 'granted.length > 0 ? granted : denied.',
    policies: changeMember('status', status => (status === 'partial' ? 'granted' : status)),
  },
  {
    name: 'what is denied can be worked out',
    breaks: 'CALLBACK-02',
    alsoBreaks: ['CALLBACK-05'],
    story: 'The requester knows its own request, so denied looked redundant.',
    policies: dropMember('denied', 'partial'),
  },
  {
    name: 'grants is there although nothing was granted',
    breaks: 'CALLBACK-03',
    story: 'One template serves all three outcomes.',
    policies: addMember(['grants', ''], members => outcomeOf(members) === 'denied'),
  },
  {
    name: 'denied permissions are reported only if all are denied',
    breaks: 'CALLBACK-03',
    story: 'partial and denied share a branch of the code.',
    policies: {
      membersOf: (grantRequest, decision) => {
        const members = kycPolicies.membersOf(grantRequest, decision)
        const denied: CallbackMember = ['denied', decision.denied.join(',')]
        return outcomeOf(members) === 'denied' ? [...members, denied] : members
      },
    },
  },
  {
    name: 'a refusal ends at a page of regret',
    breaks: 'CALLBACK-03',
    alsoBreaks: ['FLOW-04'],
    story: 'Marketing wanted a last word to users who say no.',
    policies: {
      sendToCallback: (reply, address) =>
        isDenied(address)
          ? sendPage(reply, 200, { text: notice('A pity', 'Nothing was shared. You can close this page.') })
          : kycPolicies.sendToCallback(reply, address),
    },
  },
  {
    name: 'the last permission is lost',
    breaks: 'CALLBACK-05',
    alsoBreaks: ['CALLBACK-01', 'CALLBACK-02', 'FLOW-04'],
    story: 'The list is parsed up to its last comma.',
    policies: changeMember('grants', grants => {
      const list = grants.split(',')
      return list.slice(0, Math.max(1, list.length - 1)).join(',')
    }),
  },
  {
    name: 'verdicts are matched by their place',
    breaks: 'CALLBACK-05',
    alsoBreaks: ['CALLBACK-02', 'FLOW-04'],
    story: 'The page shows permissions as requested, but the handler counts them as declared.',
    policies: { newDecision: decideByPosition },
  },
  {
    name: 'the callback address is sent to the page instead of a redirect',
    breaks: 'CALLBACK-07',
    alsoBreaks: ['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03', 'FLOW-04'],
    story: 'The submission was written for a script that sets location.href.',
    policies: { sendToCallback: (reply, address) => reply.code(200).send({ redirect: address }) },
  },
  {
    name: 'a page of thanks leads on to the callback',
    breaks: 'CALLBACK-07',
    story: 'Marketing wanted a thank-you page, and a refresh made it possible.',
    policies: {
      sendToCallback: (reply, address) => {
        const lead = html`<!doctype html><meta http-equiv="refresh" content="0; url=${address}"><p>Thank you.</p>`
        return sendPage(reply, 200, { text: lead.text, headers: pageHeaders })
      },
    },
  },
  {
    name: 'the decision is sent by GET',
    breaks: 'CALLBACK-07',
    alsoBreaks: ['CONSENT-04'],
    story: 'A form without a method uses GET, and the route was adapted.',
    policies: changePage(page => page.replace('<form method="post"', '<form')),
    prepare: addSubmissionRoute('GET', '/kyc/grant/:ocid/submit'),
  },
  {
    name: 'the fields have names of our own',
    breaks: 'CALLBACK-07',
    story: 'Page and handler were written together, from an older form of another product.',
    policies: changePage(page => page.replace('name="user_ocid"', 'name="uid"').replace('name="state"', 'name="s"')),
    prepare: server => {
      server.addHook('preHandler', async ({ body }) => {
        if (!(body instanceof URLSearchParams)) return
        for (const [own, name] of [
          ['uid', 'user_ocid'],
          ['s', 'state'],
        ] as const) {
          const value = body.get(own)
          if (value !== null) body.set(name, value)
        }
      })
    },
  },
  {
    name: 'the page submits elsewhere',
    breaks: 'CALLBACK-07',
    story: 'The page moved to another address, and the documented one stayed for the tests.',
    policies: changePage(page => page.replace(/action="([^"]*)\/grant\/(\d+)\/submit"/, 'action="$1/decisions/$2"')),
    prepare: addSubmissionRoute('POST', '/kyc/decisions/:ocid'),
  },
]
