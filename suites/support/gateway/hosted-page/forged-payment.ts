import type { CheckContext } from '../../../../harness/context.ts'
import { blocked, fail } from '../../../../harness/outcome.ts'
import type { ActionResult } from '../../../../harness/pages.ts'
import type { Submission } from '../../../../harness/submission.ts'
import { describeLanding } from '../../pages/describe-landing.ts'
import { type CheckoutSession, openSession } from './checkout-session.ts'
import { isCompleted } from './landing-pages.ts'
import { expectNoProof, unseenPayment } from './session-notifications.ts'

/** The fields of a form that a browser sends. */
export type Fields = Submission['fields']

/** A paid session of the attacker, and the submission that paid it. */
export type Rehearsal = { session: CheckoutSession; payment: Submission; lastStep: number }

/** Pays a session as intended; blocks the check if that fails. */
export const rehearsePayment = async (context: CheckContext): Promise<Rehearsal> => {
  const session = await openSession(context, { customer: context.programCustomer() })
  const landing = await session.page.pay()
  const payment = landing.steps.at(-1)
  if (!payment || !isCompleted(landing, session))
    return blocked(`the control, a payment from the page: ${unseenPayment(landing)}`)
  return { session, payment, lastStep: landing.steps.length - 1 }
}

/** Returns whether a field has the same value in every session, as payment options have and tokens do not. */
export const isConstant = ([name, value]: Fields[number], { payment }: Pick<Rehearsal, 'payment'>): boolean =>
  payment.fields.some(field => field[0] === name && field[1] === value)

/** Keeps the fields of a form that an attacker knows: constant ones, and those with the session id. */
export const withoutTokens = ({ fields }: Submission, rehearsal: Rehearsal, { id }: CheckoutSession): Fields =>
  fields.filter(field => (id !== '' && field[1].includes(id)) || isConstant(field, rehearsal))

/** Returns the form of the attacker's session, with the id of the attacked one. */
export const withOwnTokens = (
  _submission: Submission,
  { payment, session: own }: Rehearsal,
  { id }: CheckoutSession,
): Fields => payment.fields.map(([name, value]) => [name, own.id === '' ? value : value.replaceAll(own.id, id)])

/** Fails the clause if one of the attempts has paid the session. */
export const expectUnpaid = async (
  context: CheckContext,
  session: CheckoutSession,
  { attempts, by }: { attempts: ActionResult[]; by: string },
): Promise<void> => {
  const paid = attempts.find(landing => isCompleted(landing, session))
  if (paid) fail(`${by} pays`, { expected: 'no redirect to urls.completed', actual: describeLanding(paid) })
  await expectNoProof(context, session, { message: `${by} pays`, expected: 'no proof' })
}
