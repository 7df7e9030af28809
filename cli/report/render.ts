import { dirname, join, resolve } from 'node:path'
import { list, quoted, text } from '../../engine/settings/options/readers.ts'
import { suggestion } from '../../engine/settings/options/suggestion.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import { type FormatName, formatNames } from '../../reports/formats/names.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { neutralJson, neutralMarkup } from '../neutral.ts'
import { addOptions, optionsOf, valued } from '../options.ts'

const options = {
  to: valued(
    '--to <formats>',
    list('formats'),
    'junit, sarif, ctrf, markdown, har, badge or html; several with commas',
  ),
  output: valued(
    '--output <file>',
    text('the name of a file or folder'),
    'the file to write, or the folder for several formats (default: standard output)',
  ),
}

export const addRender: AddCommand = (program, io, exit) => {
  const command = program
    .command('render')
    .description('Writes a report in another format, for pull requests, dashboards, code scanning and browsers.')
    .argument('<report>', 'report.json of a run, or its folder')
  addOptions(command, options, { env: false }).action(async (name: string) => {
    const { to = [], output } = optionsOf(command, options, io.env)
    await render(io, { name, names: formatsIn(to), output })
    exit(0)
  })
}

type Request = { name: string; names: readonly FormatName[]; output: string | undefined }

const render = async (io: Io, { name, names, output }: Request): Promise<void> => {
  const [{ readReport }, { renderAs, renderTo }, { formats }] = await Promise.all([
    import('../run/earlier-run.ts'),
    import('../run/render-formats.ts'),
    import('../../reports/formats/index.ts'),
  ])
  const { report, file } = await readReport(io, name)
  const source = { report, folder: dirname(resolve(io.folder, file)) }
  const [only, another] = names
  if (only === undefined)
    throw new UsageError('--to is missing.', `Expected one of ${Object.keys(formats).join(', ')}.`)
  if (another !== undefined && output === undefined)
    throw new UsageError('several formats do not fit on standard output.', 'Give the folder for them as --output.')
  if (output === undefined) return io.out(neutralAs(only, await renderAs(source, only)))
  if (another === undefined) return renderTo(io, source, { name: only, file: output })
  for (const format of names) await renderTo(io, source, { name: format, file: join(output, formats[format].file) })
}

const isMarkup = /^\s*</

/** Keeps a document unchanged for programs, even in a log. */
const neutralAs = (name: FormatName, text: string): string => {
  if (name === 'markdown') return text
  return isMarkup.test(text) ? neutralMarkup(text) : neutralJson(text)
}

/** Returns the formats with these names. UsageError for an unknown one. */
const formatsIn = (names: readonly string[]): FormatName[] =>
  [...new Set(names)].map(name => formatNames.find(known => known === name) ?? unknown(name))

const unknown = (name: string): never => {
  const choices = `There are ${formatNames.join(', ')}.`
  throw new UsageError(`there is no format ${quoted(name)}.`, suggestion(name, formatNames, choices))
}
