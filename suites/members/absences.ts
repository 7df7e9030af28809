import fc from 'fast-check'
import type { JsonObject } from '../../protocol/json/json.ts'
import { edit } from '../support/edit.ts'

/** Draws which of some members are left out, at least one. */
export const anyOmission = (names: readonly string[]): fc.Arbitrary<string[]> =>
  fc.subarray([...names], { minLength: 1 })

/** Returns the omissions that are always tried: each member alone, and all of them. */
export const omissionSamples = (names: readonly string[]): string[][] => [...names.map(name => [name]), [...names]]

/** Draws which of some members are left out, possibly none. */
export const anyPart = (names: readonly string[]): fc.Arbitrary<string[]> => fc.subarray([...names])

/** Returns the omissions that are always tried on a faulty message: nothing, and all of them. */
export const partSamples = (names: readonly string[]): string[][] => [[], [...names]]

/** Returns a copy of a message without some members. */
export const withoutMembers = <T extends object>(message: T, names: readonly string[]): T =>
  names.reduce<JsonObject>((rest, name) => edit(rest, name, undefined), message as JsonObject) as T
