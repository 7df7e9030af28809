import { isObject, type Json } from '../../json.ts'
import type { OpenRequirementId } from '../index.ts'
import { authentication } from './authentication.ts'
import { gateway } from './gateway.ts'
import { kyc } from './kyc.ts'
import { merchant } from './merchant.ts'
import { metadata } from './metadata.ts'
import { wireFormat } from './wire-format.ts'
import { canBe, type Observable, type Vocabulary } from './words.ts'

export type { Observable, Unit, Vocabulary } from './words.ts'

const words = { ...metadata, ...authentication, ...wireFormat, ...gateway, ...merchant, ...kyc } satisfies Record<
  OpenRequirementId,
  Vocabulary
>

/** What observations of each open requirement are made of. */
export const vocabulary: Readonly<Record<OpenRequirementId, Vocabulary>> = words

/** Whether an open requirement has this name. */
export const isOpenRequirementId = (id: string): id is OpenRequirementId => Object.hasOwn(words, id)

/** One thing that an observation says. */
export type Reading = { name: string; observable: Observable; value: Json }

/** What the value of an observation says; undefined where it, or any part of it, is not in the vocabulary of its clause. */
export const readingsOf = (clause: string, value: Json): Reading[] | undefined => {
  if (!isOpenRequirementId(clause)) return undefined
  const { bare, observables } = vocabulary[clause]
  const members = isObject(value) ? Object.entries(value) : bare === undefined ? [] : [[bare, value] as const]
  const readings = members.flatMap(([name, said]) => {
    const observable = Object.hasOwn(observables, name) ? observables[name] : undefined
    return observable && canBe(observable, said) ? [{ name, observable, value: said }] : []
  })
  return readings.length > 0 && readings.length === members.length ? readings : undefined
}

/** Whether an observation of a clause can have this value. */
export const isInVocabulary = (clause: string, value: Json): boolean => readingsOf(clause, value) !== undefined
