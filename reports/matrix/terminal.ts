import { ambiguityLines, implementationLines, legend, sectionsText, title } from '../ambiguities/terminal.ts'
import { sanitize, type TextFormat, textFormat, wrap, wrapItem } from '../ansi.ts'
import { compactIds, verdictShapes, verdictWords } from '../queries.ts'
import type { ClauseRow, DialectRow, Kept, Matrix, Pair } from './index.ts'
import { dialectTitles, keptTitles, pairSentence, roleWords, togetherTones, togetherWords } from './wording.ts'

/** Renders several implementations side by side for a terminal; `width` in columns. */
export const renderMatrix = (matrix: Matrix, options: { color: boolean; width: number }): string => {
  const format = textFormat(options)
  return sectionsText([
    wrap(pairSentence(matrix), format.width, '  '),
    implementationLines(matrix.implementations, format),
    pairLines(matrix, format),
    clauseLines(matrix, 'nobody', format),
    clauseLines(matrix, 'some', format),
    idLines(matrix, 'everybody', format),
    idLines(matrix, 'undecided', format),
    dialectLines(matrix.dialects, format),
    [title('What the protocol leaves open', format), ...wrap(legend, format.width, '  ').map(format.styles.quiet)],
    ...ambiguityLines(matrix.ambiguities, format),
  ])
}

const pairLines = ({ pairs }: Matrix, format: TextFormat): string[] =>
  pairs.length === 0 ? [] : [title('Who can work with whom', format), ...pairs.flatMap(pair => pairText(pair, format))]

const pairText = ({ gateway, partner, role, together, reasons }: Pair, { styles, width }: TextFormat): string[] => {
  const tone = togetherTones[together]
  const head = `  ${verdictShapes[tone]} gateway [${gateway}] and ${roleWords[role]} [${partner}]: ${togetherWords[together]}`
  return [
    styles.verdict(tone, head),
    ...reasons.flatMap(({ clauses, text }) =>
      wrap(sanitize([clauses.join(', '), text].filter(Boolean).join(': '), 600), width, '      '),
    ),
  ]
}

const rowsOf = ({ clauses }: Matrix, kept: Kept): ClauseRow[] => clauses.filter(row => row.kept === kept)

/** Lists clauses with a failure, each with the verdict at every implementation. */
const clauseLines = (matrix: Matrix, kept: Kept, format: TextFormat): string[] => {
  const rows = rowsOf(matrix, kept)
  if (rows.length === 0) return []
  return [title(`${keptTitles[kept]}: ${rows.length}`, format), ...rows.flatMap(row => clauseText(row, format))]
}

const clauseText = ({ clause, level, text, verdicts }: ClauseRow, { styles, width }: TextFormat): string[] => {
  const groups = [...Map.groupBy(verdicts, ({ verdict }) => verdict)]
  const found = groups.map(
    ([verdict, own]) => `${verdictWords[verdict]} ${own.map(one => `[${one.implementation}]`).join(' ')}`,
  )
  return [
    ...wrapItem('  ', `${sanitize(clause, 40)} ${level}: ${found.join('; ')}`, width),
    ...wrap(sanitize(text), width, '      ').map(styles.quiet),
  ]
}

const idLines = (matrix: Matrix, kept: Kept, format: TextFormat): string[] => {
  const ids = rowsOf(matrix, kept).map(({ clause }) => sanitize(clause, 40))
  if (ids.length === 0) return []
  return [title(`${keptTitles[kept]}: ${ids.length}`, format), ...wrap(compactIds(ids), format.width, '    ')]
}

const dialectLines = (rows: readonly DialectRow[], format: TextFormat): string[] => [
  title('Dialects', format),
  ...rows.flatMap(({ clause, choices, unread }) => {
    const made = choices.map(
      ({ value, implementations }) => `${sanitize(value, 160)} ${implementations.map(one => `[${one}]`).join(' ')}`,
    )
    const missing = unread.length === 0 ? [] : [`not known ${unread.map(one => `[${one}]`).join(' ')}`]
    const sign = choices.length > 1 ? '≠' : '='
    return wrapItem(
      `  ${sign} `,
      `${dialectTitles[clause]} (${clause}): ${[...made, ...missing].join('; ')}`,
      format.width,
    )
  }),
]
