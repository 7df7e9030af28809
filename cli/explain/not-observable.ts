import type { Requirement } from '../../protocol/requirements/index.ts'

/** Returns why a clause, or part of it, cannot be observed from outside and the test that proves it; undefined if all of it can. */
export const reasonNotObservable = ({ notObservable }: Pick<Requirement, 'notObservable'>): string | undefined =>
  notObservable && `${notObservable.reason.replace(/\.?$/, '.')} Proven on the reference by ${notObservable.provenBy}.`
