import type { CheckContext } from '../../../harness/context.ts'
import { expectThat, fail } from '../../../harness/outcome.ts'
import type { Submission } from '../../../harness/submission.ts'
import { describeLanding } from '../pages/describe-landing.ts'
import { decide, decideAsControl, decideOn, isAtCallback, openConsentPage, programUser } from './consent-flow.ts'
import type { GrantRequest } from './grant-request.ts'

type Fields = Submission['fields']

/** What the attacker knows about the page from decisions in the attacker's own browser: its fields and its last step. */
export type Rehearsal = {
  request: Partial<GrantRequest>
  submission: Submission
  lastStep: number
  cookies: readonly string[]
}

/** Decides on a request as intended; blocks the check if that fails. */
export const rehearse = async (context: CheckContext): Promise<Rehearsal> => {
  const request = { state: context.fresh('state') }
  const { opened, landing } = await decideAsControl(context, { request, user: programUser(context) })
  const lastStep = landing.steps.length - 1
  const submission = landing.steps[lastStep]
  if (submission === undefined)
    return fail('the page submits nothing', { expected: 'a submission', actual: describeLanding(landing) })
  return { request, submission, lastStep, cookies: opened.page.cookies }
}

/** Keeps the fields that are the same in every browser and request. */
export const withoutTokens = ({ fields }: Submission, { submission: own }: Rehearsal): Fields =>
  fields.filter(([name, value]) => own.fields.some(field => field[0] === name && field[1] === value))

const caught = new Error('the submission is not sent')

/**
 * Returns the fields that a page of the attacker would send, without sending them; undefined if the cookies of two browsers are the same.
 * Then the target cannot distinguish browsers, and the fields of any page are valid for all.
 */
export const unsentFields = async (
  context: CheckContext,
  { request, lastStep, cookies }: Rehearsal,
): Promise<Fields | undefined> => {
  let fields: Fields = []
  const opened = await openConsentPage(context, request)
  if (opened.page.cookies.every(cookie => cookies.includes(cookie))) return undefined
  const keep = (submission: Submission, step: number): Submission => {
    if (step !== lastStep) return submission
    fields = submission.fields
    throw caught
  }
  await decideOn(opened, { change: keep }).catch((error: unknown) => {
    if (error !== caught) throw error
  })
  return fields
}

/** Fails the clause if a form on another site, sent by the browser that has the page open, leads to the callback. */
export const expectForgeryRefused = async (
  context: CheckContext,
  { request, lastStep }: Rehearsal,
  forgeFields: (submission: Submission) => Fields,
): Promise<void> => {
  const { landing, opened } = await decide(context, {
    request,
    change: (submission, step) =>
      step >= lastStep ? { ...submission, fields: forgeFields(submission), forged: true } : submission,
  })
  expectThat(!isAtCallback(landing, opened.request), "another site's form decides", {
    expected: 'no redirect to the callback',
    actual: describeLanding(landing),
  })
}
