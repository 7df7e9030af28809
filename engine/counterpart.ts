import { randomUUID } from 'node:crypto'
import { type Counterpart, iconPath } from '../harness/counterpart.ts'
import type { Actor } from '../harness/run-context.ts'
import { startCounterpart } from '../mocks/counterpart.ts'
import type { CounterpartIdentity } from '../mocks/identities.ts'
import { joinPath } from '../protocol/base-url.ts'
import type { Role } from '../protocol/operations.ts'
import type { Profile } from '../protocol/profile.ts'
import { generatePrivateKey } from '../protocol/signature/keys.ts'
import { reasonOf } from './preflight/target-url.ts'
import { identityPlans } from './provisioning/identities.ts'
import type { RunSettings } from './settings/settings.ts'
import { withValues } from './with-values.ts'

type Options = { role: Role; profile: Profile; identities: Record<string, Actor> }

/** Starts the counterpart with every identity of a run; returns the reason if it cannot listen. */
export const openCounterpart = async (
  settings: RunSettings,
  { role, profile, identities }: Options,
): Promise<{ counterpart?: Counterpart; startupError?: string }> => {
  const { listen, publicUrl } = settings.counterpart
  const { merchant2Published: published, ...rest } = identities
  const actors = Object.values(rest)
  const presentation = {
    role,
    publicUrl: publicUrl ?? `http://${listen.host}:${listen.port}`,
    published,
    currency: settings.currency ?? 'USD',
  }
  // The registry holds the public address, which is certain only once the counterpart listens.
  const registry: Record<string, string> = {}
  try {
    const counterpart = await startCounterpart({
      identities: actors.map(actor => counterpartIdentity(actor, presentation)),
      registry,
      listen,
      profile,
      ...withValues({ publicUrl }),
    })
    for (const { ocid } of actors) registry[ocid] = `${counterpart.baseUrl}/${ocid}/metadata.json`
    return { counterpart }
  } catch (error) {
    return { startupError: `the counterpart cannot listen on ${listen.host}:${listen.port}: ${reasonOf(error)}` }
  }
}

/**
 * The parts of a gateway's config; the members of `settlement` are in canonical order, so that every canonical form writes them the same
 * way.
 */
const gatewayConfig = (ocid: number, currency: string) => ({
  capabilities: ['orders.checkout', 'transfer.create', 'verify.txid'],
  settlement: { accepts: [ocid], currencies: [currency] },
})

/** The role of the target, the counterpart's address, the key that merchant2 publishes, and the currency of the issuers. */
type Presentation = { role: Role; publicUrl: string; published: Actor | undefined; currency: string }

const counterpartIdentity = (
  { id, ocid, name, key }: Actor,
  { role, publicUrl, published, currency }: Presentation,
): CounterpartIdentity => ({
  id,
  ocid,
  name,
  key,
  role: identityPlans[role][id]?.is ?? id,
  hasWebhook: role === 'gateway' && /^merchant/.test(id),
  ...(role === 'merchant' && id !== 'app' ? gatewayConfig(ocid, currency) : { capabilities: [] }),
  ...(role === 'kyc' ? { profile: 'Asks for permissions in conformance runs.' } : {}),
  // Only the requester has an icon, which a consent page shows. Its address is new in each run, so that no cache has it.
  ...(id === 'requester' ? { icon: `${joinPath(publicUrl, `/${ocid}${iconPath}`)}?run=${randomUUID()}` } : {}),
  ...(id === 'merchant2' && published ? { publishes: published.key } : {}),
  // The registered key of this issuer never appears in its metadata, in this run or an earlier one, so no target can have read it there.
  ...(role === 'merchant' && id === 'unreliable' ? { publishes: generatePrivateKey() } : {}),
})
