import { UsageError } from '../settings/usage-error.ts'

/**
 * Splits the command of a tunnel into the program and its arguments: at spaces, but not inside single or double quotes. There is no shell,
 * so no other character is special. `{port}` stands for the port that the counterpart listens on. Throws UsageError.
 */
export const tunnelWords = (command: string, port: number): string[] => {
  const words = [...command.matchAll(/(?:"[^"]*"|'[^']*'|[^\s"'])+/g)].map(([word]) => unquoted(word))
  const rest = command.replace(/"[^"]*"|'[^']*'/g, '')
  if (/["']/.test(rest))
    throw new UsageError('--tunnel has an unclosed quote.', 'Close the quote, or write a script and give its name.')
  if (words.length === 0) throw new UsageError('--tunnel has no command.', 'Give the command that opens the tunnel.')
  return words.map(word => word.replaceAll('{port}', String(port)))
}

const unquoted = (word: string): string =>
  word.replace(/"([^"]*)"|'([^']*)'/g, (_, double?: string, single?: string) => double ?? single ?? '')
