import type { Element } from './dom.ts'

/** How many characters of an attribute are searched for the purpose of a field. */
const longestHint = 200

const typedValues: [RegExp, string][] = [
  [/mail/, 'customer@customer.example'],
  [/cc-?number|card.?(?:number|no)|kartennummer|^pan$/, '4242424242424242'],
  [/csc|cvc|cvv/, '123'],
  [/exp.*month/, '12'],
  [/exp.*year/, '2039'],
  [/exp/, '12/39'],
  [/phone|tel/, '+12025550123'],
  [/zip|postal|plz/, '10115'],
  [/name|holder/, 'Conformance Customer'],
]

/** Returns whether a field is for the number, the code or another part of a card. */
export const isForCard = ({ attribs }: Element): boolean =>
  /^\s*cc-/i.test(attribs.autocomplete ?? '') ||
  /cc-?num|card[-_ ]?n(?:um|o)|csc|cvc|cvv/i.test(`${attribs.name ?? ''} ${attribs.id ?? ''}`)

/** What a customer types into a required field of unknown purpose. */
export const unknownValue = '1'

/** Returns what a customer types into a required field or a field for a card; empty for any other field. */
export const typedValue = ({ attribs }: Element): string => {
  const isOfCard = /^\s*cc-/i.test(attribs.autocomplete ?? '')
  const isRequired = attribs.required !== undefined
  if (!isRequired && !isOfCard) return ''
  const hints = ['autocomplete', 'type', 'name', 'id'].map(name =>
    (attribs[name] ?? '').slice(0, longestHint).toLowerCase(),
  )
  const known = typedValues.find(([pattern]) => hints.some(hint => pattern.test(hint)))?.[1]
  return known ?? (isRequired ? unknownValue : '')
}
