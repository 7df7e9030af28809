import type { AddCommand } from '../command.ts'
import { type Io, isColored } from '../io.ts'
import { addOptions, flag, optionsOf } from '../options.ts'
import { jsonText } from '../run/summary.ts'

const options = { json: flag('--json', 'print a JSON object') }

export const addAmbiguities: AddCommand = (program, io, exit) => {
  const command = program
    .command('ambiguities')
    .description(
      'Compares reports: what each target chose at every open clause, which conformant targets cannot work together, and a sentence that would settle it.',
    )
    .argument('<report...>', 'report.json of a run, or its folder; one for each implementation')
  addOptions(command, options, { env: false }).action(async (names: string[]) => {
    io.out(await ambiguities(io, names, optionsOf(command, options, io.env).json ?? false))
    exit(0)
  })
}

const ambiguities = async (io: Io, names: readonly string[], asJson: boolean): Promise<string> => {
  const [{ readReports }, { ambiguitiesOf }, { renderAmbiguities }] = await Promise.all([
    import('../run/read-reports.ts'),
    import('../../reports/ambiguities/index.ts'),
    import('../../reports/ambiguities/terminal.ts'),
  ])
  const found = ambiguitiesOf(await readReports(io, names))
  return asJson ? jsonText(found) : renderAmbiguities(found, { color: isColored(io, 'out'), width: io.columns })
}
