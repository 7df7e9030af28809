import { isObject, type Json } from '../../json/json.ts'
import type { OpenRequirementId } from '../index.ts'
import { authentication } from './authentication.ts'
import { gateway } from './gateway.ts'
import { kyc } from './kyc.ts'
import { merchant } from './merchant.ts'
import { metadata } from './metadata.ts'
import { isPossible, type Observable, type Vocabulary } from './observable.ts'
import { wireFormat } from './wire-format.ts'

export type { Observable, Unit, Vocabulary } from './observable.ts'

const words = { ...metadata, ...authentication, ...wireFormat, ...gateway, ...merchant, ...kyc } satisfies Record<
  OpenRequirementId,
  Vocabulary
>

/** The vocabulary of each open requirement. */
export const vocabulary: Readonly<Record<OpenRequirementId, Vocabulary>> = words

/** Checks that a text is the id of an open requirement. */
export const isOpenRequirementId = (id: string): id is OpenRequirementId => Object.hasOwn(words, id)

/** One member of an observation's value, with its observable. */
export type Reading = { name: string; observable: Observable; value: Json }

/** Splits the value of an observation into readings; undefined if any part is not in the vocabulary of the clause. */
export const readingsOf = (clause: string, value: Json): Reading[] | undefined => {
  if (!isOpenRequirementId(clause)) return undefined
  const { bare, observables } = vocabulary[clause]
  const members = isObject(value) ? Object.entries(value) : bare === undefined ? [] : [[bare, value] as const]
  const readings = members.flatMap(([name, member]) => {
    const observable = Object.hasOwn(observables, name) ? observables[name] : undefined
    return observable && isPossible(observable, member) ? [{ name, observable, value: member }] : []
  })
  return readings.length > 0 && readings.length === members.length ? readings : undefined
}

/** Checks whether an observation of a clause can have this value. */
export const isInVocabulary = (clause: string, value: Json): boolean => readingsOf(clause, value) !== undefined
