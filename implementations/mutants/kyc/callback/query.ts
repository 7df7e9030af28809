import { Refusal } from '../../../../protocol/errors.ts'
import type { GrantQuery, KycPolicies } from '../../../../reference/kyc/contract.ts'
import { grantRules, valueIn } from '../../../../reference/kyc/grant/parameters.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Rule } from '../../../../reference/service/rules.ts'
import type { Mutant } from '../../mutant.ts'
import { addMember, changeMember, changeMembers, outcomeOf } from '../support/consent.ts'

/** Refuses a non-ASCII state. */
const stateIsAscii: Rule<GrantQuery> = ({ query }) =>
  /[^\x20-\x7e]/.test(valueIn(query, 'state'))
    ? new Refusal('INVALID_GRANT', 400, 'state has characters that are not allowed.')
    : undefined

/** Keeps the denied list that a requester sent, for callbacks without one. */
const keepDenied = (): Partial<KycPolicies> => {
  const lists = new Map<string, string>()
  return {
    newRequest: grantQuery => {
      const grantRequest = kycPolicies.newRequest(grantQuery)
      const denied = grantQuery.query.get('denied')
      if (denied !== null) lists.set(grantRequest.id, denied)
      return grantRequest
    },
    membersOf: (grantRequest, decision) => {
      const members = kycPolicies.membersOf(grantRequest, decision)
      const denied = lists.get(grantRequest.id)
      return denied === undefined || members.some(([name]) => name === 'denied')
        ? members
        : [...members, ['denied', denied]]
    },
  }
}

/** Calls a grant partial if its list is shorter than the requested one. */
const countRequested = (): Partial<KycPolicies> => {
  const counts = new Map<string, number>()
  return {
    newRequest: grantQuery => {
      const grantRequest = kycPolicies.newRequest(grantQuery)
      counts.set(grantRequest.id, valueIn(grantQuery.query, 'grants').split(',').length)
      return grantRequest
    },
    membersOf: (grantRequest, decision) => {
      const members = kycPolicies.membersOf(grantRequest, decision)
      const isShorter = decision.granted.length < (counts.get(grantRequest.id) ?? 0)
      return outcomeOf(members) === 'granted' && isShorter
        ? members.map(member => (member[0] === 'status' ? ['status', 'partial'] : member))
        : members
    },
  }
}

/** Keeps a state per browser, and gives it to each later request of that browser that has none. */
const keepStateOfBrowser = (): Partial<KycPolicies> => {
  const states = new Map<string, string>()
  const late = new Map<string, string>()
  return {
    sendToConsent: (reply, grantRequest, provider) => {
      const [, browser = grantRequest.id] = /browser=(\w+)/.exec(reply.request.headers.cookie ?? '') ?? []
      const kept = grantRequest.state ?? states.get(browser)
      if (grantRequest.state !== null) states.set(browser, grantRequest.state)
      else if (kept !== undefined) late.set(grantRequest.id, kept)
      reply.header('set-cookie', `browser=${browser}; Path=/; HttpOnly`)
      return kycPolicies.sendToConsent(reply, grantRequest, provider)
    },
    membersOf: (grantRequest, decision) => {
      const members = kycPolicies.membersOf(grantRequest, decision)
      const state = late.get(grantRequest.id)
      return state === undefined ? members : [...members, ['state', state]]
    },
  }
}

