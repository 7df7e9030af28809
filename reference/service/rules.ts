import type { Refusal } from '../../protocol/errors.ts'

/** One documented condition: the refusal when the subject does not meet it. */
export type Rule<Subject> = (subject: Subject) => Refusal | undefined

/** Runs checks in their order; the first that refuses answers. */
export const enforce = <Subject>(checks: readonly Rule<Subject>[], subject: Subject): void => {
  for (const check of checks) {
    const refusal = check(subject)
    if (refusal !== undefined) throw refusal
  }
}
