import { Blocked } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { type CanonicalForm, type CanonicalWriting, canonicalWritings } from '../../protocol/json/canonical.ts'
import type { Json } from '../../protocol/json/json.ts'
import type { OperationName } from '../../protocol/operations.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { hasCanonicalJson, isSameForm } from '../../protocol/request/request-form.ts'
import type { SignatureEncoding } from '../../protocol/signature/signature.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { withValues } from '../with-values.ts'
import { type AcceptedWriting, acceptedWriting } from './canonical-json.ts'
import { dialectFromMetadata, type MetadataDialect, versionFromMetadata } from './from-metadata.ts'
import { type ContextOf, formFromProbes, type ProbedForm } from './from-probes.ts'

/** The choices of a target, and how each was found. */
export type Discovery = {
  profile: Profile
  shownBy: Partial<Record<keyof Profile, string>>
  findings: PreflightFinding[]
  /** Number of requests in the search for the canonical request. */
  probes: number
  /** The operation whose answers reveal whether a signature verified. */
  shownAt?: OperationName
  /** Describes the candidates that the search tried without success. */
  attempts?: string
  /** Why signed requests cannot be judged, with its remedy. */
  obstacle?: string
  /** Why signatures over texts that may be escaped cannot be judged, with its remedy. */
  textObstacle?: string
}

/** A discovery from the metadata alone: the canonical JSONs and encodings that remain possible, likeliest first. */
type MetadataDiscovery = Discovery & {
  possible: readonly CanonicalWriting[]
  encodings: readonly SignatureEncoding[]
}

/** Reads the choices that follow from the metadata alone, before any request. Heading: Metadata document. */
export const readDialect = (metadata: Json | undefined): MetadataDiscovery => {
  const dialect = dialectFromMetadata(metadata)
  const possible = dialect && dialect.writings.length > 0 ? dialect.writings : canonicalWritings()
  const version = versionFromMetadata(metadata)
  const profile = {
    ...referenceProfile,
    ...(dialect ? { signatureEncoding: dialect.signatureEncoding, ...possible[0] } : {}),
    ...version,
  }
  const shownBy = {
    ...shownByMetadata(dialect),
    ...Object.fromEntries(Object.keys(version).map(choice => [choice, 'its metadata'])),
  }
  const encodings = [profile.signatureEncoding, ...(dialect?.otherEncodings ?? [])]
  return { profile, shownBy, findings: keyListFindings(profile), probes: 0, possible, encodings }
}

const shownByMetadata = (dialect: MetadataDialect | undefined): Discovery['shownBy'] => {
  if (!dialect) return {}
  if (dialect.writings.length === 0)
    return { signatureEncoding: 'the shape of its metadata signature, which verifies over no canonical form' }
  const signature = 'the signature of its metadata'
  const others = formsIn(dialect.writings).slice(1)
  const encodings = dialect.otherEncodings
  return {
    signatureEncoding:
      encodings.length === 0 ? signature : `${signature}, which would be the same text in ${encodings.join(' and ')}`,
    canonicalJson:
      others.length === 0 ? signature : `${signature}, which would be the same under ${others.join(' and ')}`,
    canonicalEscapes: `${signature}, as far as the texts of its config show it`,
  }
}

const formsIn = (writings: readonly CanonicalWriting[]): CanonicalForm[] => [
  ...new Set(writings.map(({ canonicalJson }) => canonicalJson)),
]

/** Warns if the target fell into a known pitfall of JSON.stringify. */
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

/** Reports escapes as a risk, since the document is silent on them. */
const escapeFindings = ({ canonicalEscapes }: Pick<Profile, 'canonicalEscapes'>): PreflightFinding[] =>
  canonicalEscapes.length === 0
    ? []
    : [
        {
          name: 'dialect',
          ok: true,
          severity: 'info',
          message:
            `The canonical JSON of the target escapes more than JSON requires (${canonicalEscapes.join(', ')}). The document leaves this open: ` +
            'anyone who verifies its signatures, or signs for it, must escape the same way.',
        },
      ]

/**
 * Discovers, with safe requests, the choices that do not follow from the metadata: the canonical request, the encoding of X-OC-Signature,
 * and the canonical JSON if several fit the metadata. Heading: Authentication (encoding, canonical forms and canonical request are not
 * specified).
 */
export const discoverDialect = async (contextOf: ContextOf, run: RunContext): Promise<Discovery> => {
  const read = readDialect(run.metadata.json)
  const reading = { ...run, profile: read.profile }
  const probed = await unlessBlocked(() => formFromProbes(contextOf, reading, read))
  const discovery = withRequestForm(read, probed)
  const found = run.role !== 'kyc' && probed?.found ? await discoverCanonicalJson(contextOf, run, discovery) : discovery
  return { ...found, findings: [...found.findings, ...escapeFindings(found.profile)] }
}

