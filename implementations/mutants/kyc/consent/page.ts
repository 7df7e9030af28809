import { permissions } from '../../../../protocol/states.ts'
import { consentHeaders } from '../../../../reference/kyc/consent/markup.ts'
import type { KycPolicies, KycProvider, Requester } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import type { Mutant } from '../../mutant.ts'
import { changePage } from '../support/consent.ts'

/** Matches the description of a permission. */
const descriptionPattern = /<div id="about_(\w+)">[\s\S]*?<\/div>/g

/** Reads only the metadata of the first requester, and shows it for all. */
const showFirstRequester = (): KycPolicies['requesterOf'] => {
  const first = new WeakMap<KycProvider, Promise<Requester>>()
  return async (ocid, provider) => {
    const found = first.get(provider) ?? kycPolicies.requesterOf(ocid, provider)
    first.set(provider, found)
    return { ...(await found), ocid }
  }
}

/** Calls each requester by the name of the most recent one. */
const showLastRequester = (): Pick<KycPolicies, 'newRequest' | 'requesterOf'> => {
  const last = new WeakMap<KycProvider, number>()
  return {
    newRequest: grantQuery => {
      const grantRequest = kycPolicies.newRequest(grantQuery)
      last.set(grantQuery.provider, grantRequest.requester)
      return grantRequest
    },
    requesterOf: async (ocid, provider) => ({
      ...(await kycPolicies.requesterOf(last.get(provider) ?? ocid, provider)),
      ocid,
    }),
  }
}

/** Calls a requester whose metadata has no name by the name of the previous one. */
const showEarlierName = (): KycPolicies['requesterOf'] => {
  const names = new WeakMap<KycProvider, string>()
  return async (ocid, provider) => {
    const requester = await kycPolicies.requesterOf(ocid, provider)
    const name = requester.name ?? names.get(provider)
    if (name !== undefined) names.set(provider, name)
    return { ...requester, name }
  }
}

const omitIcon = ({ icon: _icon, ...requester }: Requester): Requester => requester

/** Changes the name of each requester that has one. */
const changeName = (change: (name: string) => string): Pick<KycPolicies, 'requesterOf'> => ({
  requesterOf: async (ocid, provider) => {
    const { name, ...requester } = await kycPolicies.requesterOf(ocid, provider)
    return name === undefined ? requester : { ...requester, name: change(name) }
  },
})

