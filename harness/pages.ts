import type { CheerioAPI } from 'cheerio'
import type { CheckDescription } from './check.ts'
import type { HttpRequest } from './http/http-request.ts'
import type { HttpResponse } from './http/response.ts'
import type { Submission, SubmissionChange } from './submission.ts'

/**
 * The interface of checks to the hosted pages and consent pages of a target. The drivers are HTML forms over HTTP, a browser, and a
 * person.
 */
export type PageDriver = {
  readonly name: DriverName
  /** The driver to use instead for a page that this one cannot use. */
  readonly next?: PageDriver
  /** Returns a customer with its own cookies. */
  customer(run: PageRun, sender: PageSender): Customer
  /**
   * Returns a user with its own cookies. `unfetched`: addresses whose origins are never fetched, such as the callback.
   */
  user(run: PageRun, sender: PageSender, unfetched: readonly string[]): User
  /**
   * Returns whether the browser lets another site show a response in a frame; `undefined` if it does not respond. Absent for a driver
   * without a browser.
   */
  isFramable?(response: HttpResponse): Promise<boolean | undefined>
}

type DriverName = 'forms' | 'browser' | 'person'

/** What a driver needs to know about a run. */
export type PageRun = {
  readonly target: { readonly apiUrl: string }
  /** Never fetched: a navigation that leads there ends there. */
  readonly counterpart: { readonly baseUrl: string } | undefined
  readonly changesState: boolean
  readonly pages: Pages
}

/** The check that uses pages. */
export type PageSender = {
  /** Sends one request and records it as evidence. Does not follow redirects. */
  send(request: HttpRequest): PromiseLike<HttpResponse>
  signal?: AbortSignal
  /** Keeps a wait from counting against the check's time. */
  idle?<T>(work: Promise<T>): Promise<T>
  /** Takes over an open resource of the check: captured if the check does not pass, closed at its end. */
  hold(held: Held): void
  /** The check itself. */
  check?: Pick<CheckDescription, 'kind' | 'clauses'>
  /** The check reads, changes or forges submissions, which only a program can do. */
  program?: true
  /** Records that a person is asked to do something. */
  asked?(): void
}

/** An open resource of a check, such as a browser. */
export type Held = { look(): Promise<PageSight | undefined>; close(): Promise<void> }

/** The state of a page at the last step, for the report. */
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
  /** The values of `env:NAME` and `file:PATH` in steps, by that reference. */
  readonly secrets: Readonly<Record<string, string>>
  readonly drivers: { readonly checkout: PageDriver; readonly consent: PageDriver }
}

/** How to use a hosted page that the harness cannot use by guessing: steps such as `button:Pay now`, and further origins. */
export type PageHints = {
  sessionSeconds?: number
  origins?: string[]
  login?: string | string[]
  pay?: string | string[]
  fail?: string | string[]
  cancel?: string | string[]
}

/** How to use a consent page that the harness cannot use by guessing. */
export type ConsentHints = {
  origins?: string[]
  login?: string | string[]
  grant?: string | string[]
  deny?: string | string[]
  submit?: string | string[]
}

/** Where an action on a page led. */
type Landing = {
  /** The address outside the target's pages that it led to: urls.completed, urls.cancelled, the callback. Never fetched. */
  redirectedTo?: string
  /** Status of that redirect, or 200 if the page refreshes to it; absent if a link or a script of the page leads there. */
  redirectStatus?: number
  /** When a person's browser arrived there, if the counterpart noticed it: milliseconds of `performance.now()`. */
  redirectedAt?: number | undefined
  /** Every response on the way. */
  responses: HttpResponse[]
  /** The submissions, one per click. */
  steps: Submission[]
}

/** A page of the target, as displayed. */
type ShownPage = {
  readonly url: string
  /** Its title and address, for messages. */
  readonly name: string
  readonly response: HttpResponse
  /** The document as a browser parses it. */
  readonly $: CheerioAPI
  /** Visible text, white space collapsed. */
  readonly text: string
  /** The obstacle that scripts may add what the page lacks; `undefined` without scripts. */
  readonly scripted: string | undefined
  /** What the page may contain that was not read, and the remedy: it is then uncertain whether the page lacks anything. */
  readonly unseen?: string | undefined
  /** Returns the findings of axe-core; `undefined` without a browser. */
  accessibility(): Promise<AccessibilityFinding[] | undefined>
}

/** A page that a user has passed. */
export type PassedPage = Pick<ShownPage, 'url' | 'response' | '$'>

/** A rule of axe-core that a page breaks: its severity, the remedy, and the number of elements. */
export type AccessibilityFinding = { rule: string; impact: string; help: string; elements: number }

/** Where an action on a hosted page led. */
export type ActionResult = Landing & {
  /** The last page, unless the action led outside the target's pages. */
  page?: Page
  /** What may have gone wrong, and the remedy, if the action did not lead to an address of the merchant. */
  obstacle?: string
}

