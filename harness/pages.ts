import type { CheerioAPI } from 'cheerio'
import type { CheckDescription } from './check.ts'
import type { HttpRequest } from './http/http-request.ts'
import type { HttpResponse } from './http/response.ts'
import type { Submission, SubmissionChange } from './submission.ts'

/**
 * What a check does with the hosted pages and the consent pages of a target. It does not know how: the drivers are HTML
 * forms over HTTP, a browser, and a person.
 */
export type PageDriver = {
  readonly name: DriverName
  /** The driver that it goes over to where a page needs more than itself. */
  readonly next?: PageDriver
  /** Returns a customer with cookies of its own. */
  customer(run: PageRun, sender: PageSender): Customer
  /**
   * Returns a user with cookies of its own. `unfetched`: addresses whose origins are never fetched, such as that of the
   * callback.
   */
  user(run: PageRun, sender: PageSender, unfetched: readonly string[]): User
  /**
   * Returns whether the browser lets another site show a response in a frame; `undefined` if it does not tell. Absent for a driver
   * without a browser.
   */
  isFramable?(response: HttpResponse): Promise<boolean | undefined>
}

type DriverName = 'forms' | 'browser' | 'person'

/** What a driver has to know of a run. */
export type PageRun = {
  readonly target: { readonly apiUrl: string }
  /** The customer never gets there: what leads there is the end of the way. */
  readonly counterpart: { readonly baseUrl: string } | undefined
  readonly changesState: boolean
  readonly pages: Pages
  /** The parties that the harness plays, by their part: pages that show the `requester` or the `unreliable` one ask on its behalf. */
  readonly identities?: Readonly<Record<string, { readonly ocid: number; readonly name: string }>>
}

/** The check that uses pages. */
export type PageSender = {
  /** Sends one request, keeps it as evidence, and follows no redirect. */
  send(request: HttpRequest): PromiseLike<HttpResponse>
  signal?: AbortSignal
  /** Keeps a wait from counting against the time of the check. */
  idle?<T>(work: Promise<T>): Promise<T>
  /** Takes over what is open for the check: it is looked at if the check does not pass, and closed at its end. */
  hold(held: Held): void
  /** The check itself. */
  check?: Pick<CheckDescription, 'kind' | 'clauses'>
  /** It does what only a program does: it reads, changes or forges submissions. */
  program?: true
  /** Notes that a person is asked to do something. */
  asked?(): void
}

/** Something that is open for a check, such as a browser. */
export type Held = { look(): Promise<PageSight | undefined>; close(): Promise<void> }

/** What was seen of a page at the last step, for the report. */
export type PageSight = {
  url: string
  title: string
  /** A picture of the page, JPEG. */
  picture?: Uint8Array
  /** Errors and dialogs of its scripts. */
  console?: readonly string[]
}

/** How to use the pages. */
export type Pages = {
  readonly checkout: PageHints
  readonly consent: ConsentHints
  /** What steps type by `env:NAME` or `file:PATH`, by this reference. */
  readonly secrets: Readonly<Record<string, string>>
  readonly drivers: { readonly checkout: PageDriver; readonly consent: PageDriver }
}

/** How to use the hosted page where that cannot be guessed: steps such as `button:Pay now`, and further origins. */
export type PageHints = {
  sessionSeconds?: number
  origins?: string[]
  login?: string | string[]
  pay?: string | string[]
  fail?: string | string[]
  cancel?: string | string[]
}

/** How to use the consent page where that cannot be guessed. */
export type ConsentHints = {
  origins?: string[]
  login?: string | string[]
  grant?: string | string[]
  deny?: string | string[]
  submit?: string | string[]
}

/** Where something that was done on a page led. */
type Landing = {
  /** The address beyond the target's pages to which it led: urls.completed, urls.cancelled, the callback. Never fetched. */
  redirectedTo?: string
  /** Status of that redirect, 200 if the page itself refreshes to it; absent if a link or a script of the page leads there. */
  redirectStatus?: number
  /** When the browser of a person arrived there, if the counterpart saw it: milliseconds of `performance.now()`. */
  redirectedAt?: number | undefined
  /** Every response on the way. */
  responses: HttpResponse[]
  /** What was sent: one submission a click. */
  steps: Submission[]
}

/** A page of the target, as it is shown. */
type ShownPage = {
  readonly url: string
  /** Its title and address, for messages. */
  readonly name: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed. */
  readonly text: string
  /** Says that scripts may show or do what the page lacks; `undefined` if it has none. */
  readonly scripted: string | undefined
  /** Returns what is in the way of assistive technologies, as axe-core finds it; `undefined` where no browser shows the page. */
  accessibility(): Promise<AccessibilityFinding[] | undefined>
}