/** Faults in the contents of the consent page (CONSENT-01, CONSENT-02). */
export const consentPageMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the requester is shown by its number',
    breaks: 'CONSENT-01',
    story: 'Fetching the metadata of others was left for later.',
    policies: { requesterOf: async ocid => ({ ocid }) },
  },
  {
    name: 'the name of the requester is escaped twice',
    breaks: 'CONSENT-01',
    story: 'The metadata is escaped when read, and the template escapes too.',
    policies: changeName(name => name.replaceAll('&', '&amp;').replaceAll("'", '&#39;')),
  },
  {
    name: 'letters beyond ASCII are lost from the name of the requester',
    breaks: 'CONSENT-01',
    story: 'The requester table dates from another century.',
    policies: changeName(name => name.replaceAll(/[^\0-\x7f]/g, '?')),
  },
  {
    name: 'letters of four bytes are lost from the name of the requester',
    breaks: 'CONSENT-01',
    story: 'The column is utf8 in MySQL, with three bytes per letter.',
    policies: changeName(name => name.replaceAll(/[\u{10000}-\u{10ffff}]/gu, '?')),
  },
  {
    name: 'a dollar in the name of the requester is read as a replacement',
    breaks: 'CONSENT-01',
    story: 'template.replace("{name}", name), where $& means the placeholder.',
    policies: changeName(name => '{name}'.replace('{name}', name)),
  },
  {
    name: 'the requester is called by the host of its callback address',
    breaks: 'CONSENT-01',
    story: 'The host was available, and people were expected to know it.',
    policies: {
      consentPage: view => {
        const { host: name } = new URL(view.grantRequest.callbackUrl)
        return kycPolicies.consentPage({ ...view, requester: { ...view.requester, name } })
      },
    },
  },
  {
    name: 'the requester is a name without its number',
    breaks: 'CONSENT-01',
    story: 'The designer found that no user has heard of OCIDs.',
    policies: changePage(page => page.replaceAll(/OCID \d+/g, 'This service')),
  },
  {
    name: 'the first requester is shown to all users',
    breaks: 'CONSENT-01',
    story: 'The lookup was memoized without its argument.',
    policies: { requesterOf: showFirstRequester() },
  },
  {
    name: 'the last requester is shown to all users',
    breaks: 'CONSENT-01',
    story: 'The name is kept in a field of the service, and two users have open pages.',
    policies: showLastRequester(),
  },
  {
    name: 'a requester whose metadata fails has the name of the one before',
    breaks: 'CONSENT-01',
    story: 'The variable is outside the function, and is only set if the metadata arrived.',
    policies: { requesterOf: showEarlierName() },
  },
  {
    name: 'the icon is left out',
    breaks: 'CONSENT-01',
    story: 'Legal must approve foreign images, and has not answered yet.',
    policies: { consentPage: view => kycPolicies.consentPage({ ...view, requester: omitIcon(view.requester) }) },
  },
  {
    name: 'our own logo replaces the icon',
    breaks: 'CONSENT-01',
    story: 'Marketing designed the page.',
    policies: {
      ...changePage(page =>
        page.replace(
          /<span class="mark" aria-hidden="true">[\s\S]*?<\/span>/,
          '<img src="data:image/png;base64,iVBORw0KGgo=">',
        ),
      ),
      pageHeaders: requester => ({
        ...consentHeaders(requester),
        'content-security-policy':
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
      }),
    },
  },
  {
    name: 'a picture drawn from the name stands for the icon',
    breaks: 'CONSENT-01',
    story: "Our users' avatars are from such a library, so requesters got some too.",
    policies: {
      ...changePage((page, { requester: { name = '' } }) =>
        page.replace(
          /<span class="mark" aria-hidden="true">[\s\S]*?<\/span>/,
          `<img src="data:image/png;base64,${Buffer.from(name).toString('base64')}">`,
        ),
      ),
      pageHeaders: requester => ({
        ...consentHeaders(requester),
        'content-security-policy':
          "default-src 'none'; img-src data:; style-src 'unsafe-inline'; frame-ancestors 'none'",
      }),
    },
  },
  {
    name: 'the policy of the page keeps the icon out',
    breaks: 'CONSENT-01',
    story: 'A content security policy was added to all pages, and this one was not rechecked.',
    policies: { pageHeaders: requester => consentHeaders(omitIcon(requester)) },
  },
  {
    name: 'permissions are listed by their identifiers',
    breaks: 'CONSENT-02',
    story: 'The translators never delivered the texts.',
    policies: changePage(page =>
      page
        .replaceAll(descriptionPattern, '')
        .replaceAll(/<legend>[^<]*<\/legend>([\s\S]*?name="choice_(\w+)")/g, '<legend>$2</legend>$1'),
    ),
  },
  {
    name: 'labels stand for descriptions',
    breaks: 'CONSENT-02',
    story: 'The form builder asks for a label, and its help text is optional.',
    policies: changePage(page =>
      page
        .replaceAll(descriptionPattern, '')
        .replace('<legend>Name</legend>', '<legend>Full name</legend>')
        .replace('<legend>Email address</legend>', '<legend>E-mail address</legend>'),
    ),
  },
  {
    name: 'the liveness check has a label and no description',
    breaks: 'CONSENT-02',
    story: 'It was added last, and a missing text falls back to the identifier.',
    policies: changePage(page =>
      page.replaceAll(descriptionPattern, (about, permission) =>
        permission === 'liveness' ? '<div id="about_liveness">liveness</div>' : about,
      ),
    ),
  },
  {
    name: 'one text serves every permission',
    breaks: 'CONSENT-02',
    story: 'The lawyers were to write the texts, and sent only one.',
    policies: changePage(page =>
      page.replaceAll(descriptionPattern, '<p>We share this datum as our privacy policy describes.</p>'),
    ),
  },
  {
    name: 'every known permission is on the page',
    breaks: 'CONSENT-02',
    story: 'The page is one template, and contains the full list from the code.',
    policies: {
      consentPage: view =>
        kycPolicies.consentPage({ ...view, grantRequest: { ...view.grantRequest, permissions: [...permissions] } }),
    },
  },
]
