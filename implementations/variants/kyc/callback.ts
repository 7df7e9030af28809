import { type Permission, permissions } from '../../../protocol/states.ts'
import type { CallbackMember, KycPolicies } from '../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../reference/kyc/policies.ts'
import { seeOther } from '../../../reference/service/page.ts'
import type { Variant } from '../variant.ts'

const sortList = (list: readonly Permission[], order: (a: Permission, b: Permission) => number): Permission[] =>
  [...list].sort(order)

/** Sorts the lists of the callback. */
const sortLists = (order: (a: Permission, b: Permission) => number): Pick<KycPolicies, 'membersOf'> => ({
  membersOf: (grantRequest, { granted, denied, ...decision }) =>
    kycPolicies.membersOf(grantRequest, {
      ...decision,
      granted: sortList(granted, order),
      denied: sortList(denied, order),
    }),
})

const changeMembers = (
  change: (changeMembers: readonly CallbackMember[]) => readonly CallbackMember[],
): Pick<KycPolicies, 'membersOf'> => ({
  membersOf: (grantRequest, decision) => change(kycPolicies.membersOf(grantRequest, decision)),
})

/** Writes the query with URLSearchParams: plus for spaces, %2C for commas. */
const writeQuery =
  (add: (query: URLSearchParams, changeMembers: readonly CallbackMember[]) => void): KycPolicies['withMembers'] =>
  (address, parameters) => {
    const url = new URL(address)
    add(url.searchParams, parameters)
    return url.href
  }

const appendMembers = writeQuery((query, parameters) => {
  for (const [name, value] of parameters) query.append(name, value)
})

const setMembers = writeQuery((query, parameters) => {
  for (const [name, value] of parameters) query.set(name, value)
})

/** Writes the decision before the existing query of the address. */
const prependMembers: KycPolicies['withMembers'] = (address, parameters) => {
  const [head = '', own] = address.split(/\?(.*)/s)
  return own ? `${kycPolicies.withMembers(head, parameters)}&${own}` : kycPolicies.withMembers(head, parameters)
}

const redirectWith = (status: number): Pick<KycPolicies, 'sendToCallback'> => ({
  sendToCallback: (reply, address) => seeOther(reply, address).code(status),
})

const sortMembers = writeQuery((query, parameters) => {
  for (const [name, value] of parameters) query.append(name, value)
  query.sort()
})

/** Escapes what RFC 2396 required to be escaped. */
const escapeTildes: KycPolicies['withMembers'] = (address, parameters) => {
  const [head = '', own] = kycPolicies.withMembers(address, parameters).split(/\?(.*)/s)
  return `${head.replaceAll('~', '%7E')}?${own}`
}

/** Other ways to write the callback and to lead there ("KYC grant decision"): order, escaping and status are not specified. */
export const callbackVariants: readonly Variant<KycPolicies>[] = [
  {
    name: 'the query is written by the platform, and the redirect is 302',
    story: 'URLSearchParams writes a plus for a blank and %2C for a comma.',
    policies: { withMembers: appendMembers, sendToCallback: (reply, address) => reply.redirect(address, 302) },
  },
  {
    name: 'the members of the decision replace those of the address',
    story: 'A URL that already says otherwise cannot be prepared.',
    policies: { withMembers: setMembers },
  },
  {
    name: 'the members of the callback are in the order of their names',
    story: 'Equivalent addresses are written the same way.',
    policies: { withMembers: sortMembers },
  },
  {
    name: 'tildes in the path of the callback are escaped',
    story: 'The library predates RFC 3986, and the address means the same.',
    policies: { withMembers: escapeTildes },
  },
  {
    name: 'the decision comes before the query of the address',
    story: 'The order of query parameters has no meaning.',
    policies: { withMembers: prependMembers },
  },
  {
    name: 'the members are in another order',
    story: 'The order of query parameters has no meaning.',
    policies: changeMembers(parameters => [...parameters].reverse()),
  },
  {
    name: 'the callback has members of its own',
    story: 'Support finds cases by these numbers.',
    policies: changeMembers(
      parameters =>
        [...parameters, ['request_id', '5d1f3c1e'], ['decided_at', '1700000000']] as unknown as CallbackMember[],
    ),
  },
  {
    name: 'the lists are in the order of the document',
    story: 'The lists follow the order of the code.',
    policies: sortLists((a, b) => permissions.indexOf(a) - permissions.indexOf(b)),
  },
  {
    name: 'the lists are in the order of the alphabet',
    story: 'The lists follow the order of the database.',
    policies: sortLists((a, b) => (a < b ? -1 : 1)),
  },
  {
    name: 'the redirect is 302, with a page',
    story: 'For browsers that do not follow redirects, which do not exist.',
    policies: {
      sendToCallback: (reply, address) =>
        reply
          .code(302)
          .headers({ location: new URL(address).href, 'content-type': 'text/html' })
          .send('<p>You are being redirected.</p>'),
    },
  },
  { name: 'the redirect is 301', story: "The framework's redirect(url) uses it.", policies: redirectWith(301) },
]
