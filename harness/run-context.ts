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
 * Unregistered OCIDs: of a participant (merchant, partner or issuer), of a requester and of a user at a KYC provider.
 */
export type AbsentOcids = { participant: number; requester: number; user: number }

/** Accounts that checks borrow, each by one check at a time. */
export type AccountPool = {
  /**
   * Waits for accounts and lends them together: for each entry the wanted account, or any; by default, one account. Blocks the check if
   * there are not enough, or if the signal aborts first. A holder must not request another account: see lent-out.ts.
   */
  lease(signal: AbortSignal, wanted?: readonly (Actor | undefined)[]): Promise<Lease>
  /** Lends the account that is reserved as unused: once, and only if there are several. */
  unused(): Lease | undefined
  /** Lends the account that would be lent last, if one is free. */
  spare(): Lease | undefined
  /** Returns whether this OCID owns one of the accounts. */
  has(ocid: unknown): boolean
}

/** Borrowed accounts, in the requested order; `release` gives them back. */
export type Lease = { accounts: readonly Actor[]; release: () => void }

/** The check that advances the target's clock; `sent` gets the response. */
export type MovingCheck = { check: string; signal: AbortSignal; sent(response: HttpResponse): void }

/** How many generated values a run tries. */
type Depth = 'quick' | 'standard' | 'thorough'

/** Obstacles found by the preflight. Each is a full sentence with its remedy, and blocks the checks that it concerns. */
export type Obstacles = {
  /** Concerns every signed request. */
  authentication?: string
  /** Concerns signatures over texts with characters that a JSON writer may escape. */
  escapes?: string
  /** Concerns checks that need the target to reach the counterpart. */
  counterpart?: string
  /** Concerns checks with provisioned identities. */
  provisioning?: string
  /** Concerns requests signed by one identity, by its name. */
  identities: Record<string, string>
  /** Concerns checks that move money. */
  money?: string
  /**
   * Concerns checks whose correct order a merchant refuses with this status and code, as it refuses every order. `isForOcid`: it names
   * the OCID as the cause.
   */
  orders?: { status: number; code: unknown; isForOcid?: true; message: string }
  /** Concerns concurrent requests for permissions of one user: they are made one by one, and none is blocked. */
  sideBySide?: string
}

/** One run against one target. Its checks share it and do not change it. */
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
  /** The metadata response that the preflight read. */
  readonly metadata: HttpResponse
  /** The clock of the target, used to stamp requests, orders and proofs. */
  readonly clock: Clock
  /** A sample of the responses so far. */
  readonly seen: Seen
  /** Advances the target's clock; absent if the target offers no such clock, or others share it. Blocks the check if that fails. */
  moveClock?(seconds: number, check: MovingCheck): Promise<void>
  readonly profile: Profile
  readonly identities: Readonly<Record<string, Actor>>
  /** OCIDs unknown to the target. */
  readonly absent: AbsentOcids
  /** OCID of the owner, by account name. */
  readonly accounts: Readonly<Record<string, number>>
  readonly money: Money
  /** Items that a merchant with a catalogue sells; empty if it accepts any item. */
  readonly items: readonly OrderItem[]
  /** A second currency, if it has accounts. */
  readonly secondMoney: Money | undefined
  readonly counterpart: Counterpart | undefined
  readonly http: HttpClient
  readonly accountPool: AccountPool
  readonly depth: Depth
  readonly seed: number
  /** The callback address for consent decisions; only read from Location headers, never fetched. */
  readonly callbackUrl: string
  readonly pages: Pages
  readonly obstacles: Obstacles
  readonly patience: Patience
  readonly treasury: Treasury
  /** Whether in the preflight each empty account paid exactly one unit. */
  readonly isOverdrawnByUnit: boolean
  /**
   * Records a request to the counterpart as evidence, once. Returns the id of its exchange.
   */
  received(request: RecordedRequest): string
  /** Saves a picture of a page to a file beside the report. Returns its name; `undefined` if there is no room. */
  keepPicture?(picture: Uint8Array): string | undefined
  /** Returns a unique text: the run's prefix, `kind` and a number. */
  fresh(kind: string): string
  /** A part of each of these texts except nonces, in lower case; it is unguessable. */
  readonly mark: string
}
