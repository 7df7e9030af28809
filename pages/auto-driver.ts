import type { HttpResponse } from '../harness/http/response.ts'
import { Blocked, Misread, WrongPageDriver } from '../harness/outcome.ts'
import type {
  ActionResult,
  ConsentLanding,
  ConsentPage,
  ConsentResult,
  Customer,
  Page,
  PageDriver,
  User,
} from '../harness/pages.ts'

/** Whether the page of a response suits the first driver, judging by its markup. */
type Suits = (response: HttpResponse) => boolean

/**
 * `need`: records that the next driver is needed; `serve`: records that a page suits the first driver, so that an unsuitable one is an
 * exception.
 */
type Choice = { suits: Suits; need(): void; isNeeded(): boolean; serve(): void; hasServed(): boolean }

/**
 * Uses pages with the first driver, and with the next one where needed. Once the next one was needed, later customers and users start
 * with it, so that not every check fails first. `suits`: the pages meant for the first driver; all of them by default.
 */
export const autoDriver = ([first, next]: readonly [PageDriver, PageDriver], suits: Suits = () => true): PageDriver => {
  let isNextNeeded = false
  let hasServed = false
  const choice: Choice = {
    suits,
    need: () => {
      isNextNeeded = true
    },
    isNeeded: () => isNextNeeded,
    serve: () => {
      hasServed = true
    },
    hasServed: () => hasServed,
  }
  return {
    get name() {
      return (isNextNeeded ? next : first).name
    },
    next,
    customer: (run, sender) =>
      isNextNeeded
        ? next.customer(run, sender)
        : customerOf(
            first.customer(run, sender),
            once(() => next.customer(run, sender)),
            choice,
          ),
    user: (run, sender, unfetched) =>
      isNextNeeded
        ? next.user(run, sender, unfetched)
        : userOf(
            first.user(run, sender, unfetched),
            once(() => next.user(run, sender, unfetched)),
            { ...choice, mayDecide: run.changesState },
          ),
  }
}

const once = <T>(make: () => T): (() => T) => {
  let made: T | undefined
  return () => {
    made ??= make()
    return made
  }
}

/** Whether the check is blocked by a page, not by an unresponsive target. */
const isPlainBlock = (error: unknown): boolean =>
  error instanceof Misread || (error instanceof Blocked && error.constructor === Blocked)

/** Attempts something, and falls back to `otherwise` if it is blocked or its result is unusable. */
const orElse = async <T>(
  attempt: () => Promise<T>,
  isInTheWay: (result: T) => boolean,
  otherwise: () => Promise<T>,
): Promise<T> => {
  try {
    const result = await attempt()
    return isInTheWay(result) ? otherwise() : result
  } catch (error) {
    if (isPlainBlock(error)) return otherwise()
    throw error
  }
}

/** Continues in the next driver. If that fails as well, as on an expired page, other checks do not need it. */
const further = async <T>(work: () => Promise<T>, { need }: Choice): Promise<T> => {
  const result = await work()
  need()
  return result
}

/** Continues in the next driver with a page that the first one can use, but that suits the next one better. */
const apart = async <T>(work: () => Promise<T>, choice: Choice): Promise<T> =>
  choice.hasServed() ? work() : further(work, choice)

/**
 * Acts on a page in the next driver, which must reopen it. If that fails because the page has expired, the check is retried with the
 * next driver from the beginning.
 */
const insteadOf = async <T>(work: () => Promise<T>, choice: Choice): Promise<T> => {
  try {
    return await further(work, choice)
  } catch (error) {
    if (isPlainBlock(error) && choice.isNeeded()) throw new WrongPageDriver((error as Blocked).message)
    throw error
  }
}

/** A page that can be read again, and whether its scripts were not run. */
type Readable<P> = {
  scripted?: string | undefined
  awaits: ((isShown: (page: P) => boolean) => Promise<boolean>) | undefined
}

/** Returns how to wait for what the scripts of a page show: in the next driver, if the first one does not run them. */
const awaitsIn = <P extends Readable<P>>(page: P, open: () => Promise<P>, choice: Choice): Readable<P>['awaits'] =>
  page.scripted === undefined
    ? page.awaits
    : isShown =>
        orElse(
          async () => {
            const drawn = await further(open, choice)
            return isShown(drawn) || (await drawn.awaits?.(isShown)) === true
          },
          () => false,
          async () => false,
        )

const isUnusable = (page: Page): boolean =>
  page.response.status === 200 && page.scripted !== undefined && (page.obstacle !== undefined || !page.controls.pay)

