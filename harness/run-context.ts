import type { PrivateKey } from '../protocol/keys.ts'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import type { Counterpart, RecordedRequest } from './counterpart.ts'
import type { HttpClient } from './http/http-client.ts'
import type { HttpResponse } from './http/response.ts'
import type { Money } from './money.ts'

/** Somebody who signs requests. */
export type Actor = { id: string; ocid: number; name: string; key: PrivateKey }

/** Accounts that the checks borrow, each by one check at a time. */
export type AccountPool = {
  /** Waits for a free account. Blocks the check if there is none at all, or if the signal aborts first. */
  lease(signal: AbortSignal): Promise<{ account: Actor; release: () => void }>
}

export type Depth = 'quick' | 'standard' | 'thorough'

/** How to use a page whose controls cannot be guessed: `button:Pay now`, `radio:Declined card`, `link:Back`. */
export type PageHints = {
  sessionSeconds?: number
  pay?: string | string[]
  fail?: string | string[]
  cancel?: string | string[]
}

/** How to use a consent page whose controls cannot be guessed. */
export type ConsentHints = {
  login?: string | string[]
  grant?: string | string[]
  deny?: string | string[]
  submit?: string | string[]
}

/** What the preflight found in the way, each a whole sentence with its remedy. */
export type Obstacles = {
  /** Nothing that is signed can be tried. */
  authentication?: string
  /** Nothing that needs the target to reach the counterpart can be tried. */
  counterpart?: string
  /** Nothing that needs provisioned identities can be tried. */
  provisioning?: string
  /** Nothing that needs this identity can be tried. */
  identities: Record<string, string>
  /** Nothing that moves money can be tried. */
  money?: string
}

/** One run against one target: shared by its checks, changed by none of them. */
export type RunContext = {
  readonly role: Role
  readonly target: {
    /** As the operator named it; the metadata document is below. */
    readonly baseUrl: string
    /** {base_url}: config.endpoint of the metadata where something answers there, else the operator's. */
    readonly apiUrl: string
    readonly ocid: number | undefined
    readonly environment: 'test' | 'production'
  }
  /** Whether checks may move money and leave traces: always outside production. */
  readonly changesState: boolean
  /** The metadata document as the preflight read it. */
  readonly metadata: HttpResponse
  readonly profile: Profile
  readonly identities: Readonly<Record<string, Actor>>
  /** Account name to the OCID that it belongs to. */
  readonly accounts: Readonly<Record<string, number>>
  readonly money: Money
  /** A second currency with accounts of its own. */
  readonly secondMoney: Money | undefined
  readonly counterpart: Counterpart | undefined
  readonly http: HttpClient
  readonly accountPool: AccountPool
  readonly depth: Depth
  readonly seed: number
  /** Where a consent decision is sent to; only ever read from a Location header. */
  readonly callbackUrl: string
  readonly pages: { readonly checkout: PageHints; readonly consent: ConsentHints }
  readonly obstacles: Obstacles
  /** Files what the counterpart got as evidence; the id of its exchange, the same each time. */
  received(request: RecordedRequest): string
  /** A text that no other check, run or target has seen: the run's own prefix, `kind` and a number. */
  fresh(kind: string): string
}
