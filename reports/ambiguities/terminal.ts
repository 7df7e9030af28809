import { sanitize, type TextFormat, textFormat, wrap, wrapItem } from '../ansi.ts'
import { verdictShapes, verdictWords } from '../queries.ts'
import type { Agreement, Ambiguities, Ambiguity, Chosen, ChosenBy, Implementation, Incompatibility } from './index.ts'
import { agreementTitles, grouped, valueText } from './wording.ts'

/** Renders the comparison of several reports for a terminal; `width` in columns. */
export const renderAmbiguities = (found: Ambiguities, options: { color: boolean; width: number }): string => {
  const format = textFormat(options)
  return sectionsText([
    summaryLines(found, format),
    implementationLines(found.implementations, format),
    pairLines(found, 'each-other', format),
    ...ambiguityLines(found, format),
  ])
}

/** Joins sections, each a list of lines; leaves out empty ones. */
export const sectionsText = (sections: readonly (readonly string[])[]): string =>
  `\n${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`

/** Returns the sections on third parties and on the open clauses. */
export const ambiguityLines = (found: Ambiguities, format: TextFormat): string[][] => [
  pairLines(found, 'third-party', format),
  ...(['differ', 'alike', 'single', 'unobserved'] as const).map(agreement => rowLines(found, agreement, format)),
]

/** Returns the title of a section. */
export const title = (text: string, { styles }: TextFormat): string => `  ${styles.strong(text)}`

/** A space at which lines are not broken. */
const noBreakSpace = '\u00a0'

const item = (marker: string, text: string, { width }: TextFormat): string[] =>
  wrapItem(marker, text, width).map(line => line.replaceAll(noBreakSpace, ' '))

/** Returns the counts and the legend. */
const summaryLines = (found: Ambiguities, { styles, width }: TextFormat): string[] => {
  const rows = (agreement: Agreement) => found.ambiguities.filter(row => row.agreement === agreement).length
  const counts = `${found.ambiguities.length} open clauses: ${rows('differ')} chosen differently, ${rows('alike')} the same, ${rows('single')} seen at one implementation, ${rows('unobserved')} at none.`
  return [
    ...wrap(`${counts} ${pairSentence(pairsOf(found, 'each-other').length)}`, width, '  '),
    ...wrap(legend, width, '  ').map(styles.quiet),
  ]
}

/** The signs of the section on open clauses. */
export const legend =
  '≠ chosen differently, = the same choice, → a sentence for the protocol document that would settle it.'

const pairSentence = (pairs: number): string =>
  pairs === 0
    ? 'No conformant pair that cannot work together was found.'
    : `${pairs} conformant ${pairs === 1 ? 'pair' : 'pairs'} cannot work together.`

/** Lists the implementations with their numbers. */
export const implementationLines = (implementations: readonly Implementation[], format: TextFormat): string[] => [
  title('Implementations', format),
  ...implementations.flatMap(({ number, name, role, baseUrl, verdict, file, remarks }) => [
    ...item(
      `  [${number}] `,
      `${sanitize(name, 80)}, ${role}, ${sanitize(baseUrl)}, ${verdict} (${sanitize(file)})`,
      format,
    ),
    ...remarks.flatMap(remark => wrap(remark, format.width, '      ')),
  ]),
]

const titles: Readonly<Record<Incompatibility['kind'], string>> = {
  'each-other': 'Conformant, but cannot work together',
  'third-party': 'Conformant, but a party that works with both must support two ways',
}

const pairLines = (found: Ambiguities, kind: Incompatibility['kind'], format: TextFormat): string[] => {
  const pairs = pairsOf(found, kind)
  const names = new Map(found.implementations.map(({ number, name }) => [number, `[${number}] ${sanitize(name, 80)}`]))
  if (pairs.length === 0) return []
  return [
    title(titles[kind], format),
    ...pairs.flatMap(reasons => [
      '',
      ...item(`  ${verdictShapes.fail} `, (reasons[0]?.between ?? []).map(one => names.get(one)).join(' and '), format),
      ...reasons.flatMap(reason => reasonText(reason, format)),
    ]),
  ]
}

const reasonText = ({ clauses, choices, why }: Incompatibility, { width }: TextFormat): string[] => [
  ...wrap(
    `${clauses.join(', ')}: ${choices.map(one => `[${one.implementation}] ${sanitize(one.value)}`).join('; ')}`,
    width,
    '    ',
  ),
  ...wrap(why, width, '      '),
]

/** Groups the incompatibilities by pair. */
const pairsOf = ({ incompatibilities }: Ambiguities, kind: Incompatibility['kind']): Incompatibility[][] => [
  ...Map.groupBy(
    incompatibilities.filter(pair => pair.kind === kind),
    ({ between }) => between.join(),
  ).values(),
]

const rowLines = ({ ambiguities }: Ambiguities, agreement: Agreement, format: TextFormat): string[] => {
  const rows = ambiguities.filter(row => row.agreement === agreement)
  if (rows.length === 0) return []
  return [
    title(`${agreementTitles[agreement]}: ${rows.length}`, format),
    ...rows.flatMap(row => ['', ...rowText(row, format)]),
  ]
}

const rowText = (row: Ambiguity, format: TextFormat): string[] => [
  `  ${format.styles.verdict('observed', `${verdictShapes.observed} ${row.clause}`)}  ${row.part}`,
  ...wrap(row.text, format.width, '    ').map(format.styles.quiet),
  ...grouped(row.observed).flatMap(([names, chosen]) => chosenText(names, chosen, format)),
  ...missing(row, format),
  ...item('    → ', row.proposal, format),
]

const chosenText = (names: readonly string[], { choices, unit, differs }: Chosen, format: TextFormat): string[] => {
  const values = choices.map(choice => `${sanitize(valueText(choice, unit), 400)} ${choice.by.map(byText).join(' ')}`)
  return item(`    ${differs ? '≠' : '='} `, `${names.join(' · ')}: ${values.join('; ')}`, format)
}

const byText = ({ implementation, operations }: ChosenBy): string =>
  operations === undefined
    ? `[${implementation}]`
    : `[${implementation} at ${operations.map(one => sanitize(one, 40)).join(', ')}]`.replaceAll(' ', noBreakSpace)

const missing = ({ unobserved }: Ambiguity, format: TextFormat): string[] => {
  const whose = unobserved.map(({ implementation, verdict }) => `[${implementation}] ${verdictWords[verdict]}`)
  return whose.length === 0 ? [] : item('    – ', `not seen: ${whose.join(', ')}`, format)
}
