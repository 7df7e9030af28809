import { UsageError } from '../../engine/settings/usage-error.ts'
import type { AddCommand } from '../command.ts'
import type { Io } from '../io.ts'
import { addOptions, flag, type OptionValues, optionsOf } from '../options.ts'
import { jsonText } from '../run/summary.ts'

const options = {
  json: flag('--json', 'print a JSON object'),
  markdown: flag('--markdown', 'print Markdown, for a pull request'),
}

export const addDiff: AddCommand = (program, io, exit) => {
  const command = program
    .command('diff')
    .description(
      'Compares two reports of one role: fixed, broken, changed, new, gone. Exits with 1 if something got worse.',
    )
    .argument('<before>', 'report.json of the earlier run, or its folder')
    .argument('<after>', 'that of the later run')
  addOptions(command, options, { env: false }).action(async (before: string, after: string) => {
    exit(await diff(io, [before, after], optionsOf(command, options, io.env)))
  })
}

const diff = async (
  io: Io,
  [first, second]: readonly [string, string],
  values: OptionValues<typeof options>,
): Promise<number> => {
  const [{ readReport }, { diffOf }, { renderDiff, renderDiffMarkdown }] = await Promise.all([
    import('../run/earlier-run.ts'),
    import('../../reports/diff/index.ts'),
    import('../../reports/diff/text.ts'),
  ])
  const before = await readReport(io, first)
  const after = await readReport(io, second)
  const [earlier, later] = [before.report.target.role, after.report.target.role]
  if (earlier !== later)
    throw new UsageError(
      `${before.file} is of a ${earlier}, and ${after.file} of a ${later}.`,
      'Compare two reports of one role.',
    )
  const found = diffOf(before.report, after.report)
  io.out(values.json ? jsonText({ version: 1, ...found }) : (values.markdown ? renderDiffMarkdown : renderDiff)(found))
  return found.isWorse ? 1 : 0
}
