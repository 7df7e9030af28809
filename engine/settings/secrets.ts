import type { RunSettings } from './settings.ts'

/** Returns what must not reach a report: the private keys, and what steps on pages type from the environment and files. */
export const secretsOf = ({ identities, pageSecrets = {} }: RunSettings): string[] => [
  ...Object.values(identities).map(({ key }) => key.reveal()),
  ...Object.values(pageSecrets),
]
