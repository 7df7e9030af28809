import type { AbsentOcids } from '../../harness/run-context.ts'
import type { Role } from '../../protocol/operations.ts'
import type { Provisioning } from '../../schemas/messages.ts'
import { absentFor } from './identities.ts'

type Cell = string | number

/** Returns PROVISIONING.md: the content of provisioning.json for the person who registers it. It holds no secrets. */
export const provisioningText = (document: Provisioning, absent: AbsentOcids): string =>
  [
    heading(document),
    registryPart(document, absent),
    callersPart(document),
    ...gatewayPart(document),
    ...merchantPart(document),
    ...kycPart(document),
    networkPart,
  ]
    .join('\n\n')
    .concat('\n')

const roleNames: Record<Role, string> = { gateway: 'gateway', merchant: 'merchant', kyc: 'KYC provider' }

const heading = ({ target: { role, ocid, baseUrl } }: Provisioning): string =>
  `# Provisioning for a conformance run

Before a run, the operator of the ${roleNames[role]} with OCID ${ocid}${baseUrl === undefined ? '' : ` at ${baseUrl}`} registers the entries listed here.
\`provisioning.json\` holds the same for programs. Neither file holds a secret; the private keys are in
\`oc-conformance.config.json\`, which stays where the harness runs.`

const registryPart = ({ registry, target: { role } }: Provisioning, absent: AbsentOcids): string =>
  `## Registry

The target looks up these metadata documents and must reach them. The whole registry is served at ${registry.url}.

${table(['OCID', 'Metadata document'], Object.entries(registry.entries))}

Do not register these OCIDs, since checks need unknown ones: ${Object.values(absentFor(role, absent)).join(', ')}. If one of them
is taken, name another in the config (\`absent\`).`

const callersPart = ({ callers }: Provisioning): string =>
  callers.length === 0
    ? '## Callers\n\nNo requests to this role are signed.'
    : `## Callers

These identities sign requests to the target. The target may also read their keys from their metadata documents, except for the
merchants of a gateway: for them the registered key counts.

${table(
  ['OCID', 'Name', 'Public key'],
  callers.map(({ ocid, name = '', publicKey }) => [ocid, name, `\`${publicKey}\``]),
)}`

const gatewayPart = ({ gateway }: Provisioning): string[] =>
  gateway === undefined
    ? []
    : [
        `## Merchants

${table(
  ['OCID', 'Name', 'Endpoint', 'Registered public key'],
  gateway.merchants.map(({ ocid, name, endpoint, publicKey }) => [ocid, name, endpoint, `\`${publicKey}\``]),
)}`,
        `## Accounts

The gateway appends \`/transfer/webhook\` to a webhook. A run moves the money back when it ends.

${table(
  ['Account', 'OCID', 'Currency', 'Balance', 'May be debited by', 'Webhook'],
  gateway.accounts.map(({ id, ocid, currency, balance, debitableBy, webhook = '' }) => [
    id,
    ocid,
    currency,
    balance,
    debitableBy.join(', ') || 'none',
    webhook,
  ]),
)}`,
        `## Settlement providers

OCIDs whose proofs settle pending payments: ${gateway.settlementProviders.join(', ') || 'none'}.`,
        `## Sessions of the hosted page

The config says how long a session of the hosted page lives: \`pages.checkout.sessionSeconds\`, 1800 to begin with. If it is another
time at the target, correct it. A run waits for the end of a session that lives at most 10 s, with \`--depth thorough\` at most
120 s; PAGE-06 does not apply where a session outlives the run.`,
      ]

const merchantPart = ({ merchant }: Provisioning): string[] =>
  merchant === undefined
    ? []
    : [
        `## Issuers and payment apps

${table(
  ['What', 'OCIDs'],
  [
    ['Accepted issuers of proofs', merchant.issuers.join(', ')],
    ['Payment apps that create orders', merchant.callers.join(', ')],
  ],
)}`,
      ]

const kycPart = ({ kyc }: Provisioning): string[] =>
  kyc === undefined
    ? []
    : [
        `## Requesters and users

${table(
  ['What', 'OCIDs'],
  [
    ['Requesters', kyc.requesters.join(', ')],
    ['Users whose KYC is complete, with all five permissions', kyc.users.join(', ')],
    ['Users whose KYC is not complete', kyc.incompleteUsers.join(', ')],
  ],
)}`,
        ...callbackPart(kyc.callbackUrls ?? []),
      ]

const callbackPart = (addresses: readonly string[]): string[] =>
  addresses.length === 0
    ? []
    : [
        `## Callback addresses

If the provider accepts registered callback addresses only, register these for the requesters. The first is read from redirects and
never fetched, so nothing needs to answer there. At the other the harness sees whether the provider itself connects (CALLBACK-11).

${addresses.map(address => `- \`${address}\``).join('\n')}`,
      ]

const networkPart = `## Network

If the target guards against private addresses, exempt the addresses above (scheme, host and port).
\`oc-conformance preflight\` checks that everything is registered and reachable in both directions.`

const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (value: Cell): string => String(value).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
