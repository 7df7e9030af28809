import type { RunSettings } from '../settings.ts'

/**
 * Returns the texts that must not reach a report: the private keys, the values that page steps type from the environment and from files,
 * and the token of the target's clock.
 */
export const secretsOf = ({ identities, pageSecrets = {}, targetClock }: RunSettings): string[] => [
  ...Object.values(identities).map(({ key }) => key.reveal()),
  ...Object.values(pageSecrets),
  ...(targetClock?.token === undefined ? [] : [targetClock.token]),
]
