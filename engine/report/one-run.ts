import { isDeepStrictEqual } from 'node:util'
import type { Report } from '../../schemas/messages.ts'
import { isLoopback } from '../preflight/target-url.ts'
import { quoted } from '../settings/options/readers.ts'

/** Identifies the run that a report or a part of a run belongs to. A part that has just begun has fewer of these facts. */
export type RunHead = {
  target: { [Member in keyof Report['target']]?: Report['target'][Member] | undefined }
  profile?: Report['profile']
  run: Partial<Report['run']>
  /** SHA-256, in hex, of the metadata members that affect checks; reports do not contain it. */
  configDigest?: string
}

/** The values that all reports and parts of one run share, with their names for users. */
const shared: Readonly<Record<string, (head: RunHead) => unknown>> = {
  role: ({ target }) => target.role,
  target: head => (isOfReference(head) ? 'the bundled reference' : head.target.baseUrl),
  OCID: ({ target }) => target.ocid,
  environment: ({ target }) => target.environment,
  key: head => (isOfReference(head) ? undefined : head.target.publicKey),
  capabilities: ({ target }) => target.declared?.capabilities,
  currencies: ({ target }) => target.declared?.currencies,
  'KYC providers': ({ target }) => target.declared?.kyc,
  'config of its metadata': head => (isOfReference(head) ? undefined : head.configDigest),
  seed: ({ run }) => run.seed,
  depth: ({ run }) => run.depth,
  selection: ({ run: { selection } }) => [selection?.only ?? [], selection?.skip ?? []],
  'known failures': ({ run }) => run.knownFailing,
  '--fail-on': ({ run }) => run.failOn,
}

/** The members of a report's target that may differ within one run, and why. */
export const mayDiffer: Readonly<Partial<Record<keyof Report['target'], string>>> = {
  name: 'It is shown, and decides no check.',
  metadataDigest: 'Icons, texts and signatures may change with each response; members that decide checks are compared.',
  metadataFile: 'It names a file beside the report.',
}

/** The bundled reference is restarted each time, at another port of its machine and with another key. */
const isOfReference = ({ target: { baseUrl = '' }, run: { repeat = [] } }: RunHead): boolean =>
  repeat.includes('--reference') && URL.canParse(baseUrl) && isLoopback(baseUrl)

/** A difference between two heads, with both values. */
export type Difference = { name: string; values: [string, string] }

/** Returns the first difference that proves that these are two runs; undefined if there is none. */
export const differenceBetween = (one: RunHead, other: RunHead): Difference | undefined => {
  for (const [name, read] of [...Object.entries(shared), ...choicesOf(one, other)]) {
    const [a, b] = [read(one), read(other)]
    if (!isDeepStrictEqual(a, b)) return { name, values: [shown(a), shown(b)] }
  }
  return undefined
}

const choicesOf = (...heads: RunHead[]): [string, (head: RunHead) => unknown][] =>
  [...new Set(heads.flatMap(({ profile = {} }) => Object.keys(profile)))].map(choice => [
    `profile, at ${quoted(choice)}`,
    ({ profile }) => profile?.[choice]?.value,
  ])

const shown = (value: unknown): string => {
  const text = JSON.stringify(value) ?? 'none'
  return text.length > 200 ? `${text.slice(0, 200)}…` : text
}
