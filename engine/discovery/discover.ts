import { Blocked } from '../../harness/outcome.ts'
import type { RunContext } from '../../harness/run-context.ts'
import { type CanonicalForm, canonicalForms } from '../../protocol/canonical.ts'
import type { Json } from '../../protocol/json.ts'
import { type Profile, referenceProfile } from '../../protocol/profile.ts'
import { isSameForm } from '../../protocol/request-form.ts'
import type { PreflightFinding } from '../../schemas/messages.ts'
import { takenForm } from './canonical-json.ts'
import { dialectFromMetadata, type MetadataDialect } from './from-metadata.ts'
import { type ContextOf, formFromProbes, type ProbedForm } from './from-probes.ts'

/** What was found out of a target's choices, and what shows each of them. */
export type Discovery = {
  profile: Profile
  shownBy: Partial<Record<keyof Profile, string>>
  findings: PreflightFinding[]
  /** Requests that the search for the canonical request took. */
  probes: number
  /** What the search tried in vain. */
  tried?: string
}

/** What the metadata alone shows, before anything is sent. Heading: Metadata document. */
export const readDialect = (metadata: Json | undefined): Discovery & { possible: readonly CanonicalForm[] } => {
  const shown = dialectFromMetadata(metadata)
  const possible = shown && shown.canonicalForms.length > 0 ? shown.canonicalForms : canonicalForms
  const [canonicalJson = 'rfc8785'] = possible
  const profile = {
    ...referenceProfile,
    ...(shown ? { signatureEncoding: shown.signatureEncoding, canonicalJson } : {}),
  }
  return { profile, shownBy: shownByMetadata(shown), findings: pitfall(profile), probes: 0, possible }
}

const shownByMetadata = (shown: MetadataDialect | undefined): Discovery['shownBy'] => {
  if (!shown) return {}
  if (shown.canonicalForms.length === 0)
    return { signatureEncoding: 'the shape of its metadata signature, which verifies over no canonical form' }
  const by = 'the signature of its metadata'
  const others = shown.canonicalForms.slice(1)
  return {
    signatureEncoding: by,
    canonicalJson: others.length === 0 ? by : `${by}, which would be the same under ${others.join(' and ')}`,
  }
}

const pitfall = ({ canonicalJson }: Pick<Profile, 'canonicalJson'>): PreflightFinding[] =>
  canonicalJson === 'key-list'
    ? [
        {
          name: 'dialect',
          ok: false,
          severity: 'warning',
          message:
            'The target signs JSON.stringify(payload, Object.keys(payload).sort()): the list of keys also filters nested members, so that what they say is not signed.',
          remedy: 'Sort the keys of nested objects as well, such as RFC 8785 does, in place of passing a list of keys.',
        },
      ]
    : []

/**
 * Finds out how the target signs what its metadata does not show, by harmless requests: the canonical request, and the canonical JSON where
 * the metadata is the same under several. Heading: Authentication (encoding, canonical forms and canonical request are not shown).
 */
export const discoverDialect = async (contextOf: ContextOf, run: RunContext): Promise<Discovery> => {
  const read = readDialect(run.metadata.json)
  const asked = { ...run, profile: read.profile }
  const spoken = await unlessBlocked(() => formFromProbes(contextOf, asked, read.possible))
  const heard = withRequestForm(read, spoken)
  return run.role !== 'kyc' && spoken?.found ? discoverCanonicalJson(contextOf, run, heard) : heard
}

/** The canonical JSON by what the target takes, where its metadata is the same under several. */
export const discoverCanonicalJson = async (
  contextOf: ContextOf,
  run: RunContext,
  heard: Discovery,
): Promise<Discovery> => {
  const { possible } = readDialect(run.metadata.json)
  if (possible.length === 1) return heard
  const form = await unlessBlocked(() => takenForm(contextOf, { ...run, profile: heard.profile }, possible))
  return form === undefined ? heard : withCanonicalJson(heard, form, run)
}

/** What finds itself blocked found nothing; what is in the way shows in what is looked at next. */
const unlessBlocked = <T>(look: () => Promise<T>): Promise<T | undefined> =>
  look().catch((error: unknown) => {
    if (error instanceof Blocked) return undefined
    throw error
  })

const withRequestForm = (
  { possible: _, ...read }: ReturnType<typeof readDialect>,
  spoken: ProbedForm | undefined,
): Discovery => {
  if (!spoken) return read
  const { found, probes, status } = spoken
  const refusals =
    status === undefined ? {} : { refusalStatus: 'its answers to requests with a signature that it does not verify' }
  const profile = { ...read.profile, ...(status === undefined ? {} : { refusalStatus: status }) }
  if (!found)
    return {
      ...read,
      profile,
      shownBy: { ...read.shownBy, ...refusals },
      probes,
      tried: triedIn(probes),
    }
  return {
    ...read,
    profile: { ...profile, canonicalRequest: found.form, canonicalJson: found.canonicalJson },
    shownBy: { ...read.shownBy, ...refusals, canonicalRequest: `requests that it took: ${found.name}` },
    findings: [
      ...read.findings,
      ...(isSameForm(found.form, referenceProfile.canonicalRequest) ? [] : [otherForm(found.name)]),
    ],
    probes,
  }
}

const otherForm = (name: string): PreflightFinding => ({
  name: 'dialect',
  ok: true,
  severity: 'info',
  message: `The target verifies another canonical request than the reference profile: ${name}.`,
})

/** What was tried, in one line. */
const triedIn = (probes: number): string =>
  `${probes} requests over the orders, parts and separators that are usual for method, path, OCID, timestamp, nonce and body, the body as it is, ` +
  'hashed or canonical, and over canonical JSON of the body or of all six'

const withCanonicalJson = (heard: Discovery, canonicalJson: CanonicalForm, { role }: RunContext): Discovery => {
  const what = { gateway: 'an order', merchant: 'a proof', kyc: 'the metadata of a requester' }[role]
  return {
    ...heard,
    profile: { ...heard.profile, canonicalJson },
    shownBy: { ...heard.shownBy, canonicalJson: `its taking ${what} that was signed so` },
    findings: [...heard.findings, ...pitfall({ canonicalJson })],
  }
}
