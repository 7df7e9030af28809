import type { CheckContext } from '../../../harness/context.ts'
import { header } from '../../../harness/http/response.ts'
import { blocked, expectThat, notApplicable } from '../../../harness/outcome.ts'
import type { ActionResult } from '../../../harness/pages.ts'
import { unlessQuick } from '../../members/samples.ts'
import { anyShopAddress, type Extension, extendAddress, shopAddressSamples } from '../../members/values/addresses.ts'
import { type CheckoutSession, openSession, visitOrder } from '../../support/gateway/hosted-page/checkout-session.ts'
import { describeLanding } from '../../support/pages/describe-landing.ts'
import { isSameAddress } from '../../support/same-address.ts'

type Member = 'completed' | 'cancelled'

const act: Readonly<Record<Member, (session: CheckoutSession) => Promise<ActionResult>>> = {
  completed: ({ page }) => page.pay(),
  cancelled: ({ page }) => page.cancel(),
}

const isAt = (member: Member, { redirectedTo }: ActionResult, { urls }: CheckoutSession): boolean =>
  isSameAddress(redirectedTo, urls[member])

/** Acts on the page of an order with plain addresses; blocks the check unless the customer reaches them. */
const actAsControl = async (context: CheckContext, member: Member): Promise<string> => {
  const session = await openSession(context)
  const landing = await act[member](session)
  if (isAt(member, landing, session)) return session.urls[member]
  return blocked(
    landing.obstacle ?? `a plain urls.${member} is not reached (PAGE-03, PAGE-04): ${describeLanding(landing)}`,
  )
}

/** Fails the clause unless the customer reaches an extended address. Returns whether the target accepted it. */
const expectReached = async (context: CheckContext, member: Member, address: string): Promise<boolean> => {
  const session = await visitOrder(context, context.merchant.order(), { [member]: address })
  if (session === undefined) return false
  const landing = await act[member](session)
  // An obstacle that keeps the customer from every address is not the fault of this one.
  if (landing.redirectedTo === undefined) {
    await actAsControl(context, member)
    if (landing.obstacle !== undefined) blocked(landing.obstacle)
  }
  expectThat(isAt(member, landing, session), `the customer is not redirected to urls.${member}`, {
    expected: address,
    actual: describeLanding(landing),
    at: landing.responses.at(-1),
  })
  expectFragment(context, address, landing)
  return true
}

/** Fails the clause if the last redirect omits the fragment of an address, and no earlier redirect has it. */
const expectFragment = (context: CheckContext, address: string, { redirectedTo, responses }: ActionResult): void => {
  const { hash } = new URL(address)
  if (hash === '' || URL.parse(redirectedTo ?? '')?.hash === hash) return
  const last = responses.at(-1)
  const location = last && header(last, 'location')
  // Browsers do not send fragments, so a fragment is invisible if a script or a person opened the address.
  if (location === undefined) {
    context.untried('The fragment of an address: a page leads there, and only a redirect shows it.')
    return
  }
  const hashes = responses.map(response => URL.parse(header(response, 'location') ?? '', response.url)?.hash)
  expectThat(hashes.includes(hash), 'the address of the redirect lacks its fragment', {
    expected: address,
    actual: location,
    at: last,
  })
}

/** A gateway may refuse an order for the form of its addresses. */
export const anyAddress = (member: Member) => async (control: CheckContext) => {
  const plain = await actAsControl(control, member)
  let isAnyTaken = false
  return {
    arbitrary: () => anyShopAddress,
    examples: unlessQuick(control, shopAddressSamples),
    runs: 3,
    test: async (context: CheckContext, extension: Extension) => {
      isAnyTaken = (await expectReached(context, member, extendAddress(plain, extension))) || isAnyTaken
    },
    finally: async () => {
      if (!isAnyTaken) notApplicable('The target accepts no address with a path or a query (CHECKOUT-13).')
    },
  }
}

/** Fails the clause unless a customer is sent to an address of the order. */
export const expectRedirectTo = (
  member: 'completed' | 'cancelled',
  landing: ActionResult,
  { urls }: CheckoutSession,
) => {
  const isThere = isSameAddress(landing.redirectedTo, urls[member])
  // A script of the page may redirect.
  if (landing.redirectedTo === undefined && landing.page?.scripted !== undefined) blocked(landing.page.scripted)
  expectThat(isThere, `the customer is not redirected to urls.${member}`, {
    expected: urls[member],
    actual: describeLanding(landing),
    at: landing.responses.at(-1),
  })
}
