import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Counterpart, RecordedRequest, RequestJournal } from '../counterpart.ts'
import { blocked } from '../outcome.ts'
import type { Actor, RunContext } from '../run-context.ts'
import { type Issuer, issuerOf } from './issuer.ts'
import { type Merchant, merchantOf } from './merchant.ts'
import { targetOcid } from './target-ocid.ts'

/**
 * Who plays in a check. Whoever is asked for and not there (no config, not registered, out of reach) blocks the check with
 * the reason; a check that does not ask is not concerned.
 */
export class Actors {
  readonly run: RunContext
  readonly #file: (exchange: string) => void

  /** `file` keeps the exchange of whatever the witness shows as the check's evidence. */
  constructor(run: RunContext, file: (exchange: string) => void) {
    this.run = run
    this.#file = file
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

  /** In the registry, nothing else. */
  get stranger(): Merchant {
    return merchantOf(this.run, identity(this.run, 'stranger'))
  }

  /** Owns the treasury. */
  get partner(): Actor {
    return identity(this.run, 'partner')
  }

  /** A payment app: known key, no account, no merchant. */
  get app(): Actor {
    return identity(this.run, 'app')
  }

  get settlementProvider(): Actor {
    return identity(this.run, 'settlementProvider')
  }

  /** An accepted issuer, toward a merchant. */
  get gateway(): Issuer {
    return issuerOf(this.run, identity(this.run, 'gateway'))
  }

  /** In the registry, and no accepted issuer. */
  get gateway2(): Issuer {
    return issuerOf(this.run, identity(this.run, 'gateway2'))
  }

  /** Toward a merchant an accepted issuer, toward a KYC provider a requester: its metadata misbehaves when a check says so. */
  get unreliable(): Issuer {
    return issuerOf(this.run, identity(this.run, 'unreliable'))
  }

  /** An accepted issuer that changes its key. */
  get rotating(): Issuer {
    return issuerOf(this.run, identity(this.run, 'rotating'))
  }

  /** Asks for permissions; its metadata has a name and an icon. */
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

  /** In no registry, known to nobody; signs with a key of its own. */
  get nobody(): Merchant {
    return merchantOf(this.run, { id: 'nobody', ocid: 2999, name: 'Nobody', key: generatePrivateKey() })
  }

  /** OCID of the account that the harness may not debit. */
  get foreign(): { ocid: number } {
    const ocid = this.run.accounts.foreign
    return { ocid: ocid ?? blocked('no foreign account is provisioned (accounts.foreign)') }
  }

  get counterpart(): Counterpart {
    if (this.run.obstacles.counterpart) blocked(this.run.obstacles.counterpart)
    return this.run.counterpart ?? blocked('no counterpart is listening: run with the config that `init` writes')
  }

  /** The witness, with whatever a check looks at filed as its evidence. */
  get journal(): RequestJournal {
    const { journal } = this.counterpart
    const filed = (requests: RecordedRequest[]) => {
      for (const request of requests) this.#file(this.run.received(request))
      return requests
    }
    return {
      get all() {
        return journal.all
      },
      find: match => filed(journal.find(match)),
      wait: async (match, options) => filed(await journal.wait(match, options)),
    }
  }
}

const identity = (run: RunContext, id: string): Actor => {
  const obstacle = run.obstacles.identities[id] ?? run.obstacles.provisioning
  if (obstacle) blocked(obstacle)
  return run.identities[id] ?? blocked(`no identity \`${id}\` in the config: run \`oc-conformance init\``)
}
