import { relative } from 'node:path'
import type { Initialized } from '../engine/provisioning/init.ts'
import { shellQuoted } from '../engine/settings/options/shell-quoted.ts'
import type { Io } from './io.ts'
import { asStarted, line } from './text.ts'

/** Returns the text that `init` prints: the files that it wrote and the next steps, as this program was started. */
export const nextSteps = (
  { config, paths, hasPlaceholder }: Initialized,
  { folder, command }: Pick<Io, 'folder' | 'command'>,
  isOutOfReach: boolean,
): string => {
  const names = paths.map(path => relative(folder, path) || path)
  const [configName = '', provisioningName = '', textName = ''] = names
  const base = config.target?.baseUrl ?? ''
  return [
    `Wrote ${configName} (private keys: keep it secret), ${provisioningName} and ${textName}.`,
    ...(hasPlaceholder ? [`No address was given: ${base} is a placeholder (target.baseUrl).`] : []),
    ...(isOutOfReach ? [`The target cannot reach ${config.counterpart?.publicUrl}: give --public-url.`] : []),
    '',
    'Next:',
    ...stepsOf(names).map((step, index) => `  ${index + 1}. ${asStarted(step, command)}`),
  ]
    .map(text => (text.startsWith('  ') ? `  ${line(text)}` : line(text)))
    .join('')
}

const stepsOf = ([configName = '', provisioningName = '', textName = '']: string[]) => {
  const isHere = configName === 'oc-conformance.config.json'
  const options = isHere ? '' : ` --config ${shellQuoted(configName)}`
  return [
    `Register at the target what ${textName} lists (${provisioningName}: the same for programs).`,
    `oc-conformance preflight${options}   checks that everything is registered.`,
    `oc-conformance run${options}   certifies the target.`,
  ]
}
