import { callbackFault } from '../../protocol/callback.ts'
import { Refusal } from '../../protocol/errors.ts'
import { isObject, parseStrict } from '../../protocol/json.ts'
import { refuse } from '../../reference/answers.ts'
import type { Check } from '../../reference/checks.ts'
import { fetchDocument } from '../../reference/guarded-client.ts'
import { escapeHtml } from '../../reference/html.ts'
import type { Member } from '../../reference/kyc/callback.ts'
import {
  type Asking,
  grantChecks,
  requesterIsKnown,
  requesterIsOcid,
  userIsKnown,
  userIsOcid,
} from '../../reference/kyc/grant.ts'
import { type KycPolicies, kycPolicies, refuseInTen } from '../../reference/kyc/policies.ts'
import { seeOther } from '../../reference/page.ts'
import type { Mutant } from './mutant.ts'

const without = (...dropped: Check<Asking>[]): Check<Asking>[] => grantChecks.filter(check => !dropped.includes(check))

const withMember =
  (change: (members: readonly Member[]) => readonly Member[]): KycPolicies['membersOf'] =>
  (asked, decision) =>
    change(kycPolicies.membersOf(asked, decision))

const changed = (name: Member[0], change: (value: string) => string) =>
  withMember(members => members.map(member => (member[0] === name ? [name, change(member[1])] : member)))

const added = (name: Member[0], isMissing: (told: ReadonlyMap<string, string>) => boolean) =>
  withMember(members => (isMissing(new Map(members)) ? [...members, [name, '']] : members))

const shown = new WeakSet<object>()

/** The page with two buttons in place of its radio buttons. */
const allOrNothing = (page: string, list: string): string =>
  page
    .replaceAll(/<label class="option">[\s\S]*?<\/label>/g, '')
    .replace(
      /<button>[^<]*<\/button>/,
      `<button name="granted_permissions" value="${list}">Accept</button> <button name="denied_permissions" value="${list}">Decline</button>`,
    )

