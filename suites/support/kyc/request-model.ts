import fc, { type Arbitrary } from 'fast-check'
import type { CheckContext } from '../../../harness/context.ts'
import { type Step, step } from '../../../harness/model.ts'
import { expectThat } from '../../../harness/outcome.ts'
import type { ConsentResult, User } from '../../../harness/pages.ts'
import {
  callbackQuery,
  contradictoryMembers,
  decisionGranting,
  isAtCallback,
  isSameList,
  listIn,
  newUser,
  type OpenedRequest,
  openConsentPage,
} from './consent-flow.ts'
import { type GrantRequest, permissionsIn } from './grant-request.ts'
import { unlessRefused } from './unless-refused.ts'

/** A request whose page is open in a browser, and the permissions that its callback granted, once it was reached. */
type RequestModel = OpenedRequest & { granted?: readonly string[] }

/** The requests of several requesters for two users, in two browsers. Heading: GET /kyc/grant/{ocid}. */
export type RequestsModel = { context: CheckContext; browsers: readonly User[]; requests: RequestModel[] }

/** A request, as a step plans it. */
type Plan = { browser: number; requester: 'requester' | 'unreliable'; grants: string; isOther?: boolean }

const mostRequests = 4

/** Opens a request with a unique state and callback address, or with the usual address if the target accepts no other. */
const open = async (model: RequestsModel, plan: Plan): Promise<RequestModel | undefined> => {
  const { browser, requester, grants, isOther = false } = plan
  const { context, browsers, requests } = model
  const visit = new URL(context.run.callbackUrl)
  visit.searchParams.set('visit', context.fresh('visit'))
  // A target may refuse the second user, whose KYC is not complete.
  const { ocid: user_ocid } = context.run.identities[isOther ? 'user2' : 'user'] ?? context.user
  const request: Partial<GrantRequest> = { ocid: context[requester].ocid, user_ocid: String(user_ocid), grants }
  const openWith = (changes: Partial<GrantRequest>) =>
    unlessRefused(context, () => openConsentPage(context, { ...request, ...changes }, browsers[browser]))
  const opened = (await openWith({ callback_url: visit.href })) ?? (await openWith({}))
  if (opened) requests.push(opened)
  return opened
}

/** Opens the first request; blocks the check if the target refuses it. */
export const startRequests = async (context: CheckContext): Promise<RequestsModel> => {
  const model: RequestsModel = { context, browsers: [newUser(context), newUser(context)], requests: [] }
  const first = await open(model, { browser: 0, requester: 'requester', grants: 'name,email' })
  if (first === undefined) await openConsentPage(context)
  return model
}

/** Fails the clause if a callback is that of another request. */
const expectOwnCallback = ({ requests }: RequestsModel, on: RequestModel, landing: ConsentResult): void => {
  const other = requests.find(({ request }) => request !== on.request && isAtCallback(landing, request))
  const query = callbackQuery(landing)
  const isOwn = isAtCallback(landing, on.request)
  expectThat(isOwn || other === undefined, 'the decision of one request leads to the callback of another', {
    expected: on.request.callback_url,
    actual: landing.redirectedTo ?? '',
  })
  // A missing state fails CALLBACK-04, and a missing user CALLBACK-01.
  const state = query.get('state') || on.request.state
  const user = query.get('user_ocid') || on.request.user_ocid
  expectThat(!isOwn || (state === on.request.state && user === on.request.user_ocid), 'two requests are mixed up', {
    expected: `state=${on.request.state} and user_ocid=${on.request.user_ocid}`,
    actual: query.toString(),
  })
}

/**
 * Decides. A decision on a page that was already decided may be refused, count, or lead to the first one: the document does not say.
 */
const decide = async (model: RequestsModel, on: RequestModel, granted: readonly string[]): Promise<void> => {
  const decision = decisionGranting(permissionsIn(on.request), granted)
  const landing = await unlessRefused(model.context, () => on.page.decide(decision))
  if (landing === undefined) return
  expectOwnCallback(model, on, landing)
  if (!isAtCallback(landing, on.request)) return
  const query = callbackQuery(landing)
  expectThat(contradictoryMembers(query).length === 0, 'a callback carries two decisions', {
    expected: 'the members of one decision',
    actual: query.toString(),
  })
  const grants = (listIn(query, 'grants') ?? []).filter(permission => permission !== '')
  const allowed = [decision.granted, on.granted ?? decision.granted]
  expectThat(
    allowed.some(list => isSameList(grants, list)),
    'the gateway gets a different decision than the user made',
    {
      expected: allowed.map(list => list.join(',') || 'nothing granted').join(', or '),
      actual: query.toString(),
    },
  )
  on.granted = grants
}

