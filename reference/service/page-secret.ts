import type { Ports } from './ports.ts'

/**
 * Returns the secret behind the anti-forgery tokens of a role: a new one or, if several processes share the state, the one that the first
 * of them generated, since the form of one may be submitted to another.
 */
export const pageSecretOf = ({ storage, randomBytes }: Ports): Uint8Array => {
  if (storage.turns === undefined) return randomBytes(32)
  const secrets = storage.table<string>('secrets')
  const known = secrets.get('page')
  if (known !== undefined) return Buffer.from(known, 'hex')
  const secret = randomBytes(32)
  secrets.set('page', Buffer.from(secret).toString('hex'))
  return secret
}
