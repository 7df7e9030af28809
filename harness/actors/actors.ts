import { generatePrivateKey } from '../../protocol/signature/keys.ts'
import type { Counterpart, RecordedRequest, RequestJournal } from '../counterpart.ts'
import { blocked, Lost } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { type Issuer, issuerOf } from './issuer.ts'
import { type Merchant, merchantOf } from './merchant.ts'
import { targetOcid } from './target-ocid.ts'

/**
 * The parties of a check, and the counterpart that plays them. Accessing a missing party (no config, not registered, unreachable) blocks
 * the check with the reason, without affecting other checks.
 */
export class Actors {
  readonly run: RunContext
  readonly #keep: (request: RecordedRequest) => void
  readonly #began = performance.now()

  /** `keep` adds a request from the target to the evidence of the check. */
  constructor(run: RunContext, keep: (request: RecordedRequest) => void) {
    this.run = run
    this.#keep = keep
  }

  /** The target's OCID. */
  get ocid(): number {
    return targetOcid(this.run)
  }

  get merchant(): Merchant {
    return merchantOf(this.run, identity(this.run, 'merchant'))
  }

  get merchant2(): Merchant {
    return merchantOf(this.run, identity(this.run, 'merchant2'))
  }

  /** A registered actor without a relation to the target. */
  get stranger(): Merchant {
    return merchantOf(this.run, identity(this.run, 'stranger'))
  }

  /** The owner of the treasury. */
  get partner(): Actor {
    return identity(this.run, 'partner')
  }

  /** A payment app: its key is registered, it has no account, and it is not a merchant. */
  get app(): Actor {
    return identity(this.run, 'app')
  }

  get settlementProvider(): Actor {
    return identity(this.run, 'settlementProvider')
  }

  /** An issuer that the merchant accepts. */
  get gateway(): Issuer {
    return issuerOf(this.run, identity(this.run, 'gateway'))
  }

  /** A registered issuer that the merchant does not accept. */
  get gateway2(): Issuer {
    return issuerOf(this.run, identity(this.run, 'gateway2'))
  }

  /**
   * An accepted issuer, or a requester at a KYC provider, whose metadata misbehaves on demand. As an issuer, it never publishes the key
   * with which it signs requests.
   */
  get unreliable(): Issuer {
    return issuerOf(this.run, identity(this.run, 'unreliable'))
  }

  /** An accepted issuer that changes its key. */
  get rotating(): Issuer {
    return issuerOf(this.run, identity(this.run, 'rotating'))
  }

  /** A party that requests permissions; its metadata has a name and icon. */
  get requester(): Actor {
    return identity(this.run, 'requester')
  }

  /** A user whose KYC is complete. */
  get user(): { ocid: number } {
    return identity(this.run, 'user')
  }

  /** A user whose KYC is not complete. */
  get user2(): { ocid: number } {
    return identity(this.run, 'user2')
  }

  /** An unregistered actor that signs with an unpublished key. */
  get nobody(): Merchant {
    return merchantOf(this.run, {
      id: 'nobody',
      ocid: this.run.absent.participant,
      name: 'Nobody',
      key: generatePrivateKey(),
    })
  }

  /** The owner of an account that the harness must not be able to debit. */
  get foreign(): { ocid: number } {
    const ocid = this.run.accounts.foreign
    return { ocid: ocid ?? blocked('no foreign account is provisioned (accounts.foreign)') }
  }

  get counterpart(): Counterpart {
    if (this.run.obstacles.counterpart) blocked(this.run.obstacles.counterpart)
    return this.run.counterpart ?? blocked('no counterpart is listening: run with the config that `init` writes')
  }

  /**
   * The journal of the counterpart; each request that a check finds in it becomes its evidence. Blocks the check if fewer are found than
   * expected and the counterpart may have lost some, or read some only in part.
   */
  get journal(): RequestJournal {
    const { journal } = this.counterpart
    const kept = (requests: RecordedRequest[], count = 1, isAwaited = false) => {
      const isLess = requests.length < count
      const loss = isLess ? journal.lossSince(this.#began) : undefined
      if (loss !== undefined) throw new Lost(loss)
      const cut =
        (isAwaited && requests.find(({ beyond }) => beyond !== undefined)) || (isLess ? this.#unread() : undefined)
      if (cut?.beyond !== undefined) blocked(cut.beyond)
      for (const request of requests) this.#keep(request)
      return requests
    }
    return {
      get all() {
        return journal.all
      },
      get count() {
        return journal.count
      },
      find: (match, since) => kept(journal.find(match, since)),
      wait: async (match, options) => kept(await journal.wait(match, options), options.count, true),
      lossSince: at => journal.lossSince(at),
    }
  }

  /** Returns a request that arrived during the check and exceeded a limit before it was read completely. */
  #unread(): RecordedRequest | undefined {
    return this.counterpart.journal.find(({ kind, at }) => kind === 'unread' && at >= this.#began)[0]
  }
}

const identity = (run: RunContext, id: string): Actor => {
  if (run.obstacles.provisioning) blocked(run.obstacles.provisioning)
  return run.identities[id] ?? blocked(`no identity \`${id}\` in the config: run \`oc-conformance init\``)
}
