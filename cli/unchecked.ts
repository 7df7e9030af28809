import type { Requirement } from '../protocol/requirements/index.ts'

/** Why a clause has no check: it is seen only from inside. Undefined where nothing excuses it. */
export const reasonWithoutChecks = ({ inside }: Pick<Requirement, 'inside'>): string | undefined =>
  inside && `${inside.reason.replace(/\.?$/, '.')} Proven on the reference by ${inside.provenBy}.`
