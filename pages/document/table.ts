import { closest, type Element, lineage, textOf } from './dom.ts'

const isElement = (node: Element['children'][number]): node is Element => 'attribs' in node

const cellsOf = (row: Element): Element[] => row.children.filter(isElement).filter(({ name }) => /^t[dh]$/.test(name))

const isSpanning = ({ attribs }: Element): boolean => attribs.colspan !== undefined || attribs.rowspan !== undefined

/** Returns the first row of a table. */
const firstRow = (table: Element): Element | undefined => {
  const parts = table.children.filter(isElement)
  const rows = parts.flatMap(part => (part.name === 'tr' ? [part] : part.children.filter(isElement)))
  return rows.find(({ name }) => name === 'tr')
}

/**
 * Returns the column heading of an element that is alone in its cell; empty if there is none, or if a cell of either row spans others.
 */
export const headOfColumn = (element: Element): string => {
  const cell = lineage(element).find(({ name }) => /^t[dh]$/.test(name))
  return cell === undefined || textOf(cell) !== '' ? '' : headingOf(cell)
}

/** Returns the column heading of a cell; empty if there is none, or if a cell of either row spans others. */
export const headingOf = (cell: Element): string => {
  const [row, table] = [closest(cell, 'tr'), closest(cell, 'table')]
  const head = table && firstRow(table)
  if (!row || !head || head === row) return ''
  const [heads, cells] = [cellsOf(head), cellsOf(row)]
  if ([...heads, ...cells].some(isSpanning) || heads.length !== cells.length) return ''
  const found = heads[cells.indexOf(cell)]
  return found === undefined ? '' : textOf(found)
}
