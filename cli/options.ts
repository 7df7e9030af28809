import { type Command, Option } from 'commander'
import type { Environment } from '../engine/settings/keys/read-key.ts'
import { onOff, type Reader, readOption } from '../engine/settings/options/readers.ts'
import { textOf } from '../protocol/json/any-json.ts'

/**
 * An option: its flags, its help text and how its value is read. Without a reader it is a flag. `heading`: the heading of the help that
 * lists it.
 */
export type Spec<T> = { flags: string; about: string; reader?: Reader<T>; many?: true; heading?: string }

/** Options of a command, by the name of their values. */
export type Specs = Readonly<Record<string, Spec<unknown>>>

/** The values of options, by the names of their specs. */
export type OptionValues<S extends Specs> = { [K in keyof S]?: S[K] extends Spec<infer T> ? T : never }

/** Describes an option with a value. */
export const valued = <T>(flags: string, reader: Reader<T>, about: string): Spec<T> => ({ flags, about, reader })

/** Describes an option that can be repeated. */
export const repeated = <T>(flags: string, reader: Reader<T[]>, about: string): Spec<T[]> => ({
  flags,
  about,
  reader,
  many: true,
})

/** Describes an option without a value. */
export const flag = (flags: string, about: string): Spec<boolean> => ({ flags, about })

/** Returns options that the help lists under their own heading. */
export const under = <S extends Specs>(heading: string, specs: S): S =>
  Object.fromEntries(Object.entries(specs).map(([name, spec]) => [name, { ...spec, heading: `${heading}:` }])) as S

/** Returns the environment variable of an option: --max-rps is OC_CONFORMANCE_MAX_RPS. */
const variableOf = (option: Option): string => `OC_CONFORMANCE_${option.name().toUpperCase().replaceAll('-', '_')}`

const variables =
  '\nEach option has an environment variable: --max-rps is OC_CONFORMANCE_MAX_RPS. A flag takes precedence.'

/** Adds options to a command; `env` gives each its environment variable. */
export const addOptions = (command: Command, specs: Specs, { env }: { env: boolean }): Command => {
  for (const spec of Object.values(specs)) {
    const option = new Option(spec.flags, spec.about)
    if (env) option.env(variableOf(option))
    if (spec.heading !== undefined) option.helpGroup(spec.heading)
    if (spec.many) option.argParser((text: string, before: string[] = []) => [...before, text])
    command.addOption(option)
  }
  return env ? command.addHelpText('after', variables) : command
}

/** Reads the values of options. UsageError for an invalid value; it names the option or the variable. */
export const optionsOf = <S extends Specs>(command: Command, specs: S, env: Environment): OptionValues<S> => {
  const read = Object.entries(specs).flatMap(([name, spec]) => {
    const value = valueFor(command, spec, env)
    return value === undefined ? [] : [[name, value]]
  })
  return Object.fromEntries(read) as OptionValues<S>
}

const valueFor = (command: Command, spec: Spec<unknown>, env: Environment): unknown => {
  const option = new Option(spec.flags)
  const fromEnv = command.getOptionValueSource(option.attributeName()) === 'env'
  const source = fromEnv ? variableOf(option) : (option.long ?? spec.flags)
  // Commander turns a flag on if its variable is set, even to false.
  const given: unknown = fromEnv ? env[source] : command.getOptionValue(option.attributeName())
  if (given === undefined || (fromEnv && given === '')) return undefined
  if (spec.reader === undefined) return typeof given === 'string' ? readOption(onOff, given, source) : given
  const { reader } = spec
  return Array.isArray(given)
    ? given.flatMap(text => readOption(reader, textOf(text), source))
    : readOption(reader, textOf(given), source)
}
