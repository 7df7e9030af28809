import { type Command, Option } from 'commander'
import type { Environment } from '../engine/settings/keys.ts'
import { onOff, type Reader, readOption } from '../engine/settings/readers.ts'

/** One option: how it is written, what it is for, and how its text is read. Without a reader it is on or off. */
export type Spec<T> = { flags: string; about: string; reader?: Reader<T>; many?: true }

export type Specs = Readonly<Record<string, Spec<unknown>>>

/** What was given of the options, by the names of their specs. */
export type OptionValues<S extends Specs> = { [K in keyof S]?: S[K] extends Spec<infer T> ? T : never }

/** An option with a value. */
export const valued = <T>(flags: string, reader: Reader<T>, about: string): Spec<T> => ({ flags, about, reader })

/** An option that can be given several times. */
export const repeated = <T>(flags: string, reader: Reader<T[]>, about: string): Spec<T[]> => ({
  flags,
  about,
  reader,
  many: true,
})

/** An option that is on where it is given. */
export const flag = (flags: string, about: string): Spec<boolean> => ({ flags, about })

/** `--max-rps` is also OC_CONFORMANCE_MAX_RPS. */
const variableOf = (option: Option): string => `OC_CONFORMANCE_${option.name().toUpperCase().replaceAll('-', '_')}`

const variables = '\nEach option has an environment variable: --max-rps is OC_CONFORMANCE_MAX_RPS. A flag beats it.'

/** Adds options to a command; `env` gives each its environment variable. */
export const addOptions = (command: Command, specs: Specs, { env }: { env: boolean }): Command => {
  for (const spec of Object.values(specs)) {
    const option = new Option(spec.flags, spec.about)
    if (env) option.env(variableOf(option))
    if (spec.many) option.argParser((text: string, before: string[] = []) => [...before, text])
    command.addOption(option)
  }
  return env ? command.addHelpText('after', variables) : command
}

/** Reads what was given. UsageError for a text that does not read; it names the option or the variable. */
export const optionsOf = <S extends Specs>(command: Command, specs: S, env: Environment): OptionValues<S> => {
  const read = Object.entries(specs).flatMap(([name, spec]) => {
    const value = givenFor(command, spec, env)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(read) as OptionValues<S>
}

const givenFor = (command: Command, spec: Spec<unknown>, env: Environment): unknown => {
  const option = new Option(spec.flags)
  const fromEnv = command.getOptionValueSource(option.attributeName()) === 'env'
  const source = fromEnv ? variableOf(option) : (option.long ?? spec.flags)
  // Commander takes a flag whose variable is set for given, whatever the variable says.
  const given: unknown = fromEnv ? env[source] : command.getOptionValue(option.attributeName())
  if (given === undefined || (fromEnv && given === '')) return undefined
  if (spec.reader === undefined) return typeof given === 'string' ? readOption(onOff, given, source) : given
  const { reader } = spec
  return Array.isArray(given)
    ? given.flatMap(text => readOption(reader, String(text), source))
    : readOption(reader, String(given), source)
}