/** A hosted page of the target; its controls are found by their purpose. Heading: Hosted payment page. */
export type Page = ShownPage & {
  /** Reads the page again until it shows something, or a time limit has passed; `undefined` without a browser. */
  readonly awaits: ((isShown: (page: Page) => boolean) => Promise<boolean>) | undefined
  /** Chooses a payment option that succeeds, and pays. Blocks the check if the page has no known control for that. */
  pay(change?: SubmissionChange): Promise<ActionResult>
  /** Pays with double clicks; `undefined` without a browser. */
  readonly payTwice: (() => Promise<ActionResult>) | undefined
  /** Pays by a different option than `pay` if the page has one that works; `undefined` where the config gives the steps. */
  readonly payOtherwise: (() => Promise<ActionResult>) | undefined
  /** Chooses a payment option that fails, and pays. Not applicable if the page offers none. */
  fail(): Promise<ActionResult>
  /** Cancels; `at`: the index of the control to use, if several cancel. Blocks the check if the page has no known control for that. */
  cancel(at?: number): Promise<ActionResult>
  /**
   * Makes the first click of a payment. Returns the page that asks for more; `undefined` if one click pays. Absent where the driver only
   * makes whole payments.
   */
  readonly onward: (() => Promise<Page | undefined>) | undefined
  /**
   * What the page offers; `options`: number of ways to pay; `cancels`: number of controls that cancel; `unread`: number of buttons and
   * links with an unknown purpose.
   */
  readonly controls: {
    pay: boolean
    cancel: boolean
    fail: boolean
    options: number
    cancels: number
    unread: number
  }
  /** The obstacle that this page is a login before the hosted page. */
  readonly login: string | undefined
  /** Why the page cannot be judged, and the remedy: it is a login, needs script, or is too large. */
  readonly obstacle: string | undefined
}

/** A customer who opens hosted pages, which share one set of cookies. */
export type Customer = {
  /**
   * Opens an address of the target; `urls`: where the merchant wants the customer to end. Blocks the check if the address redirects
   * outside the target's pages.
   */
  open(url: string, urls?: MerchantUrls): Promise<Page>
  /** Opens an address that may redirect outside the target's pages. */
  visit(url: string, urls?: MerchantUrls): Promise<ActionResult>
}

type MerchantUrls = { completed?: string; cancelled?: string }

/** A user's decision; permissions in neither list stay as the page presets them. */
export type Decision = { granted: readonly string[]; denied: readonly string[]; untouched?: readonly string[] }

/** Where an action on a consent page led. */
export type ConsentResult = Landing & {
  /** The last page, unless the action led outside the target's pages. */
  page?: ConsentPage
  /** The permissions that were decided by separate controls. */
  decided: readonly string[]
}

/** A control that seems to decide on a permission, as a step of the config; `isSaid`: its words or the config leave no doubt. */
export type DecidingControl = { permission: string; step: string; isSaid: boolean }

/** A consent page; its controls are found by their purpose. Its text includes that of overview pages before it. */
export type ConsentPage = ShownPage & {
  /** Reads the page again until it shows something, or a time limit has passed; `undefined` without a browser. */
  readonly awaits: ((isShown: (page: ConsentPage) => boolean) => Promise<boolean>) | undefined
  /** Earlier pages that mention permissions but ask for nothing. */
  readonly overviews: readonly PassedPage[]
  /** Each cookie that was set on the way to the page, as `name=value`. */
  readonly cookies: readonly string[]
  /** Grants and denies, page by page, and sends the decision. Blocks the check if the pages have no known controls for that. */
  decide(decision: Decision, change?: SubmissionChange): Promise<ConsentResult>
  /** Returns those of the permissions that can be granted and denied separately on this page. */
  separate(permissions: readonly string[]): string[]
  /** Returns the controls that seem to decide on these permissions. */
  deciding(permissions: readonly string[]): DecidingControl[]
}

/** Where the navigation to the consent page led. */
export type ConsentLanding = ConsentResult & {
  /** Every page that was shown, in order. */
  visits: PassedPage[]
  /** Whether the last one is the consent page. */
  isConsent: boolean
  /** The obstacle, and its remedy: a page of status 200 that is not the consent page and cannot be passed. */
  obstacle?: string
  /** The clicks on the way. */
  passed: string[]
}

/** A user who opens consent pages, which share one set of cookies. */
export type User = {
  /**
   * Opens an address and proceeds to the consent page, through a login if there is one. `permissions`: those requested there.
   */
  visit(url: string, permissions: readonly string[]): Promise<ConsentLanding>
  /** Like `visit`; returns the consent page or an error page. Blocks the check if neither can be reached. */
  open(url: string, permissions: readonly string[]): Promise<ConsentPage>
}
