import type { Role } from '../../protocol/operations.ts'
import type { Provisioning } from '../../schemas/messages.ts'
import { absentOcids } from './identities.ts'

type Cell = string | number

/** PROVISIONING.md: the same as provisioning.json, for the person who registers it. Markdown, no secrets. */
export const provisioningText = (document: Provisioning): string =>
  [
    heading(document),
    registryPart(document),
    callersPart(document),
    ...gatewayPart(document),
    ...merchantPart(document),
    ...kycPart(document),
    outcome,
  ]
    .join('\n\n')
    .concat('\n')

const words: Record<Role, string> = { gateway: 'gateway', merchant: 'merchant', kyc: 'KYC provider' }

const heading = ({ target: { role, ocid, baseUrl } }: Provisioning): string =>
  `# Provisioning for a conformance run

What the operator of the ${words[role]} with OCID ${ocid}${baseUrl === undefined ? '' : ` at ${baseUrl}`} registers before a run. \`provisioning.json\`
holds the same for a program. Neither holds a secret; the private keys are in \`oc-conformance.config.json\`, which stays
with whoever runs the harness.`

const registryPart = ({ registry, target: { role } }: Provisioning): string =>
  `## Registry

The target has to find these metadata documents, and reach them. The whole registry is served at ${registry.url}.

${table(['OCID', 'Metadata document'], Object.entries(registry.entries))}

Not to be registered anywhere, since checks need somebody unknown: ${absentOcids[role].join(', ')}.`

const callersPart = ({ callers }: Provisioning): string =>
  callers.length === 0
    ? '## Callers\n\nNobody signs requests to this role.'
    : `## Callers

These sign requests to the target. It may as well read their keys from their metadata documents; for merchants of a gateway the
registered key counts.

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

\`/transfer/webhook\` is appended to a webhook. A run moves the money back when it ends.

${table(
  ['Account', 'OCID', 'Currency', 'Balance', 'May be debited by', 'Webhook'],
  gateway.accounts.map(({ id, ocid, currency, balance, debitableBy, webhook = '' }) => [
    id,
    ocid,
    currency,
    balance,
    debitableBy.join(', ') || 'nobody',
    webhook,
  ]),
)}`,
        `## Settlement providers

OCIDs whose proofs settle pending payments: ${gateway.settlementProviders.join(', ') || 'none'}.`,
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
      ]

const outcome = `## Network

The addresses above (scheme, host and port) are exempt from a guard against private addresses, where the target has one.
\`oc-conformance preflight\` tells whether everything is registered and reachable in both directions.`

const table = (head: readonly string[], rows: readonly (readonly Cell[])[]): string =>
  [head, head.map(() => '---'), ...rows].map(cells => `| ${cells.map(cell).join(' | ')} |`).join('\n')

const cell = (value: Cell): string => String(value).replaceAll('\\', '\\\\').replaceAll('|', '\\|').replace(/\s+/g, ' ')