/** Loads the page of a request again; the open page stays in use if the new one is not shown. */
const reload = async ({ context }: RequestsModel, on: RequestModel): Promise<void> => {
  const page = await unlessRefused(context, () => on.user.open(on.page.url, permissionsIn(on.request)))
  if (page && page.separate(permissionsIn(on.request)).length > 0) on.page = page
}

const requesterNames = { requester: 'a gateway', unreliable: 'another gateway' } as const

/** Often the same permissions of the same user, so that data stored for one request could serve another. */
const anyPlan: Arbitrary<Plan> = fc.record({
  browser: fc.constantFrom(0, 0, 0, 1),
  requester: fc.constantFrom('requester' as const, 'requester' as const, 'unreliable' as const),
  grants: fc.constantFrom('name,email', 'name,email,phone', 'phone,email'),
  isOther: fc.constantFrom(false, false, false, true),
})

const grantable = ['name', 'email', 'phone']

const anyGranted = fc.subarray(grantable)

/** Some permissions, but never all, so that a decision and its opposite have nothing in common. */
const someGranted = fc.subarray(grantable, { minLength: 1, maxLength: grantable.length - 1 })

const grants = (granted: readonly string[]): string => `grants ${granted.join(' and ') || 'nothing'}`

const asks = ({ requester, grants, browser, isOther }: Plan): string =>
  `${requesterNames[requester]} asks for ${grants}${isOther ? ' of another user' : ''} in browser ${browser + 1}`

const isRoomLeft = ({ requests }: RequestsModel): boolean => requests.length < mostRequests

const openStep = (plan: Plan): Step<RequestsModel> => step(asks(plan), model => open(model, plan), isRoomLeft)

const openAndDecideStep = (plan: Plan, granted: readonly string[]): Step<RequestsModel> =>
  step(
    `${asks(plan)}, and the user ${grants(granted)}`,
    async model => {
      const opened = await open(model, plan)
      if (opened) await decide(model, opened, granted)
    },
    isRoomLeft,
  )

/** Mostly the first request: only a series on one request reveals new faults. */
const anyIndex = fc.constantFrom(0, 0, 0, 1, 1, 2)

/** A step on an open request. */
const stepOn = (index: number, says: string, act: (model: RequestsModel, on: RequestModel) => Promise<void>) =>
  step<RequestsModel>(
    `on the page of request ${index + 1} the user ${says}`,
    async model => {
      const on = model.requests[index]
      if (on) await act(model, on)
    },
    ({ requests }) => index < requests.length,
  )

const decideStep = (index: number, granted: readonly string[]): Step<RequestsModel> =>
  stepOn(index, grants(granted), (model, on) => decide(model, on, granted))

/** Decides, goes back, and decides the opposite on the same page. */
const decideOtherwiseStep = (index: number, granted: readonly string[]): Step<RequestsModel> => {
  const others = grantable.filter(permission => !granted.includes(permission))
  return stepOn(index, `${grants(granted)}, goes back, and ${grants(others)}`, async (model, on) => {
    await decide(model, on, granted)
    await decide(model, on, others)
  })
}

/** Any step of a gateway or a user. A user grants no more than was requested, and denies the rest. */
export const requestStep: Arbitrary<Step<RequestsModel>> = fc.oneof(
  { weight: 3, arbitrary: fc.tuple(anyPlan, anyGranted).map(([plan, granted]) => openAndDecideStep(plan, granted)) },
  { weight: 2, arbitrary: anyPlan.map(openStep) },
  { weight: 3, arbitrary: fc.tuple(anyIndex, anyGranted).map(([index, granted]) => decideStep(index, granted)) },
  {
    weight: 3,
    arbitrary: fc.tuple(anyIndex, someGranted).map(([index, granted]) => decideOtherwiseStep(index, granted)),
  },
  { weight: 1, arbitrary: anyIndex.map(index => stepOn(index, 'loads it again', reload)) },
)
