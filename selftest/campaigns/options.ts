import { parseArgs } from 'node:util'

/** A boolean option. */
type Flag = { name: string; help: string }

/** An option with values. Without `help`, the usage describes it elsewhere. */
type Valued<Value> = {
  name: string
  help?: string
  argument: string
  isRepeatable: boolean
  read(given: string[]): Value
}

/** The options of a campaign, by the property that each of them sets. */
type Table = Readonly<Record<string, Flag | Valued<unknown>>>

/** The options read by a table: flags are always present, values only if given. */
type Read<T extends Table> = {
  [Key in keyof T as T[Key] extends Valued<unknown> ? never : Key]: boolean
} & {
  [Key in keyof T as T[Key] extends Valued<unknown> ? Key : never]?: T[Key] extends Valued<infer Value> ? Value : never
}

export const flag = (name: string, help: string): Flag => ({ name, help })

export const text = (name: string, argument: string, help?: string): Valued<string> => ({
  ...{ name, argument, isRepeatable: false, read: ([given = '']) => given },
  ...(help === undefined ? {} : { help }),
})

/** Takes a number from 1 to 9,999. */
export const count = (name: string, help: string): Valued<number> => ({
  ...text(name, 'N', help),
  read: ([given = '']) => {
    if (!/^[1-9]\d{0,3}$/.test(given)) throw new Error(`--${name} ${given}: give a number from 1`)
    return Number(given)
  },
})

/** Takes one of the known values. */
export const one = <Value extends string>(
  known: readonly Value[],
  ...[name, argument, help]: [name: string, argument: string, help: string]
): Valued<Value> => ({
  ...text(name, argument, help),
  read: ([given]) => {
    const found = known.find(value => value === given)
    if (found === undefined) throw new Error(`--${name} ${given}: give one of ${known.join(', ')}`)
    return found
  },
})

/** Takes some of the known values. */
export const several = <Value extends string>(
  known: readonly Value[],
  ...labels: [name: string, argument: string, help: string]
): Valued<Value[]> => {
  const { read, ...option } = one(known, ...labels)
  return { ...option, isRepeatable: true, read: given => given.map(each => read([each])) }
}

/** Reads the options of a table and the positional arguments. Throws with the remedy if it cannot. */
export const readTable = <T extends Table>(table: T, args: string[], allowPositionals = false) => {
  const options = Object.values(table).map(option => {
    const isValued = 'read' in option
    return [option.name, { type: isValued ? 'string' : 'boolean', multiple: isValued } as const] as const
  })
  const { values, positionals } = parseArgs({ args, allowPositionals, options: Object.fromEntries(options) })
  const entries = Object.entries(table).flatMap(([key, option]): [string, unknown][] => {
    const given = values[option.name]
    if (!('read' in option)) return [[key, given === true]]
    if (!Array.isArray(given)) return []
    return [[key, option.read(given.map(String).slice(option.isRepeatable ? 0 : -1))]]
  })
  return { read: Object.fromEntries(entries) as Read<T>, positionals }
}

/** Returns a usage line for each option; further lines of its help are indented. */
export const usageOf = (table: Table): string =>
  Object.values(table)
    .filter(({ help }) => help !== undefined)
    .map(option => {
      const shown = 'argument' in option ? `${option.name} ${option.argument}` : option.name
      return `  --${shown.padEnd(17)}${option.help?.replaceAll('\n', `\n${' '.repeat(21)}`)}`
    })
    .join('\n')

/** Returns the options that all campaigns have; `script`: its npm script, `document`: the text that it writes from the results. */
export const commonOptions = (script: string, document: string) => ({
  lanes: count('jobs', 'run N processes at the same time, where runs may share the machine (1)'),
  isFresh: flag('fresh', 'repeat finished jobs'),
  results: text('results', 'FILE', `where results are kept (selftest/results/${script}.ndjson)`),
  isOfAnySources: flag('any-sources', 'also count results of other versions of the sources'),
  isDocument: flag(
    'document',
    `run nothing: write ${document} from the results, and\nthe figure of docs/proof.md if no run is missing`,
  ),
})

export type CommonOptions = Read<ReturnType<typeof commonOptions>> & { lanes: number }
