import type { FastifyInstance } from 'fastify'
import type { KycPolicies } from '../../../../reference/kyc/contract.ts'
import { kycPolicies } from '../../../../reference/kyc/policies.ts'
import { seeOther } from '../../../../reference/service/page.ts'
import type { Mutant } from '../../mutant.ts'
import { addSubmissionRoute, callbackGrantingAll, changePage } from '../support/consent.ts'

/** Matches a permission with its description and its two options. */
const fieldset = /<fieldset class="permission" aria-describedby="about_(\w+)">[\s\S]*?<\/fieldset>/g

/** Replaces the radio buttons by two buttons for everything. */
const replaceByTwoButtons = (page: string, list: string): string =>
  page
    .replaceAll(/<label class="option">[\s\S]*?<\/label>/g, '')
    .replace(
      /<button>[^<]*<\/button>/,
      `<button name="granted_permissions" value="${list}">Accept</button> <button name="denied_permissions" value="${list}">Decline</button>`,
    )

/** Removes the button that denies a permission. */
const removeDenial = (page: string, permission: string): string =>
  page.replaceAll(fieldset, (whole, about: string) =>
    about === permission
      ? whole.replace(/<label class="option"><input type="radio" name="\w+" value="denied"[\s\S]*?<\/label>/, '')
      : whole,
  )

/** Requires the name without asking for it. */
const requireName = (page: string): string =>
  page.replaceAll(fieldset, (whole, about: string) =>
    about === 'name'
      ? whole.replace(
          /<div class="pair">[\s\S]*<\/div>/,
          '<p>Needed.</p><input type="hidden" name="choice_name" value="granted">',
        )
      : whole,
  )

/** Redirects on the second visit to a page, as if everything had been granted. */
const grantOnRefresh = (): KycPolicies['show'] => {
  const visited = new WeakSet<object>()
  return async visit => {
    if (visited.has(visit.grantRequest)) return seeOther(visit.reply, callbackGrantingAll(visit.grantRequest))
    visited.add(visit.grantRequest)
    return kycPolicies.show(visit)
  }
}

/** Keeps the request in a session, whose cookie browsers send from any site; the form carries only the documented fields. */
const keepRequestInSession = (server: FastifyInstance): void => {
  server.addHook('onSend', async ({ url }, reply) => {
    const id = /^\/kyc\/consent\/(\w+)/.exec(url)?.[1]
    if (id)
      reply.removeHeader('set-cookie').header('set-cookie', `session=${id}; Path=/; HttpOnly; SameSite=None; Secure`)
  })
  server.addHook('preHandler', async ({ body, headers }) => {
    const id = /(?:^|; )session=(\w+)/.exec(headers.cookie ?? '')?.[1]
    if (body instanceof URLSearchParams && id) body.set('request', id)
  })
}

/** Builds a callback from the documented fields in a query. */
const callbackFromQuery = (query: URLSearchParams): string | undefined => {
  const [callback, grants] = [query.get('callback_url'), query.get('granted_permissions')]
  if (callback === null || grants === null) return undefined
  const members = {
    status: 'granted',
    grants,
    user_ocid: query.get('user_ocid') ?? '',
    state: query.get('state') ?? '',
  }
  return `${callback}?${new URLSearchParams(members)}`
}

/** Faults in how a user decides, and decisions without a user (CONSENT-03, CONSENT-04). */
export const consentDecisionMutants: readonly Mutant<KycPolicies>[] = [
  {
    name: 'one button accepts everything',
    breaks: 'CONSENT-03',
    story: 'The designer said that no one reads ten questions.',
    policies: changePage((page, { grantRequest }) => replaceByTwoButtons(page, grantRequest.permissions.join(','))),
  },
  {
    name: 'the name cannot be denied',
    breaks: 'CONSENT-03',
    story: 'No account was ever opened without a name, so the page does not ask for it.',
    policies: changePage(requireName),
  },
  {
    name: 'the liveness check can only be allowed',
    breaks: 'CONSENT-03',
    story: 'Legal was said to require it, so the second button was removed.',
    policies: changePage(page => removeDenial(page, 'liveness')),
  },
  {
    name: 'a refresh of the page grants',
    breaks: 'CONSENT-04',
    story: 'A returning user was assumed to agree.',
    policies: { show: grantOnRefresh() },
  },
  {
    name: 'a page that is left open grants after half a minute',
    breaks: 'CONSENT-04',
    story: 'Unanswered requests distorted the statistics.',
    policies: changePage((page, { grantRequest }) => {
      const address = encodeURI(callbackGrantingAll(grantRequest)).replaceAll('%25', '%').replaceAll('&', '&amp;')
      return page.replace('</title>', () => `</title><meta http-equiv="refresh" content="30;url=${address}">`)
    }),
  },
  {
    name: 'a picture of the page grants',
    breaks: 'CONSENT-04',
    story: 'The visit counter image uses a mail link address, which grants on click.',
    policies: changePage((page, { grantRequest }) => {
      const to = encodeURIComponent(callbackGrantingAll(grantRequest))
      return page.replace('</form>', () => `</form><img src="../seen?to=${to}" alt="">`)
    }),
    prepare: server => {
      server.get('/kyc/seen', async ({ url }, reply) =>
        seeOther(reply, new URLSearchParams(url.split('?')[1]).get('to') ?? ''),
      )
    },
  },
  {
    name: 'the request is in the session, and any site may submit',
    breaks: 'CONSENT-04',
    alsoBreaks: ['CONSENT-06', 'FLOW-04'],
    story: 'The session knows the request, so the form needs no identifier, and a token was forgotten.',
    policies: {
      isFromPage: () => true,
      ...changePage(page => page.replaceAll(/<input type="hidden" name="(?:token|request)"[^>]*>/g, '')),
    },
    prepare: keepRequestInSession,
  },
  {
    name: 'who has agreed once is not asked again',
    breaks: 'CONSENT-04',
    story: 'A cookie remembers the answer, as in single sign-on.',
    policies: {
      sendToCallback: (reply, address) =>
        kycPolicies.sendToCallback(reply.header('set-cookie', 'agreed=1; Path=/; HttpOnly'), address),
      sendToConsent: (reply, grantRequest, provider) =>
        /\bagreed=1\b/.test(reply.request.headers.cookie ?? '')
          ? reply.redirect(callbackGrantingAll(grantRequest), 302)
          : kycPolicies.sendToConsent(reply, grantRequest, provider),
    },
  },
  {
    name: 'a request for one permission grants it',
    kind: 'ends',
    breaks: 'CONSENT-04',
    alsoBreaks: ['GRANT-01'],
    story: 'The wizard skips its page of choices if there is only one.',
    policies: {
      sendToConsent: (reply, grantRequest, provider) =>
        grantRequest.permissions.length === 1
          ? reply.redirect(callbackGrantingAll(grantRequest), 302)
          : kycPolicies.sendToConsent(reply, grantRequest, provider),
    },
  },
  {
    name: 'a link with the documented fields grants',
    breaks: 'CONSENT-04',
    story: 'The submission was a GET in the first version, and old emails still contain such links.',
    prepare: server => {
      server.get('/kyc/grant/:ocid/submit', async (request, reply) => {
        const to = callbackFromQuery(new URLSearchParams(request.url.split('?')[1]))
        return to === undefined ? reply.code(404).send() : seeOther(reply, to)
      })
    },
  },
  {
    name: 'the submission is taken by any method',
    breaks: 'CONSENT-04',
    story: 'app.all(path, submit): one line for whatever the page sends.',
    prepare: addSubmissionRoute('GET', '/kyc/grant/:ocid/submit'),
  },
]
