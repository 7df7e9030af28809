import { resolve } from 'node:path'
import { stepsOf } from '../../../pages/document/steps.ts'
import { entryOf } from '../../../protocol/json/any-json.ts'
import type { Config } from '../../../schemas/messages.ts'
import { readText } from '../files.ts'
import type { Environment } from '../keys/read-key.ts'
import type { RunSettings } from '../settings.ts'
import { UsageError } from '../usage-error.ts'

type Pages = NonNullable<Config['pages']>
type Place = { folder: string; env: Environment }

/**
 * Reads the part of the config about pages, with the values that its steps take from the environment and from files.
 * Throws UsageError for a value that cannot be read.
 */
export const readPages = async (
  pages: Pages,
  place: Place,
): Promise<Required<Pick<RunSettings, 'pages' | 'pageSecrets'>>> => {
  const actions = Object.entries(pages).flatMap(([page, hints]) =>
    Object.entries(hints)
      .filter(([action]) => actionNames.has(action))
      .map(([action, steps]) => ({ member: `pages.${page}.${action}`, steps: steps as string | string[] })),
  )
  const references = actions.flatMap(({ member, steps }) =>
    stepsOf(steps)
      .filter(({ value = '' }) => /^(?:env|file):/.test(value))
      .map(({ value = '' }) => ({ member, reference: value })),
  )
  const values = references.map(
    async ({ member, reference }) => [reference, await valueAt(member, reference, place)] as const,
  )
  return { pages, pageSecrets: Object.fromEntries(await Promise.all(values)) }
}

const actionNames = new Set(['login', 'pay', 'fail', 'cancel', 'grant', 'deny', 'submit'])

const valueAt = async (member: string, reference: string, { folder, env }: Place): Promise<string> => {
  const [source, name] = [reference.slice(0, reference.indexOf(':')), reference.slice(reference.indexOf(':') + 1)]
  const value = source === 'env' ? entryOf(env, name) : await readText(resolve(folder, name), `${member}: the file`)
  const text = value?.replace(/\r?\n$/, '') ?? ''
  if (text !== '') return text
  throw source === 'env'
    ? new UsageError(
        `${member}: the environment variable ${name} is not set.`,
        `Set ${name} to the value that the step types.`,
      )
    : new UsageError(`${member}: the file ${name} is empty.`, 'Write into it the value that the step types.')
}