const customerOf = (first: Customer, next: () => Customer, choice: Choice): Customer => {
  const { suits } = choice
  const pageOf = (page: Page, urls: Parameters<Customer['open']>[1]): Page => {
    const elsewhere = (act: (page: Page) => Promise<ActionResult>) => () =>
      insteadOf(async () => act(await next().open(page.url, urls)), choice)
    const isInTheWay = ({ obstacle, redirectedTo, responses }: ActionResult) =>
      obstacle !== undefined || (redirectedTo === undefined && !responses.every(suits))
    const inEither = (act: (page: Page) => Promise<ActionResult>) => () =>
      orElse(() => act(page), isInTheWay, elsewhere(act))
    const onward = async (): Promise<Page | undefined> => {
      const later = await page.onward?.()
      if (later === undefined || (suits(later.response) && !isUnusable(later))) return later
      return insteadOf(async () => (await next().open(page.url, urls)).onward?.(), choice)
    }
    choice.serve()
    return {
      ...page,
      awaits: awaitsIn(page, () => next().open(page.url, urls), choice),
      onward: page.onward && onward,
      pay: change => inEither(either => either.pay(change))(),
      payOtherwise: page.payOtherwise && inEither(either => (either.payOtherwise ?? either.pay)()),
      fail: inEither(either => either.fail()),
      cancel: at => inEither(either => either.cancel(at))(),
    }
  }
  const visit: Customer['visit'] = async (url, urls) => {
    const result = await first.visit(url, urls)
    if (result.page === undefined) return result
    const inNext = () => next().visit(url, urls)
    if (isUnusable(result.page)) return further(inNext, choice)
    return result.responses.every(suits) ? { ...result, page: pageOf(result.page, urls) } : apart(inNext, choice)
  }
  const open: Customer['open'] = async (url, urls) => {
    const page = await first.open(url, urls)
    const inNext = () => next().open(url, urls)
    if (isUnusable(page)) return further(inNext, choice)
    return suits(page.response) ? pageOf(page, urls) : apart(inNext, choice)
  }
  return { visit, open }
}

const userOf = (first: User, next: () => User, choice: Choice & { mayDecide: boolean }): User => {
  const { suits, mayDecide } = choice
  type Request = { url: string; permissions: readonly string[] }
  const pageOf = (page: ConsentPage, { url, permissions }: Request): ConsentPage => {
    choice.serve()
    const awaits = { value: awaitsIn(page, () => next().open(url, permissions), choice) }
    if (!mayDecide) return Object.create(page, { awaits }) as ConsentPage
    return Object.create(page, {
      awaits,
      decide: {
        value: (...decision: Parameters<ConsentPage['decide']>): Promise<ConsentResult> =>
          orElse(
            () => page.decide(...decision),
            ({ redirectedTo, responses }) => redirectedTo === undefined && !responses.every(suits),
            () => insteadOf(async () => (await next().open(url, permissions)).decide(...decision), choice),
          ),
      },
    }) as ConsentPage
  }
  const visit: User['visit'] = async (url, permissions) => {
    const landing: ConsentLanding = await first.visit(url, permissions)
    const { page, isConsent, obstacle } = landing
    if (page === undefined) return landing
    const isStopped =
      page.scripted !== undefined && (obstacle !== undefined || (isConsent && isEmpty(page, permissions)))
    const inNext = () => next().visit(url, permissions)
    if (isStopped) return further(inNext, choice)
    return landing.responses.every(suits)
      ? { ...landing, page: pageOf(page, { url, permissions }) }
      : apart(inNext, choice)
  }
  /** An expired page fails in every driver: only a page with script may work differently in the browser. */
  const isScripted = async (...request: Parameters<User['visit']>): Promise<boolean> => {
    const { page, responses } = await first.visit(...request)
    return page?.scripted !== undefined || !responses.every(suits)
  }
  const open: User['open'] = async (url, permissions) => {
    const inNext = () => next().open(url, permissions)
    try {
      const page = await first.open(url, permissions)
      const isInScript = page.scripted !== undefined && page.response.status === 200 && isEmpty(page, permissions)
      if (isInScript) return further(inNext, choice)
      return suits(page.response) ? pageOf(page, { url, permissions }) : apart(inNext, choice)
    } catch (error) {
      if (isPlainBlock(error) && (await isScripted(url, permissions))) return further(inNext, choice)
      throw error
    }
  }
  return { visit, open }
}

const isEmpty = (page: ConsentPage, permissions: readonly string[]): boolean => page.separate(permissions).length === 0
