import type { Refusal } from '../../protocol/errors.ts'

/** One documented condition: the refusal if the subject does not meet it. */
export type Rule<Subject> = (subject: Subject) => Refusal | undefined

/** Applies rules in order; throws the refusal of the first one that the subject does not meet. */
export const enforce = <Subject>(rules: readonly Rule<Subject>[], subject: Subject): void => {
  for (const rule of rules) {
    const refusal = rule(subject)
    if (refusal !== undefined) throw refusal
  }
}
