import { type FormatName, formatNames } from '../../../reports/formats/names.ts'
import type { Reader } from './readers.ts'

/** An additional format for the report of a run. `{role}` in the file name stands for the role of the target. */
export type Output = { format: FormatName; file: string }

/** FORMAT=FILE; a comma ends a file name if another NAME= follows. */
export const outputs: Reader<Output[]> = {
  expected: `FORMAT=FILE, several separated by commas; the formats are ${formatNames.join(', ')}`,
  read: text => {
    const found = text.split(/,(?=\w+=)/).map(outputIn)
    return found.every(output => output !== undefined) ? found : undefined
  },
}

const outputIn = (text: string): Output | undefined => {
  const [, name, file = ''] = /^(\w+)=(.+)$/s.exec(text.trim()) ?? []
  const format = formatNames.find(known => known === name)
  return format === undefined || file.trim() === '' ? undefined : { format, file }
}
