import { Blocked } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { type CanonicalForm, canonicalForms } from '../../protocol/canonical.ts'
import type { Json } from '../../protocol/json.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { isSameForm } from '../../protocol/request-form.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { acceptedForm } from './canonical-json.ts'
import { dialectFromMetadata, type MetadataDialect, versionFromMetadata } from './from-metadata.ts'
import { type ContextOf, formFromProbes, type ProbedForm } from './from-probes.ts'

/** The choices of a target, and how each became known. */
export type Discovery = {
  profile: Profile
  shownBy: Partial<Record<keyof Profile, string>>
  findings: PreflightFinding[]
  /** Requests that the search for the canonical request took. */
  probes: number
  /** Describes what the search tried without success. */
  attempts?: string
}

/** A discovery from the metadata alone, with the canonical forms that remain possible. */
type MetadataDiscovery = Discovery & { possible: readonly CanonicalForm[] }

/** Reads what the metadata alone shows, before any request. Heading: Metadata document. */
export const readDialect = (metadata: Json | undefined): MetadataDiscovery => {
  const dialect = dialectFromMetadata(metadata)
  const possible = dialect && dialect.canonicalForms.length > 0 ? dialect.canonicalForms : canonicalForms
  const [canonicalJson = 'rfc8785'] = possible
  const version = versionFromMetadata(metadata)
  const profile = {
    ...referenceProfile,
    ...(dialect ? { signatureEncoding: dialect.signatureEncoding, canonicalJson } : {}),
    ...version,
  }
  const shownBy = {
    ...shownByMetadata(dialect),
    ...Object.fromEntries(Object.keys(version).map(choice => [choice, 'its metadata'])),
  }
  return { profile, shownBy, findings: keyListFindings(profile), probes: 0, possible }
}

const shownByMetadata = (dialect: MetadataDialect | undefined): Discovery['shownBy'] => {
  if (!dialect) return {}
  if (dialect.canonicalForms.length === 0)
    return { signatureEncoding: 'the shape of its metadata signature, which verifies over no canonical form' }
  const signature = 'the signature of its metadata'
  const others = dialect.canonicalForms.slice(1)
  return {
    signatureEncoding: signature,
    canonicalJson:
      others.length === 0 ? signature : `${signature}, which would be the same under ${others.join(' and ')}`,
  }
}

/** Names a pitfall of JSON.stringify, if the target fell into it. */
const keyListFindings = ({ canonicalJson }: Pick<Profile, 'canonicalJson'>): PreflightFinding[] =>
  canonicalJson === 'key-list'
    ? [
        {
          name: 'dialect',
          ok: false,
          severity: 'warning',
          message:
            'The target signs JSON.stringify(payload, Object.keys(payload).sort()): the list of keys also filters nested members, so the signature does not cover them.',
          remedy: 'Sort the keys of nested objects as well, as RFC 8785 does, instead of passing a list of keys.',
        },
      ]
    : []

/**
 * Discovers the choices that the metadata does not show, by safe requests: the canonical request, and the canonical
 * JSON if the metadata is the same under several. Heading: Authentication (encoding, canonical forms and canonical
 * request are not shown).
 */
export const discoverDialect = async (contextOf: ContextOf, run: RunContext): Promise<Discovery> => {
  const read = readDialect(run.metadata.json)
  const reading = { ...run, profile: read.profile }
  const probed = await unlessBlocked(() => formFromProbes(contextOf, reading, read.possible))
  const discovery = withRequestForm(read, probed)
  return run.role !== 'kyc' && probed?.found ? discoverCanonicalJson(contextOf, run, discovery) : discovery
}

/** Discovers the canonical JSON from what the target accepts, if its metadata is the same under several forms. */
export const discoverCanonicalJson = async (
  contextOf: ContextOf,
  run: RunContext,
  discovery: Discovery,
): Promise<Discovery> => {
  const { possible } = readDialect(run.metadata.json)
  if (possible.length === 1) return discovery
  const form = await unlessBlocked(() => acceptedForm(contextOf, { ...run, profile: discovery.profile }, possible))
  return form === undefined ? discovery : withCanonicalJson(discovery, form, run)
}

/** Returns nothing if the search is blocked; the next part of the preflight reports the obstacle. */
const unlessBlocked = <T>(search: () => Promise<T>): Promise<T | undefined> =>
  search().catch((error: unknown) => {
    if (error instanceof Blocked) return undefined
    throw error
  })

const withRequestForm = ({ possible: _, ...read }: MetadataDiscovery, probed: ProbedForm | undefined): Discovery => {
  if (!probed) return read
  const { found, probes, status } = probed
  const refusals =
    status === undefined ? {} : { refusalStatus: 'its answers to requests with a signature that it does not verify' }
  const profile = { ...read.profile, ...(status === undefined ? {} : { refusalStatus: status }) }
  const shownBy = { ...read.shownBy, ...refusals }
  if (!found) return { ...read, profile, shownBy, probes, attempts: attemptsText(probes) }
  const isReference = isSameForm(found.form, referenceProfile.canonicalRequest)
  return {
    ...read,
    profile: { ...profile, canonicalRequest: found.form, canonicalJson: found.canonicalJson },
    shownBy: { ...shownBy, canonicalRequest: `requests that it accepted: ${found.name}` },
    findings: [...read.findings, ...(isReference ? [] : [otherForm(found.name)])],
    probes,
  }
}

const otherForm = (name: string): PreflightFinding => ({
  name: 'dialect',
  ok: true,
  severity: 'info',
  message: `The target verifies another canonical request than the reference profile: ${name}.`,
})

const attemptsText = (probes: number): string =>
  `${probes} requests over the orders, parts and separators that are usual for method, path, OCID, timestamp, nonce and body, the body as it is, ` +
  'hashed or canonical, and over canonical JSON of the body or of all six'

const withCanonicalJson = (discovery: Discovery, canonicalJson: CanonicalForm, { role }: RunContext): Discovery => {
  const document = { gateway: 'an order', merchant: 'a proof', kyc: 'the metadata of a requester' }[role]
  return {
    ...discovery,
    profile: { ...discovery.profile, canonicalJson },
    shownBy: { ...discovery.shownBy, canonicalJson: `its acceptance of ${document} signed over this form` },
    findings: [...discovery.findings, ...keyListFindings({ canonicalJson })],
  }
}
