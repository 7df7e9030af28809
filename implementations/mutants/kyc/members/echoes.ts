import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changeMember, changeMembers, outcomeOf } from '../support/consent.ts'

/** Changes the callback address before the decision is added to it. */
const changeAddress = (change: (url: URL) => string): Pick<KycPolicies, 'withMembers'> => ({
  withMembers: (address, members) => kycPolicies.withMembers(change(new URL(address)), members),
})

const changeQuery = (change: (query: string) => string) =>
  changeAddress(url => {
    url.search = change(url.search)
    return url.href
  })

/** Reads the state of a request with a home-made parser: the text after `state=`, up to one of some marks. */
const readState = (marks: RegExp): Pick<KycPolicies, 'newRequest'> => ({
  newRequest: grantQuery => {
    const request = kycPolicies.newRequest(grantQuery)
    const text = grantQuery.address.split('state=')[1]?.split(marks)[0] ?? ''
    return request.state === null ? request : { ...request, state: decodeURIComponent(text) }
  },
})

/** Parses JSON and writes it again; returns other texts unchanged. */
const rewritten = (text: string): string => {
  try {
    return JSON.stringify(JSON.parse(text))
  } catch {
    return text
  }
}

/** Faults that return a parameter differently from how it was sent. */
export const kycEchoMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'who denies everything brings no state back',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'Three branches build the callback, and only two of them got the state.',
    policies: changeMembers(members =>
      outcomeOf(members) === 'denied' ? members.filter(([name]) => name !== 'state') : members,
    ),
  },
  {
    name: 'who denies a part brings no state back',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'Partial decisions were added later, with a separate branch that builds the callback.',
    policies: changeMembers(members =>
      outcomeOf(members) === 'partial' ? members.filter(([name]) => name !== 'state') : members,
    ),
  },
  {
    name: 'line separators are removed from a state',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'They once ended a line of a script.',
    policies: changeMember('state', state => state.replaceAll(/[\u2028\u2029]/g, '')),
  },
  {
    name: 'control characters are removed from a state',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'They were once used to forge log lines.',
    policies: changeMember('state', state => state.replaceAll(/\p{Cc}/gu, '')),
  },
  {
    name: 'a dollar in a state is read as a replacement',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'template.replace("{state}", state), where $$ and $& mean something else.',
    policies: changeMember('state', state => '{state}'.replace('{state}', state)),
  },
  {
    name: 'placeholders in a state are filled in',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'The address goes through the page templates, which do not know {{name}}.',
    policies: changeMember('state', state => state.replaceAll(/\{\{[^{}]*\}\}/g, '')),
  },
  {
    name: 'a semicolon ends a state',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'The framework separates members with it, as HTML 4 recommended.',
    policies: readState(/[&;]/),
  },
  {
    name: 'an equals sign ends a state',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'pair.split("=")[1], and base64 ends in equals signs.',
    policies: readState(/[&=]/),
  },
  {
    name: 'the port of the callback address is lost',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'The address is rebuilt from url.hostname, which has no port.',
    policies: changeAddress(url => {
      url.port = ''
      return url.href
    }),
  },
  {
    name: 'a plus in the query of the callback address is escaped',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'A plus in state was returned as a blank, so each plus of the address is escaped now.',
    policies: changeQuery(query => query.replaceAll('+', '%2B')),
  },
  {
    name: 'a semicolon in the query of the callback address separates members',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: "The framework's library reads queries as HTML 4 recommended.",
    policies: changeQuery(query => query.replaceAll(';', '&')),
  },
  {
    name: 'values in the query of the callback address end at an equals sign',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'pair.split("=")[1], and base64 ends in equals signs.',
    policies: changeQuery(query => query.replaceAll(/(?<==[^=&]*)=[^&]*/g, '')),
  },
  {
    name: 'the query of the callback address is sorted',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'Addresses are compared in normal form, and passed on in it.',
    policies: changeQuery(query => query.slice(1).split('&').sort().join('&')),
  },
  {
    name: 'names in the query of the callback address are in small letters',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'The framework reads parameter names case-insensitively.',
    policies: changeQuery(query => query.replaceAll(/(?<=[?&])[^=&]+/g, name => name.toLowerCase())),
  },
  {
    name: 'doubled slashes of the callback address become one',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'path.join() writes the path.',
    policies: changeAddress(url => {
      url.pathname = url.pathname.replaceAll(/\/{2,}/g, '/')
      return url.href
    }),
  },
  {
    name: 'the brackets of an IPv6 address are lost',
    kind: 'echoes',
    breaks: 'CALLBACK-06',
    story: 'f"https://{url.hostname}{url.path}", which drops the brackets of an IPv6 address.',
    policies: {
      sendToCallback: (reply, address) => {
        const location = address.replace(/\[([\da-f:.]+)\]/i, '$1')
        if (location === address) return kycPolicies.sendToCallback(reply, address)
        return reply.code(303).header('location', location).send()
      },
    },
  },
  {
    name: 'a state that is an address is written anew',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'Clients store in state where to go next, so the column has the type URI.',
    policies: changeMember('state', state => (state.startsWith('https:') ? (URL.parse(state)?.href ?? state) : state)),
  },
  {
    name: 'references to characters in a state are resolved',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'The state is read back from the page, and resolved again.',
    policies: changeMember('state', state =>
      state.replaceAll(/&#(\d{1,6});/g, (_whole, code: string) => String.fromCodePoint(Number(code))),
    ),
  },
  {
    name: 'a state that is JSON is written anew',
    kind: 'echoes',
    breaks: 'CALLBACK-04',
    story: 'Clients store objects in state, so the column is JSONB.',
    policies: changeMember('state', rewritten),
  },
]