/** Faults in how the callback address is extended (CALLBACK-04, CALLBACK-06). */
export const callbackQueryMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'state is trimmed',
    breaks: 'CALLBACK-04',
    kind: 'echoes',
    story: 'Every input parameter is trimmed.',
    policies: changeMember('state', state => state.trim()),
  },
  {
    name: 'a plus in state comes back as a blank',
    breaks: 'CALLBACK-04',
    story: 'encodeURI leaves plus signs alone.',
    policies: {
      withMembers: (address, members) => {
        const [head = '', ...fragment] = address.split('#')
        const query = kycPolicies.withMembers(head, members).slice(head.length)
        return [head + query.replaceAll('%2B', '+'), ...fragment].join('#')
      },
    },
  },
  {
    name: 'a request without a state has that of the one before it in the browser',
    breaks: 'CALLBACK-04',
    story: 'session.state = query.state ?? session.state.',
    policies: keepStateOfBrowser(),
  },
  {
    name: 'state is lost beside a query of the callback address',
    breaks: 'CALLBACK-04',
    story: 'The address builder has a branch for addresses with a query, which was written first.',
    policies: {
      withMembers: (address, members) =>
        kycPolicies.withMembers(
          address,
          address.includes('?') ? members.filter(([name]) => name !== 'state') : members,
        ),
    },
  },
  {
    name: 'a long state is cut',
    breaks: 'CALLBACK-04',
    story: 'state VARCHAR(128).',
    policies: changeMember('state', state => state.slice(0, 128)),
  },
  {
    name: 'a state of a few thousand letters is cut',
    breaks: 'CALLBACK-04',
    story: 'state VARCHAR(5000), and the database is not strict.',
    policies: changeMember('state', state => state.slice(0, 5_000)),
  },
  {
    name: 'the ends of lines in a state lose their carriage return',
    breaks: 'CALLBACK-04',
    story: 'Texts are normalized where they are stored, so that they can be compared.',
    policies: changeMember('state', state => state.replaceAll('\r', '')),
  },
  {
    name: 'a long query of the callback address is cut',
    breaks: 'CALLBACK-06',
    story: 'callback_query VARCHAR(2000), and the database is not strict.',
    policies: {
      withMembers: (address, members) =>
        kycPolicies.withMembers(
          address.replace(/\?.*/s, query => query.slice(0, 2_000)),
          members,
        ),
    },
  },
  {
    name: 'a permission that was requested twice is granted in part',
    breaks: 'CALLBACK-01',
    story: 'granted.length < grants.length: the request lists it twice, and the decision once.',
    policies: countRequested(),
  },
  {
    name: 'a state beyond ASCII is refused',
    breaks: 'CALLBACK-04',
    kind: 'echoes',
    story: 'The API gateway passes letters, digits and marks, and treats everything else as an attack.',
    policies: { grantRules: [stateIsAscii, ...grantRules] },
  },
  {
    name: 'state is there although none was given',
    breaks: 'CALLBACK-04',
    story: '`state=${state}`.',
    policies: addMember(['state', 'undefined'], members => members.every(([name]) => name !== 'state')),
  },
  {
    name: 'the query of the callback address is overwritten',
    breaks: 'CALLBACK-06',
    story: "callback.split('?')[0] + '?' + query.",
    policies: {
      withMembers: (address, members) => kycPolicies.withMembers(address.split('?')[0] ?? address, members),
    },
  },
  {
    name: 'the status of a part is there twice',
    breaks: 'CALLBACK-02',
    alsoBreaks: ['FLOW-04'],
    story: 'The status of each permission is appended, and then the overall status.',
    policies: changeMembers(members =>
      outcomeOf(members) === 'partial' ? [...members, ['status', 'granted']] : members,
    ),
  },
  {
    name: 'a second question mark',
    breaks: 'CALLBACK-06',
    alsoBreaks: ['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03'],
    story: "callback + '?' + query.",
    policies: {
      withMembers: (address, members) => address + kycPolicies.withMembers('', members),
    },
  },
  {
    name: 'the callback address is decoded once too often',
    breaks: 'CALLBACK-06',
    story: 'The framework already decoded the query, but decodeURIComponent stayed in the handler.',
    policies: {
      withMembers: (address, members) =>
        kycPolicies.withMembers(URL.parse(decodeURIComponent(address))?.href ?? address, members),
    },
  },
  {
    name: 'the decision is appended after the fragment',
    breaks: 'CALLBACK-01',
    alsoBreaks: ['CALLBACK-02', 'CALLBACK-03', 'CALLBACK-04'],
    kind: 'ends',
    story: 'callback + separator + query: no test address had a fragment.',
    policies: {
      withMembers: (address, members) =>
        address +
        kycPolicies.withMembers(address.split('#')[0] ?? '', members).slice((address.split('#')[0] ?? '').length),
    },
  },
  {
    name: 'a denied list of the requester comes back with the callback',
    breaks: 'CALLBACK-01',
    kind: 'echoes',
    story: '{ ...request.query, status, grants }: members without a value in the decision stay.',
    policies: keepDenied(),
  },
]