/** A page that a user went past. */
export type PassedPage = Pick<ShownPage, 'url' | 'response' | '$'>

/** A rule of axe-core that a page breaks: how severe that is for people, what to do, and the number of elements. */
export type AccessibilityFinding = { rule: string; impact: string; help: string; elements: number }

/** Where an action on a hosted page led. */
export type ActionResult = Landing & {
  /** The last page, unless the action led beyond the target's pages. */
  page?: Page
  /** What may have been in the way, and its remedy, if the action did not lead to an address of the merchant. */
  obstacle?: string
}

/** A hosted page of the target, whose controls are found by what they are for. Heading: Hosted payment page. */
export type Page = ShownPage & {
  /** Chooses a payment option that succeeds, and pays. Blocks the check if no control for it is found. */
  pay(change?: SubmissionChange): Promise<ActionResult>
  /** Pays with double clicks; `undefined` where no browser makes them. */
  readonly payTwice: (() => Promise<ActionResult>) | undefined
  /** Pays, by another option than `pay` if the page has one that works; `undefined` where the way to pay is given. */
  readonly payOtherwise: (() => Promise<ActionResult>) | undefined
  /** Chooses a payment option that fails, and pays. Not applicable if the page offers none. */
  fail(): Promise<ActionResult>
  /** Cancels. Blocks the check if no control for it is found. */
  cancel(): Promise<ActionResult>
  /**
   * Takes the first click of a payment; returns the page that asks for more, `undefined` if the payment takes one click. The member is
   * `undefined` where the driver makes whole payments only.
   */
  readonly onward: (() => Promise<Page | undefined>) | undefined
  /**
   * What the page offers; `options`: number of ways to pay, `unread`: number of buttons and links of unknown purpose.
   */
  readonly controls: { pay: boolean; cancel: boolean; fail: boolean; options: number; unread: number }
  /** Says that the page is a login in front of the hosted page. */
  readonly login: string | undefined
  /** What keeps the page from being judged, and its remedy: it is a login, needs script, or is too large. */
  readonly obstacle: string | undefined
}

/** A customer who opens hosted pages: all of them share one set of cookies. */
export type Customer = {
  /**
   * Opens an address of the target; `urls`: where the merchant wants the customer to end. Blocks the check if the
   * address redirects beyond the target's pages.
   */
  open(url: string, urls?: MerchantUrls): Promise<Page>
  /** Opens an address that may redirect beyond the target's pages. */
  visit(url: string, urls?: MerchantUrls): Promise<ActionResult>
}

type MerchantUrls = { completed?: string; cancelled?: string }

/** What a user decides; permissions in neither list stay as the page has them. */
export type Decision = { granted: readonly string[]; denied: readonly string[]; untouched?: readonly string[] }

/** Where an action on a consent page led. */
export type ConsentResult = Landing & {
  /** The last page, unless the action led beyond the target's pages. */
  page?: ConsentPage
  /** The permissions that were decided by controls of their own. */
  decided: readonly string[]
}

/** A consent page, whose controls are found by what they are for. Its text has that of the overviews before it. */
export type ConsentPage = ShownPage & {
  /** The pages before it that already name permissions and ask for nothing. */
  readonly overviews: readonly PassedPage[]
  /** Each cookie that was set on the way to it, as `name=value`. */
  readonly cookies: readonly string[]
  /** Grants and denies, page after page, and sends the decision. Blocks the check if no control for it is found. */
  decide(decision: Decision, change?: SubmissionChange): Promise<ConsentResult>
  /** Returns those of the permissions that can be granted and denied separately on this page. */
  separate(permissions: readonly string[]): string[]
  /** Counts the controls whose purpose is unknown, given these permissions. */
  unread(permissions: readonly string[]): number
}

/** Where the way to the consent page led. */
export type ConsentLanding = ConsentResult & {
  /** Every page that was shown, in order. */
  visits: PassedPage[]
  /** Whether the last of them is the consent page. */
  isConsent: boolean
  /** What is in the way, and its remedy: a page of status 200 that is neither the consent page nor can be passed. */
  obstacle?: string
  /** The clicks on the way. */
  passed: string[]
}

/** A user who opens consent pages: all of them share one set of cookies. */
export type User = {
  /**
   * Opens an address and goes on to the consent page, through a login if there is one. `permissions`: those that are
   * requested there.
   */
  visit(url: string, permissions: readonly string[]): Promise<ConsentLanding>
  /** Like `visit`; returns the consent page, or the page of an error. Blocks the check if neither can be reached. */
  open(url: string, permissions: readonly string[]): Promise<ConsentPage>
}
