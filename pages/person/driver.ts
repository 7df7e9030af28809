import { blocked } from '../../harness/outcome.ts'
import type {
  ActionResult,
  ConsentPage,
  ConsentResult,
  Customer,
  Decision,
  Page,
  PageDriver,
  User,
} from '../../harness/pages.ts'
import { createCustomer } from '../checkout/page.ts'
import { createUser } from '../consent/page.ts'
import { originObstacle } from '../visit/obstacles.ts'
import { type Asking, askPerson, asksForPerson } from './asking.ts'
import type { PersonDesk } from './desk.ts'

/**
 * Returns the driver that asks a person to pay, cancel and decide. Like the forms driver, it reads pages over HTTP, and it leaves to that
 * driver the work that only a program can do: changed submissions, series of steps and simultaneous requests.
 */
export const personDriver = (desk: PersonDesk): PageDriver => ({
  name: 'person',
  customer: (run, sender) => {
    const forms = createCustomer(run, sender)
    const known = [run.target.apiUrl, ...(run.pages.checkout.origins ?? [])]
    return asksForPerson(sender) ? customerOf(forms, { desk, sender, known, setting: 'checkout' }) : forms
  },
  user: (run, sender, unfetched) => {
    const forms = createUser(run, sender, unfetched)
    const known = [run.target.apiUrl, ...(run.pages.consent.origins ?? [])]
    const asking: Asking = { desk, sender, known, setting: 'consent' }
    return asksForPerson(sender) ? userOf(forms, { asking, ends: unfetched, changesState: run.changesState }) : forms
  },
})

/** The tasks of a customer. */
const customerTasks = {
  pay: {
    title: 'Pay this order',
    todo: 'Open the page, choose a way to pay that works, such as a test card, and pay. You are done when you are back at the shop.',
  },
  fail: {
    title: 'Let the payment of this order fail',
    todo: 'Open the page, choose a way to pay that fails, such as a test card that is declined, and pay. You are done when you are back at the shop.',
  },
  cancel: {
    title: 'Cancel this order',
    todo: 'Open the page and cancel the payment. You are done when you are back at the shop.',
  },
} as const

type CustomerTask = keyof typeof customerTasks

const customerOf = (forms: Customer, asking: Asking): Customer => {
  const inHand = (url: string, urls: Parameters<Customer['visit']>[1] = {}) => {
    const ends = [urls.completed, urls.cancelled].filter(end => end !== undefined)
    const act = async (task: CustomerTask): Promise<ActionResult> => {
      const answer = await askPerson(asking, { ...customerTasks[task], link: url, ends })
      if (!('cannot' in answer))
        return { redirectedTo: answer.endedAt, redirectedAt: answer.seen?.at, responses: [], steps: [] }
      const { page, responses } = await forms.visit(url, urls)
      const obstacle = `a person could not do this: ${customerTasks[task].title.toLowerCase()} (“${answer.cannot}”)`
      return { ...(page ? { page: pageOf(page) } : {}), responses, steps: [], obstacle }
    }
    const pageOf = (page: Page): Page => ({
      ...page,
      get controls() {
        return { ...page.controls, cancels: 1 }
      },
      // A person can pass a login, but the page behind it cannot be inspected.
      login: undefined,
      obstacle: page.login ?? page.obstacle,
      pay: change => (change === undefined ? act('pay') : page.pay(change)),
      payOtherwise: undefined,
      onward: undefined,
      fail: () => act('fail'),
      cancel: () => act('cancel'),
    })
    return pageOf
  }
  return {
    open: async (url, urls) => inHand(url, urls)(await forms.open(url, urls)),
    visit: async (url, urls) => {
      const { page, ...landing } = await forms.visit(url, urls)
      return { ...landing, ...(page ? { page: inHand(url, urls)(page) } : {}) }
    },
  }
}

type UserSetUp = { asking: Asking; ends: readonly string[]; changesState: boolean }

const userOf = (forms: User, { asking, ends, changesState }: UserSetUp): User => {
  const decideAt = async (url: string, decision: Decision): Promise<ConsentResult> => {
    if (!changesState) blocked('it would leave a decision on a target in production; --yes-change-state allows that')
    const answer = await askPerson(asking, { ...decisionTask(decision), link: url, ends: endsOf(url, ends) })
    if ('cannot' in answer) return blocked(`a person could not make this decision (“${answer.cannot}”)`)
    const decided = [...decision.granted, ...decision.denied]
    return { redirectedTo: answer.endedAt, responses: [], steps: [], decided }
  }
  const inHand = (url: string, page: ConsentPage): ConsentPage => ({
    ...page,
    // A page may not let a person leave a permission undecided.
    decide: (decision, change) =>
      change === undefined && decision.untouched === undefined
        ? decideAt(url, decision)
        : page.decide(decision, change),
  })
  const visit: User['visit'] = async (url, permissions) => {
    const { page, ...landing } = await forms.visit(url, permissions)
    return { ...landing, ...(page ? { page: inHand(url, page) } : {}) }
  }
  const open: User['open'] = async (url, permissions) => {
    const { page, redirectedTo, obstacle } = await visit(url, permissions)
    if (page !== undefined) return obstacle === undefined ? page : unseen(page, obstacle)
    return blocked(obstacle ?? originObstacle(redirectedTo ?? url, 'consent'))
  }
  return { visit, open }
}

/** Returns the addresses at which a decision ends: the callback address of the request, or else the unfetched addresses. */
const endsOf = (url: string, unfetched: readonly string[]): readonly string[] => {
  const callback = URL.parse(url)?.searchParams.get('callback_url')
  return callback && URL.canParse(callback) ? [callback] : unfetched
}

const decisionTask = ({ granted, denied }: Decision) => {
  const parts = [
    ...(granted.length > 0 ? [`allow ${granted.join(', ')}`] : []),
    ...(denied.length > 0 ? [`deny ${denied.join(', ')}`] : []),
  ]
  const what = parts.join('; ')
  return {
    title: `${what.charAt(0).toUpperCase()}${what.slice(1)}`,
    todo: `Open the page, log in if it asks you to, and make exactly this decision: ${what}. Then send it.`,
  }
}

/** Returns a page on which a decision can be made although it was not read; inspecting it blocks the check. */
const unseen = (page: ConsentPage, obstacle: string): ConsentPage => ({
  ...page,
  get $() {
    return blocked(obstacle)
  },
  get text() {
    return blocked(obstacle)
  },
  get overviews() {
    return blocked(obstacle)
  },
  separate: () => blocked(obstacle),
})
