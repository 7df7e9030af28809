/**
 * CONSENT-07 · Works when the requester's metadata is unreachable, slow or malformed: a clear page or error, bounded
 * time.
 */

import { defineSuite } from '../../../harness/clause.ts'
import type { CheckContext } from '../../../harness/context.ts'
import type { Behaviour } from '../../../harness/counterpart.ts'
import { summary } from '../../../harness/http/pending-response.ts'
import type { HttpResponse } from '../../../harness/http/response.ts'
import { blocked, expectThat } from '../../../harness/outcome.ts'
import { isObject } from '../../../protocol/json/json.ts'
import { edit } from '../../support/edit.ts'
import { newUser, requireReached, visitControl } from '../../support/kyc/consent-flow.ts'
import { grantRequest, permissionsIn, urlOf } from '../../support/kyc/grant-request.ts'
import {
  forgetMetadata,
  requesterMetadata,
  unreadMetadata,
  whileMetadata,
} from '../../support/kyc/requester-metadata.ts'

const { clause } = defineSuite({ id: 'consent-safety', roles: ['kyc'], operations: ['kyc.grant'] })

const behaviours: Readonly<Record<string, Behaviour>> = {
  'answers 500': { status: 500 },
  'answers 404': { status: 404 },
  'cuts the connection': { disconnect: true },
  'is not JSON': { body: '{"name":' },
  'is an empty object': { body: {} },
  'is a list': { body: [] },
  'is null': { body: 'null' },
  'has members of other types': { body: { name: { first: 1 }, icon: 17, config: 'x', signature: null } },
  'leads to itself': { redirect: '/' },
}

/** Wrong metadata with a valid signature, so that a provider that verifies the signature first does not ignore it. */
const signedBehaviours = (context: CheckContext): Record<string, Behaviour> => {
  const document = requesterMetadata(context, {})
  return {
    'has no name': { body: edit(document, 'name', undefined) },
    'has a name and an icon of other types': { body: { ...document, name: { first: 1 }, icon: 17 } },
    'has an icon that is not an address': { body: { ...document, icon: 'icon.png' } },
  }
}

/** Fails the clause unless the provider responds in time with a page, or with an error other than 500 or 501. */
const expectClearResponse = (responses: readonly HttpResponse[], what: string) => {
  for (const response of responses) {
    const isAccident = response.status === 500 || response.status === 501
    const message = `a request gets no proper response if the requester's metadata ${what}`
    expectThat(!response.silence && !isAccident, message, {
      expected: 'a page, or an error that names the cause',
      actual: summary(response),
    })
  }
  const last = responses.at(-1)
  const hasContent = last !== undefined && (isObject(last.json) || (last.text ?? '').trim() !== '')
  expectThat(hasContent, `nothing is shown if the requester's metadata ${what}`, {
    expected: 'a page or an error',
    actual: last ? summary(last) : 'no answer',
  })
}

/**
 * Opens the page with each behaviour; blocks the check if the target reads the metadata with none of them, and reports those with which it
 * does not.
 */
const expectSurvived = async (context: CheckContext, trials: Readonly<Record<string, Behaviour>>) => {
  const control = await visitControl(context)
  const unread: string[] = []
  for (const [what, behaviour] of Object.entries(trials)) {
    const request = grantRequest(context, { ocid: context.unreliable.ocid })
    const visit = () => newUser(context).visit(urlOf(context, request), permissionsIn(request))
    const landing = await whileMetadata(context, behaviour, visit)
    if (landing === undefined) {
      unread.push(what)
      continue
    }
    expectClearResponse(landing.responses, what)
    requireReached(landing, control)
  }
  await forgetMetadata(context)
  if (unread.length === Object.keys(trials).length) blocked(unreadMetadata(context))
  if (unread.length > 0) context.untried(`Metadata that ${unread.join(', ')}: ${unreadMetadata(context)}.`)
}

clause('CONSENT-07', 'metadata that is unreachable or malformed', context => expectSurvived(context, behaviours), {
  alone: true,
  last: true,
})

clause(
  'CONSENT-07',
  'signed metadata that is malformed',
  context => expectSurvived(context, signedBehaviours(context)),
  { alone: true, last: true },
)

clause(
  'CONSENT-07',
  'metadata that never ends',
  context => expectSurvived(context, { 'never ends': { endless: true } }),
  { hangs: true },
)

clause(
  'CONSENT-07',
  { id: 'metadata-that-never-comes', title: 'metadata that never arrives' },
  context => expectSurvived(context, { 'never arrives': { hang: true } }),
  { hangs: true },
)
