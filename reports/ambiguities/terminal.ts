import type { Json } from '../../protocol/json.ts'
import { type Paint, paint, told, wrapped } from '../ansi.ts'
import { verdictShapes, verdictWords } from '../queries.ts'
import type {
  Agreement,
  Ambiguities,
  Ambiguity,
  Choice,
  Chosen,
  ChosenBy,
  Implementation,
  Incompatibility,
} from './index.ts'

type Setting = { paints: Paint; width: number }

/** What several reports teach the authors of the protocol document, for a terminal; `width` in columns. */
export const renderAmbiguities = (found: Ambiguities, { color, width }: { color: boolean; width: number }): string => {
  const setting = { paints: paint(color), width: Math.min(Math.max(width, 40), 120) }
  const sections = [
    summaryLines(found, setting),
    implementationLines(found.implementations, setting),
    pairLines(found, 'each-other', setting),
    pairLines(found, 'third-party', setting),
    ...(['differ', 'alike', 'single', 'unobserved'] as const).map(agreement => rowLines(found, agreement, setting)),
  ]
  return `\n${sections
    .filter(lines => lines.length > 0)
    .map(lines => lines.join('\n'))
    .join('\n\n')}\n`
}

const title = (text: string, { paints }: Setting): string => `  ${paints.strong(text)}`

/** A blank at which no line ends. */
const held = '\u00a0'

/** A first line after its mark, and the others below its text. */
const item = (mark: string, text: string, { width }: Setting): string[] => {
  const indent = ' '.repeat(mark.length)
  const [first = '', ...rest] = wrapped(text, width, indent).map(line => line.replaceAll(held, ' '))
  return [mark + first.slice(mark.length), ...rest]
}

/** How many of what, and how to read what follows. */
const summaryLines = (found: Ambiguities, { paints, width }: Setting): string[] => {
  const rows = (agreement: Agreement) => found.ambiguities.filter(row => row.agreement === agreement).length
  const counts = `${found.ambiguities.length} open clauses: ${rows('differ')} chosen differently, ${rows('alike')} alike, ${rows('single')} seen at one implementation, ${rows('unobserved')} at none.`
  return [
    ...wrapped(`${counts} ${pairSentence(pairsOf(found, 'each-other').length)}`, width, '  '),
    ...wrapped(legend, width, '  ').map(paints.quiet),
  ]
}

const legend = '≠ chosen differently, = alike, → a sentence for the protocol document that would settle it.'

const pairSentence = (pairs: number): string =>
  pairs === 0
    ? 'No conformant pair was found that cannot work together.'
    : `${pairs} conformant ${pairs === 1 ? 'pair' : 'pairs'} cannot work together.`

const implementationLines = (implementations: readonly Implementation[], setting: Setting): string[] => [
  title('Implementations', setting),
  ...implementations.flatMap(({ number, name, role, baseUrl, verdict, file, remarks }) => [
    ...item(`  [${number}] `, `${told(name, 80)}, ${role}, ${told(baseUrl)}, ${verdict} (${told(file)})`, setting),
    ...remarks.flatMap(remark => wrapped(remark, setting.width, '      ')),
  ]),
]

const titles: Readonly<Record<Incompatibility['kind'], string>> = {
  'each-other': 'Conform, and cannot work together',
  'third-party': 'Conform, and ask a party that works with both for two ways',
}

const pairLines = (found: Ambiguities, kind: Incompatibility['kind'], setting: Setting): string[] => {
  const pairs = pairsOf(found, kind)
  const names = new Map(found.implementations.map(({ number, name }) => [number, `[${number}] ${told(name, 80)}`]))
  if (pairs.length === 0) return []
  return [
    title(titles[kind], setting),
    ...pairs.flatMap(reasons => [
      '',
      ...item(
        `  ${verdictShapes.fail} `,
        (reasons[0]?.between ?? []).map(one => names.get(one)).join(' and '),
        setting,
      ),
      ...reasons.flatMap(reason => reasonText(reason, setting)),
    ]),
  ]
}

const reasonText = ({ clauses, choices, why }: Incompatibility, { width }: Setting): string[] => [
  ...wrapped(
    `${clauses.join(', ')}: ${choices.map(one => `[${one.implementation}] ${told(one.value)}`).join('; ')}`,
    width,
    '    ',
  ),
  ...wrapped(why, width, '      '),
]

/** The reasons of each pair that has any. */
const pairsOf = ({ incompatibilities }: Ambiguities, kind: Incompatibility['kind']): Incompatibility[][] => [
  ...Map.groupBy(
    incompatibilities.filter(pair => pair.kind === kind),
    ({ between }) => between.join(),
  ).values(),
]

const headings: Readonly<Record<Agreement, string>> = {
  differ: 'Chosen differently',
  alike: 'Chosen alike',
  single: 'Seen at one of them only',
  unobserved: 'Not seen at any of them',
}

const rowLines = ({ ambiguities }: Ambiguities, agreement: Agreement, setting: Setting): string[] => {
  const rows = ambiguities.filter(row => row.agreement === agreement)
  if (rows.length === 0) return []
  return [
    title(`${headings[agreement]}: ${rows.length}`, setting),
    ...rows.flatMap(row => ['', ...rowText(row, setting)]),
  ]
}

const rowText = (row: Ambiguity, setting: Setting): string[] => [
  `  ${setting.paints.verdict('observed', `${verdictShapes.observed} ${row.clause}`)}  ${row.part}`,
  ...wrapped(row.text, setting.width, '    ').map(setting.paints.quiet),
  ...grouped(row.observed).flatMap(([names, chosen]) => chosenText(names, chosen, setting)),
  ...missing(row, setting),
  ...item('    → ', row.proposal, setting),
]

/** What was chosen alike by the same implementations stands on one line; what differs comes first. */
const grouped = (observed: readonly Chosen[]): [string[], Chosen][] => {
  const groups = Map.groupBy(observed, ({ choices, unit, differs }) => JSON.stringify([choices, unit, differs]))
  return [...groups.values()]
    .flatMap((some): [string[], Chosen][] => (some[0] ? [[some.map(one => one.observable), some[0]]] : []))
    .sort(([, a], [, b]) => Number(b.differs) - Number(a.differs))
}

const chosenText = (names: readonly string[], { choices, unit, differs }: Chosen, setting: Setting): string[] => {
  const values = choices.map(choice => `${valueText(choice, unit)} ${choice.by.map(byText).join(' ')}`)
  return item(`    ${differs ? '≠' : '='} `, `${names.join(' · ')}: ${values.join('; ')}`, setting)
}

const byText = ({ implementation, operations }: ChosenBy): string =>
  operations === undefined
    ? `[${implementation}]`
    : `[${implementation} at ${operations.map(one => told(one, 40)).join(', ')}]`.replaceAll(' ', held)

const valueText = ({ value }: Choice, unit: Chosen['unit']): string => {
  if (Array.isArray(value)) return value.map(text).join(', ') || 'none'
  if (typeof value !== 'number' || unit === undefined || unit === 'status') return text(value)
  return `${value} ${value === 1 ? unit.slice(0, -1) : unit}`
}

const text = (value: Json): string => told(String(value), 120)

const missing = ({ unobserved }: Ambiguity, setting: Setting): string[] => {
  const whose = unobserved.map(({ implementation, verdict }) => `[${implementation}] ${verdictWords[verdict]}`)
  return whose.length === 0 ? [] : item('    – ', `not seen: ${whose.join(', ')}`, setting)
}
