import { createPrivateKey } from 'node:crypto'
import { basename } from 'node:path'
import { PrivateKey } from '../../../protocol/signature/keys.ts'
import { isReadableByOthers, readText } from '../files.ts'
import { UsageError } from '../usage-error.ts'
import { type Environment, keyIn, mayBeKey, readKey } from './read-key.ts'

/** The key that signs a report, and warnings about its file. */
export type SigningKey = { signWith?: PrivateKey; warnings: string[] }

/**
 * Reads the key that signs a report, from a file or from `env:NAME`: 64 hex digits, or PEM as OpenSSL writes it for secp256k1. UsageError
 * otherwise; messages never quote a key, not even one given instead of a file name.
 */
export const readSigningKey = async (name: string | undefined, env: Environment): Promise<SigningKey> => {
  if (name === undefined) return { warnings: [] }
  if (name.startsWith('env:'))
    return { signWith: await readKey(name, { member: '--sign', folder: '', env }), warnings: [] }
  if (mayBeKey(basename(name)))
    throw new UsageError(
      '--sign expects the name of a file, and this looks like a key.',
      'Write the key into a file that only you can read.',
    )
  const text = await readText(name, 'the key file', { pipes: true })
  // A pipe can be read only once.
  const signWith = text.includes('-----BEGIN') ? fromPem(text, name) : keyIn(text, '--sign', name)
  const others = await isReadableByOthers(name)
  return {
    signWith,
    warnings: others ? [`${name} is a private key and others may read it: chmod 600 ${basename(name)}`] : [],
  }
}

const fromPem = (text: string, name: string): PrivateKey => {
  try {
    // OpenSSL writes the parameters of the curve before the key.
    const pem = text.replace(/-----BEGIN EC PARAMETERS-----[\s\S]*?-----END EC PARAMETERS-----/, '')
    const { crv, d = '' } = createPrivateKey(pem).export({ format: 'jwk' })
    if (crv === 'secp256k1') return new PrivateKey(Buffer.from(d, 'base64url').toString('hex').padStart(64, '0'))
  } catch {
    // The message may quote the key.
  }
  throw new UsageError(
    `--sign: ${name} holds no private key of secp256k1, or one with a password.`,
    'openssl ecparam -genkey -noout -name secp256k1 makes one.',
  )
}
