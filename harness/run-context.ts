import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { PrivateKey } from '../protocol/signature/keys.ts'
import type { OrderItem } from '../schemas/messages.ts'
import type { Clock } from './clock.ts'
import type { Counterpart, RecordedRequest } from './counterpart.ts'
import type { HttpClient } from './http/http-client.ts'
import type { HttpResponse } from './http/response.ts'
import type { Seen } from './http/seen.ts'
import type { Money } from './money.ts'
import type { Patience } from './notification-patience.ts'
import type { Pages } from './pages.ts'
import type { Treasury } from './treasury.ts'

/** A party that the harness plays: it signs with its own key. */
export type Actor = { id: string; ocid: number; name: string; key: PrivateKey }

/**
 * OCIDs that are in no registry: of a participant (merchant, partner or issuer), of a requester and of a user at a KYC
 * provider.
 */
export type AbsentOcids = { participant: number; requester: number; user: number }

/** Accounts that the checks borrow, each by one check at a time. */
export type AccountPool = {
  /**
   * Waits for accounts, all of them at once: for each entry any, or the one that is wanted; by default one. Blocks the check if there are
   * not as many at all, or if the signal aborts first. Who has an account does not wait for another one: see lent-out.ts.
   */
  lease(signal: AbortSignal, wanted?: readonly (Actor | undefined)[]): Promise<Lease>
  /** Lends the account that is kept for this, which no check has used: once, and where there are several. */
  unused(): Lease | undefined
  /** Lends the account that would be the last one to be lent, if one is free. */
  spare(): Lease | undefined
}

/** Accounts that are borrowed, in the order in which they were wanted, and what gives them back. */
export type Lease = { accounts: readonly Actor[]; release: () => void }

/** The check that moves the clock of the target on; `sent` gets the response. */
export type MovingCheck = { check: string; signal: AbortSignal; sent(response: HttpResponse): void }

/** How many generated values a run tries. */
type Depth = 'quick' | 'standard' | 'thorough'

/**
 * Obstacles that the preflight found. Each is a whole sentence with its remedy and blocks the checks that it concerns.
 */
export type Obstacles = {
  /** Concerns every signed request. */
  authentication?: string
  /** Concerns signatures over texts with characters that a JSON writer may escape. */
  escapes?: string
  /** Concerns checks in which the target has to reach the counterpart. */
  counterpart?: string
  /** Concerns checks with provisioned identities. */
  provisioning?: string
  /** Concerns requests that one identity signs, by its name. */
  identities: Record<string, string>
  /** Concerns checks that move money. */
  money?: string
  /**
   * Concerns checks of which a merchant refuses the correct order with this status and code: it takes none from anybody. `isForOcid`: it
   * names the OCID as the cause.
   */
  orders?: { status: number; code: unknown; isForOcid?: true; message: string }
  /** Concerns requests for permissions of one user side by side: they are made one after the other, and none is blocked. */
  sideBySide?: string
}

/** One run against one target. Its checks share it, and none of them changes it. */
export type RunContext = {
  readonly role: Role
  readonly target: {
    /** The address that the operator gave; the metadata document is below it. */
    readonly baseUrl: string
    /** {base_url}: config.endpoint of the metadata if it can be reached, else the operator's address. */
    readonly apiUrl: string
    readonly ocid: number | undefined
    readonly environment: 'test' | 'production'
  }
  /** Whether checks may move money and leave traces; outside production they always may. */
  readonly changesState: boolean
  /** The response with the metadata document that the preflight read. */
  readonly metadata: HttpResponse
  /** The clock of the target, which requests, orders and proofs are stamped by. */
  readonly clock: Clock
  /** What the responses to checks have shown so far. */
  readonly seen: Seen
  /** Moves the clock of the target on by so many seconds; absent: it offers none, or others share it. Blocks the check if it fails. */
  moveClock?(seconds: number, check: MovingCheck): Promise<void>
  readonly profile: Profile
  readonly identities: Readonly<Record<string, Actor>>
  /** OCIDs that the target does not know. */
  readonly absent: AbsentOcids
  /** OCID of the owner, by the name of the account. */
  readonly accounts: Readonly<Record<string, number>>
  readonly money: Money
  /** Items that a merchant with a catalogue takes; empty if it sells whatever is ordered. */
  readonly items: readonly OrderItem[]
  /** A second currency, if it has accounts. */
  readonly secondMoney: Money | undefined
  readonly counterpart: Counterpart | undefined
  readonly http: HttpClient
  readonly accountPool: AccountPool
  readonly depth: Depth
  readonly seed: number
  /** The callback address for consent decisions; it is only read from Location headers, never fetched. */
  readonly callbackUrl: string
  readonly pages: Pages
  readonly obstacles: Obstacles
  readonly patience: Patience
  readonly treasury: Treasury
  /** Whether each purse paid one unit, and no second one, in the preflight, before anything was paid in. */
  readonly isOverdrawnByUnit: boolean
  /**
   * Keeps a request that the counterpart received as evidence. Returns the id of its exchange, which is always the
   * same.
   */
  received(request: RecordedRequest): string
  /** Keeps a picture of a page in a file beside the report. Returns its name; `undefined` if there is no room. */
  keepPicture?(picture: Uint8Array): string | undefined
  /** Returns a text that no other check, run or target has seen: the run's prefix, `kind` and a number. */
  fresh(kind: string): string
}
