import type { Requirement } from '../protocol/requirements/index.ts'

/** Why a clause, or the rest of it, is seen only from inside, and the test that proves it; undefined where all of it shows. */
export const reasonInside = ({ notObservable }: Pick<Requirement, 'notObservable'>): string | undefined =>
  notObservable && `${notObservable.reason.replace(/\.?$/, '.')} Proven on the reference by ${notObservable.provenBy}.`
