import { extname } from 'node:path'
import { oneOf, text } from '../../engine/settings/options/readers.ts'
import { UsageError } from '../../engine/settings/usage-error.ts'
import type { AddCommand } from '../command.ts'
import { type Io, isColored } from '../io.ts'
import { neutralMarkup } from '../neutral.ts'
import { addOptions, flag, type OptionValues, optionsOf, valued } from '../options.ts'
import { jsonText } from '../run/summary.ts'
import { writeText } from '../write-text.ts'

const options = {
  to: valued('--to <format>', oneOf('text', 'html', 'json'), 'text (the default), html or json'),
  json: flag('--json', 'print a JSON object, as --to json does'),
  output: valued(
    '--output <file>',
    text('the name of a file'),
    'the file to write; as a page, unless its name ends with .json or --to is given',
  ),
}

type Values = OptionValues<typeof options>

export const addMatrix: AddCommand = (program, io, exit) => {
  const command = program
    .command('matrix')
    .description(
      'Compares reports: who can work with whom, and why not; the clauses that each target passes; dialects; and the open points of the protocol.',
    )
    .argument('<report...>', 'report.json of a run, or its folder; one for each implementation')
  addOptions(command, options, { env: false }).action(async (names: string[]) => {
    await matrix(io, names, optionsOf(command, options, io.env))
    exit(0)
  })
}

const matrix = async (io: Io, names: readonly string[], values: Values): Promise<void> => {
  const { output } = values
  const rendered = await render(io, names, formatOf(values))
  if (output === undefined) io.out(formatOf(values) === 'html' ? neutralMarkup(rendered) : rendered)
  else await writeText(io, output, rendered)
}

/** Returns the format that the options ask for. UsageError if they ask for two. */
const formatOf = ({ to, json, output }: Values): 'text' | 'html' | 'json' => {
  if (json && to !== undefined && to !== 'json')
    throw new UsageError(`--json and --to ${to} exclude each other.`, 'Give one of them.')
  if (json) return 'json'
  const usual = output === undefined ? 'text' : extname(output) === '.json' ? 'json' : 'html'
  return to ?? usual
}

const render = async (io: Io, names: readonly string[], format: 'text' | 'html' | 'json'): Promise<string> => {
  const [{ readReports }, { matrixOf }] = await Promise.all([
    import('../run/read-reports.ts'),
    import('../../reports/matrix/index.ts'),
  ])
  const found = matrixOf(await readReports(io, names))
  if (format === 'json') return jsonText(found)
  if (format === 'html') return (await import('../../reports/html/matrix/index.ts')).renderMatrixHtml(found)
  const { renderMatrix } = await import('../../reports/matrix/terminal.ts')
  return renderMatrix(found, { color: isColored(io, 'out'), width: io.columns })
}
