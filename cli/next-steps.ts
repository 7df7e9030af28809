import { relative } from 'node:path'
import type { Initialized } from '../engine/provisioning/init.ts'
import { line } from './text.ts'

/** What was written, and what to do with it. */
export const nextSteps = (
  { config, paths, hasPlaceholder }: Initialized,
  folder: string,
  isOutOfReach: boolean,
): string => {
  const names = paths.map(path => relative(folder, path) || path)
  const [configName = '', provisioningName = '', textName = ''] = names
  const isHere = configName === 'oc-conformance.config.json'
  const options = isHere ? '' : ` --config ${configName}`
  const base = config.target?.baseUrl ?? ''
  return [
    `Wrote ${configName} (private keys: keep it to yourself), ${provisioningName} and ${textName}.`,
    ...(hasPlaceholder ? [`The address of the target was not given: ${base} stands for it (target.baseUrl).`] : []),
    ...(isOutOfReach ? [`The target cannot reach ${config.counterpart?.publicUrl}: give --public-url.`] : []),
    '',
    'Next:',
    `  1. Have what ${textName} lists registered at the target (${provisioningName}: the same for a program).`,
    `  2. oc-conformance preflight${options}   tells whether all of it is there.`,
    `  3. oc-conformance run${options}   certifies the target.`,
  ]
    .map(each => (each.startsWith('  ') ? `  ${line(each)}` : line(each)))
    .join('')
}