/** Discovers the canonical JSON from the requests that the target accepts, if several forms fit its metadata. */
export const discoverCanonicalJson = async (
  contextOf: ContextOf,
  run: RunContext,
  discovery: Discovery,
): Promise<Discovery> => {
  const possible = readDialect(run.metadata.json).possible.filter(writing => isFoundIn(writing, discovery))
  const narrowed = await unlessBlocked(() =>
    acceptedWriting(contextOf, { ...run, profile: discovery.profile }, possible),
  )
  const found = narrowed?.isShown ? withCanonicalJson(discovery, narrowed, run) : discovery
  return narrowed?.obstacle === undefined ? found : { ...found, textObstacle: narrowed.obstacle }
}

/** Returns whether a canonical JSON agrees with the one in the canonical request, if any, whose texts are ASCII with a slash. */
const isFoundIn = (writing: CanonicalWriting, { profile, shownBy }: Discovery): boolean =>
  shownBy.canonicalRequest === undefined ||
  !hasCanonicalJson(profile.canonicalRequest) ||
  (writing.canonicalJson === profile.canonicalJson &&
    writing.canonicalEscapes.includes('slash') === profile.canonicalEscapes.includes('slash'))

/** Returns nothing if the search is blocked; the next part of the preflight reports the obstacle. */
const unlessBlocked = <T>(search: () => Promise<T>): Promise<T | undefined> =>
  search().catch((error: unknown) => {
    if (error instanceof Blocked) return undefined
    throw error
  })

const withRequestForm = (
  { possible: _, encodings, ...metadata }: MetadataDiscovery,
  probed: ProbedForm | undefined,
): Discovery => {
  if (!probed) return metadata
  const { found, isAccepted, alsoRead, probes, status, unshown, operation } = probed
  const read = { ...metadata, ...withValues({ shownAt: operation }) }
  if (unshown) return { ...read, obstacle: unshownText(unshown) }
  const refusals =
    status === undefined ? {} : { refusalStatus: 'its answers to requests with a signature that it does not verify' }
  const profile = { ...read.profile, ...(status === undefined ? {} : { refusalStatus: status }) }
  const shownBy = { ...read.shownBy, ...refusals }
  if (!found) return { ...read, profile, shownBy, probes, attempts: attemptsText(probes) }
  const isReference = isSameForm(found.form, referenceProfile.canonicalRequest)
  const headerSignatureEncoding = asSpoken(found.encoding, read.profile)
  const evidence = isAccepted ? 'requests that it accepted' : 'requests that it refused, which rule out the others'
  // A metadata signature that is the same text in several encodings has the headers' encoding, if that is one of them.
  const isSettled = encodings.length > 1 && alsoRead === undefined && encodings.includes(found.encoding)
  return {
    ...read,
    profile: {
      ...profile,
      canonicalRequest: found.form,
      headerSignatureEncoding,
      ...(isSettled ? { signatureEncoding: found.encoding } : {}),
      ...(hasCanonicalJson(found.form) ? found.writing : {}),
    },
    shownBy: {
      ...shownBy,
      canonicalRequest: `${evidence}: ${found.name}`,
      headerSignatureEncoding: alsoRead === undefined ? evidence : `${evidence}, in ${alsoRead} as well`,
      ...(isSettled ? { signatureEncoding: `the signature of its metadata, and ${evidence}` } : {}),
    },
    findings: [...read.findings, ...(isReference ? [] : [otherForm(found.name)])],
    probes,
  }
}

/** A reader of hex accepts either case, so the case of payload signatures is kept. */
const asSpoken = (found: SignatureEncoding, { signatureEncoding }: Profile): SignatureEncoding =>
  found === 'compact-hex' && signatureEncoding === 'compact-hex-upper' ? signatureEncoding : found

const unshownText = (answers: readonly string[]): string =>
  `No request reveals whether the target verifies a signature: it answers a wrong X-OC-Signature like a correct one (${answers.join(', ')}). ` +
  'Check that the identities are registered as provisioning.json lists them, or describe the canonical request in a profile file (--profile FILE).'

const otherForm = (name: string): PreflightFinding => ({
  name: 'dialect',
  ok: true,
  severity: 'info',
  message: `The target verifies a different canonical request than the reference profile: ${name}.`,
})

const attemptsText = (probes: number): string =>
  `${probes} requests over the orders, parts and separators that are usual for method, path, OCID, timestamp, nonce and body, the body as it is, ` +
  'hashed or canonical, and over canonical JSON of the body or of all six'

const withCanonicalJson = (
  discovery: Discovery,
  { possible, isLearned }: AcceptedWriting,
  { role }: RunContext,
): Discovery => {
  const [writing] = possible
  if (writing === undefined) return discovery
  const document = { gateway: 'orders', merchant: 'proofs', kyc: 'the metadata of a requester' }[role]
  const evidence = `its acceptance of ${document} signed over this form`
  const profile = { ...discovery.profile, ...writing }
  const isNew = ({ message }: PreflightFinding) => discovery.findings.every(known => known.message !== message)
  return {
    ...discovery,
    profile,
    shownBy: {
      ...discovery.shownBy,
      ...(formsIn(possible).length > 1 ? {} : { canonicalJson: evidence }),
      ...(role === 'kyc'
        ? {}
        : { canonicalEscapes: isLearned ? 'documents that it signs, by class of characters' : evidence }),
    },
    findings: [...discovery.findings, ...keyListFindings(profile).filter(isNew)],
  }
}