/** Faults of every part of a KYC provider, one of a kind. */
export const kycMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'the user is sent on with 303',
    breaks: 'GRANT-01',
    story: 'The helper for redirects after a POST was at hand.',
    policies: {
      sendToConsent: (reply, asked, provider) => seeOther(reply, provider.policies.consentUrl(asked, provider)),
    },
  },
  {
    name: 'errors are pages',
    breaks: 'GRANT-02',
    falls: ['GRANT-04', 'GRANT-09', 'ERR-02'],
    story: 'A browser comes here, so the error handler of the pages was put in charge.',
    policies: {
      refuse: (refusal, operation) => ({ ...refuseInTen(refusal, operation), type: 'text/html; charset=utf-8' }),
      encode: body =>
        isObject(body.error) ? `<p>${escapeHtml(String(body.error.message))}</p>` : kycPolicies.encode(body),
    },
  },
  {
    name: 'OCIDs are whatever begins with a number',
    breaks: 'GRANT-03',
    story: 'parseInt reads 8001abc as 8001.',
    policies: { grantChecks: without(requesterIsOcid, requesterIsKnown, userIsOcid, userIsKnown) },
  },
  {
    name: 'a callback address is HTTPS when it begins with https',
    breaks: 'GRANT-04',
    falls: ['GRANT-09'],
    story: "address.startsWith('https').",
    policies: { callbackFault: address => (address.startsWith('https') ? undefined : 'it is not HTTPS') },
  },
  {
    name: 'http is taken as well',
    breaks: 'GRANT-04',
    story: 'The condition was loosened for a demonstration, and never tightened.',
    policies: {
      callbackFault: (address, environment) => callbackFault(address.replace(/^http:/i, 'https:'), environment),
    },
  },
  {
    name: 'the requester is shown by its number',
    breaks: 'CONSENT-01',
    story: 'Fetching metadata of others was left for later.',
    policies: { requesterOf: async ocid => ({ ocid }) },
  },
  {
    name: 'permissions are listed by their identifiers',
    breaks: 'CONSENT-02',
    story: 'The texts were to come from the translators.',
    policies: {
      consentPage: view =>
        kycPolicies
          .consentPage(view)
          .replaceAll(/<div id="about_(\w+)">[\s\S]*?<\/div>/g, '')
          .replaceAll(/<legend>[^<]*<\/legend>([\s\S]*?name="choice_(\w+)")/g, '<legend>$2</legend>$1'),
    },
  },
  {
    name: 'one button accepts everything',
    breaks: 'CONSENT-03',
    story: 'Nobody reads ten questions, said the design.',
    policies: { consentPage: view => allOrNothing(kycPolicies.consentPage(view), view.asked.permissions.join(',')) },
  },
  {
    name: 'a refresh of the page grants',
    breaks: 'CONSENT-04',
    story: 'Who comes back is taken to have agreed.',
    policies: {
      show: async visit => {
        const { asked, reply, provider } = visit
        if (!shown.has(asked)) {
          shown.add(asked)
          return kycPolicies.show(visit)
        }
        const decision = {
          granted: asked.permissions,
          denied: [],
          user: asked.user,
          requester: asked.requester,
          time: 0,
        }
        return seeOther(reply, kycPolicies.withMembers(asked.callbackUrl, provider.policies.membersOf(asked, decision)))
      },
    },
  },
  {
    name: 'the name of the requester is written as it came',
    breaks: 'CONSENT-05',
    story: 'The name is trusted, since it is signed.',
    policies: {
      consentPage: view => {
        const { name = '' } = view.requester
        return name === ''
          ? kycPolicies.consentPage(view)
          : kycPolicies.consentPage(view).replaceAll(escapeHtml(name), name)
      },
    },
  },
  {
    name: 'submissions may come from anywhere',
    breaks: 'CONSENT-06',
    story: 'The token is in the form, and nobody compares it.',
    policies: { isFromPage: () => true },
  },
  {
    name: 'the page cannot do without metadata',
    breaks: 'CONSENT-07',
    story: 'await fetch(address).then(answer => answer.json()), and no catch.',
    policies: {
      requesterOf: async (ocid, provider) => {
        const address = provider.directory.metadataAddresses.get(ocid) ?? ''
        const document = parseStrict(await fetchDocument(provider.ports, address))
        if (!isObject(document) || typeof document.name !== 'string') throw new TypeError('name is not a string')
        return kycPolicies.requesterOf(ocid, provider)
      },
    },
  },
  {
    name: 'denied is there although nothing was denied',
    breaks: 'CALLBACK-01',
    story: 'The list is joined, and an empty list joined is an empty text.',
    policies: { membersOf: added('denied', told => told.get('status') === 'granted') },
  },
  {
    name: 'some is as good as all',
    breaks: 'CALLBACK-02',
    story: 'granted.length > 0 ? granted : denied.',
    policies: { membersOf: changed('status', status => (status === 'partial' ? 'granted' : status)) },
  },
  {
    name: 'grants is there although nothing was granted',
    breaks: 'CALLBACK-03',
    story: 'One template for all three outcomes.',
    policies: { membersOf: added('grants', told => told.get('status') === 'denied') },
  },
  {
    name: 'state is trimmed',
    breaks: 'CALLBACK-04',
    story: 'Every parameter is trimmed on its way in.',
    policies: { membersOf: changed('state', state => state.trim()) },
  },
  {
    name: 'the last permission is lost',
    breaks: 'CALLBACK-05',
    falls: ['CALLBACK-01', 'CALLBACK-02', 'FLOW-04'],
    story: 'The list is read up to its last comma.',
    policies: {
      membersOf: changed('grants', grants =>
        grants
          .split(',')
          .slice(0, Math.max(1, grants.split(',').length - 1))
          .join(','),
      ),
    },
  },
  {
    name: 'the query of the callback address is overwritten',
    breaks: 'CALLBACK-06',
    story: 'callback + "?" + query.',
    policies: {
      withMembers: (address, members) => kycPolicies.withMembers(address.split('?')[0] ?? address, members),
    },
  },
  {
    name: 'the page is told where to go',
    breaks: 'CALLBACK-07',
    falls: ['CALLBACK-01', 'CALLBACK-02', 'CALLBACK-03', 'FLOW-04'],
    story: 'The submission was written for a script that sets location.',
    policies: { sendToCallback: (reply, address) => reply.code(200).send({ redirect: address }) },
  },
  {
    name: 'the callback address is taken from the form',
    breaks: 'CALLBACK-08',
    story: 'It is a hidden field, and the handler reads the form.',
    policies: {
      submissionChecks: [],
      callbackOf: (submission, decision) => {
        const { asked, form } = submission
        const callbackUrl = form.get('callback_url') ?? asked.callbackUrl
        return kycPolicies.callbackOf({ ...submission, asked: { ...asked, callbackUrl } }, decision)
      },
    },
  },
  {
    name: 'the requester is told directly as well',
    breaks: 'CALLBACK-11',
    story: 'Browsers get lost, so the decision is also posted.',
    policies: {
      record: (submission, decision) => {
        fetch(submission.asked.callbackUrl, { method: 'POST' }).catch(() => undefined)
        return kycPolicies.record(submission, decision)
      },
    },
  },
  {
    name: 'a code of its own',
    breaks: 'ERR-03',
    story: 'The framework validates, and its code was passed on.',
    policies: {
      refuse: (refusal, operation) => {
        const { code, status, message, details } = refusal
        return code === 'INVALID_GRANT'
          ? refuse(new Refusal('VALIDATION_ERROR', status, message, details), operation)
          : refuseInTen(refusal, operation)
      },
    },
  },
  {
    name: 'the provider accepts itself',
    breaks: 'META-10',
    story: 'It is an auto-KYC provider, after all.',
    policies: {
      metadata: (identity, key, profile) => kycPolicies.metadata({ ...identity, kyc: [1001] }, key, profile),
    },
  },
]

/** Faults that show in production only. */
export const kycProductionMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'localhost is compared as it is written',
    breaks: 'GRANT-05',
    falls: ['GRANT-09'],
    story: 'The name is looked for in lower case, as everybody writes it.',
    policies: {
      callbackFault: (address, environment) =>
        /^https:\/\/localhost[:/]/.test(address)
          ? 'localhost'
          : callbackFault(address, environment === 'production' ? 'test' : environment),
    },
  },
]
