import { secretsOf } from '../settings/keys/secrets.ts'
import type { RunSettings } from '../settings/settings.ts'

/** Returns an environment without the variables that hold a secret of the run: a tunnel is a third-party program. */
export const environmentWithout = (settings: RunSettings, env: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => {
  const { signWith } = settings
  const secrets = new Set([...secretsOf(settings), ...(signWith ? [signWith.reveal()] : [])])
  const isSecret = (text: string) =>
    secrets.has(text) || secrets.has(text.toLowerCase()) || text.includes('PRIVATE KEY-----')
  return Object.fromEntries(Object.entries(env).filter(([, value = '']) => value === '' || !isSecret(value.trim())))
}
