import { generatePrivateKey } from '../../protocol/keys.ts'
import type { Counterpart, Witness, Witnessed } from './counterpart.ts'
import { type Issuer, issuerOf } from './issuer.ts'
import { blocked } from './outcome.ts'
import { type Merchant, merchantOf, targetOcid } from './requests.ts'
import type { Actor, Session } from './session.ts'

/**
 * Who plays in a check. Whoever is asked for and not there (no config, not registered, out of reach) blocks the check with
 * the reason; a check that does not ask is not concerned.
 */
export class Cast {
  readonly session: Session
  readonly #file: (exchange: string) => void

  /** `file` keeps the exchange of whatever the witness shows as the check's evidence. */
  constructor(session: Session, file: (exchange: string) => void) {
    this.session = session
    this.#file = file
  }

  /** The target's OCID. */
  get ocid(): number {
    return targetOcid(this.session)
  }

  get merchant(): Merchant {
    return merchantOf(this.session, identity(this.session, 'merchant'))
  }

  get merchant2(): Merchant {
    return merchantOf(this.session, identity(this.session, 'merchant2'))
  }

  /** In the registry, nothing else. */
  get stranger(): Merchant {
    return merchantOf(this.session, identity(this.session, 'stranger'))
  }

  /** Owns the treasury. */
  get partner(): Actor {
    return identity(this.session, 'partner')
  }

  /** A payment app: known key, no account, no merchant. */
  get app(): Actor {
    return identity(this.session, 'app')
  }

  get settlementProvider(): Actor {
    return identity(this.session, 'settlementProvider')
  }

  /** An accepted issuer, toward a merchant. */
  get gateway(): Issuer {
    return issuerOf(this.session, identity(this.session, 'gateway'))
  }

  /** In the registry, and no accepted issuer. */
  get gateway2(): Issuer {
    return issuerOf(this.session, identity(this.session, 'gateway2'))
  }

  /** Toward a merchant an accepted issuer, toward a KYC provider a requester: its metadata misbehaves when a check says so. */
  get unreliable(): Issuer {
    return issuerOf(this.session, identity(this.session, 'unreliable'))
  }

  /** An accepted issuer that changes its key. */
  get rotating(): Issuer {
    return issuerOf(this.session, identity(this.session, 'rotating'))
  }

  /** Asks for permissions; its metadata has a name and an icon. */
  get requester(): Actor {
    return identity(this.session, 'requester')
  }

  /** A user whose KYC is complete. */
  get user(): { ocid: number } {
    return identity(this.session, 'user')
  }

  /** A user whose KYC is not complete. */
  get user2(): { ocid: number } {
    return identity(this.session, 'user2')
  }

  /** In no registry, known to nobody; signs with a key of its own. */
  get nobody(): Merchant {
    return merchantOf(this.session, { id: 'nobody', ocid: 2999, name: 'Nobody', key: generatePrivateKey() })
  }

  /** OCID of the account that the harness may not debit. */
  get foreign(): { ocid: number } {
    const ocid = this.session.accounts.foreign
    return { ocid: ocid ?? blocked('no foreign account is provisioned (accounts.foreign)') }
  }

  get counterpart(): Counterpart {
    if (this.session.obstacles.counterpart) blocked(this.session.obstacles.counterpart)
    return this.session.counterpart ?? blocked('no counterpart is listening: run with the config that `init` writes')
  }

  /** The witness, with whatever a check looks at filed as its evidence. */
  get witness(): Witness {
    const { witness } = this.counterpart
    const filed = (requests: Witnessed[]) => {
      for (const request of requests) this.#file(this.session.received(request))
      return requests
    }
    return {
      get all() {
        return witness.all
      },
      find: match => filed(witness.find(match)),
      wait: async (match, options) => filed(await witness.wait(match, options)),
    }
  }
}

const identity = (session: Session, id: string): Actor => {
  const obstacle = session.obstacles.identities[id] ?? session.obstacles.provisioning
  if (obstacle) blocked(obstacle)
  return session.identities[id] ?? blocked(`no identity \`${id}\` in the config: run \`oc-conformance init\``)
}
